"""What users of such suites reported, each as a scenario of its own and the answer it asks for (docs/reports/cuda.md)."""

import statistics

import pytest
from emulation import COPY, PRODUCT, PROGRAM, devices, one_suite

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM.name} is not built: no CUDA headers")

LAUNCH = one_suite({"kind": "ceiling", "ops": ["launch"]})
SLOW_TENSOR = {"tensor_flops_per_s": 1e10}  # a product takes 0.5 ms: far above launches and memory


def only_round(night, part=""):
    rounds = night.rounds(part)
    assert len(rounds) == 1, night.text
    return rounds[0]


@pytest.mark.parametrize("step_s", [5e-7, 8e-6, 3.2e-5])
def test_a_coarse_timer_is_batched_over(emulation, step_s):
    night = emulation.measure(LAUNCH, {"event_step_s": step_s, "noise": 0.0})
    measured = only_round(night)
    region = measured["iterations_per_sample"] * min(measured["time_s"])
    assert region >= 100 * step_s * 0.99
    # An empty kernel takes 1 us on this device, hidden: no sample is 0, none is off by more than a step of a hundred.
    assert all(time == pytest.approx(min(measured["time_s"]), rel=0.03) for time in measured["time_s"])


def test_a_clock_that_falls_under_load_is_measured_where_it_settles(emulation):
    steps = [{"sm_mhz": 1000}, {"from_launch": 25, "sm_mhz": 800, "reasons": 4, "power_w": 698}]
    night = emulation.measure(one_suite(PRODUCT), {"devices": [{**SLOW_TENSOR, "steps": steps}], "noise": 0.0})
    measured = only_round(night)
    sustained = 2 * 128**3 / (1e10 * 0.8 * 0.8)
    assert statistics.median(measured["time_s"]) == pytest.approx(sustained, rel=0.01)
    assert measured["telemetry"]["clock_hz_median"] == pytest.approx(800e6)
    assert measured["telemetry"]["clock_event_reasons"] == ["sw_power_cap"]


def test_a_clock_that_falls_while_sampled_is_marked(emulation):
    # A quarter of the launches at one clock, the rest at a lower one, over and over, long enough for many looks at it.
    steps = [{"from_launch": 11 * i, "sm_mhz": 1000 if i % 4 == 0 else 600} for i in range(9000)]
    suite = one_suite(PRODUCT, sampling={"min_sampling_s": 15.0, "max_sampling_s": 30.0, "max_samples": 60000})
    night = emulation.measure(suite, {"devices": [{**SLOW_TENSOR, "steps": steps}]})
    assert {kind for kind, _ in night.marks("")} & {"throttled", "unstable"}


def test_a_clock_that_is_stuck_is_no_measurement(emulation):
    night = emulation.measure(one_suite(PRODUCT), {"devices": [{"steps": [{"sm_mhz": 132}]}]})
    assert ("throttled", "SM clock 132 MHz under load, less than half of the device's 1000 MHz: something holds it "
            "down") in night.marks("")


def test_a_power_cap_slows_products_and_not_copies(emulation):
    def medians(mhz):
        scenario = {"devices": [{**SLOW_TENSOR, "steps": [{"sm_mhz": mhz, "reasons": 4}]}], "noise": 0.0}
        night = emulation.measure(one_suite(PRODUCT, COPY), scenario)
        assert not night.marks("")
        (emulation.folder / "record.json").unlink()
        return [statistics.median(only_round(night, part)["time_s"]) for part in ("gemm", "copy")]

    (free_product, free_copy), (capped_product, capped_copy) = medians(1000), medians(890)
    assert capped_product / free_product == pytest.approx(1000 / 890, rel=0.01)
    assert capped_copy == pytest.approx(free_copy, rel=0.001)


def test_loading_a_kernel_is_in_no_sample(emulation):
    night = emulation.measure(one_suite(COPY), {"first_launch_s": 0.5, "noise": 0.0})
    measured = only_round(night)
    assert max(measured["time_s"]) == pytest.approx(2 * 2**20 / 1e10, rel=0.01)


def test_unaligned_products_are_cases_of_their_own(emulation):
    suite = one_suite({**PRODUCT, "shapes": [[256, 256, 256]], "align": [128, 8, 4, 1, "offset2"]})
    night = emulation.measure(suite, {"devices": [dict(SLOW_TENSOR)], "noise": 0.0})
    times = {case["id"]: min(case["rounds"][0]["time_s"]) for case in night.record["cases"]}
    slow = [time for case, time in times.items() if "align4" in case or "align1/" in case or "offset2" in case]
    fast = [time for case, time in times.items() if "align128" in case and "offset2" not in case or "align8" in case]
    assert len(slow) == 3 and len(fast) == 2
    assert min(slow) > 3.5 * max(fast)


def test_the_chosen_algorithm_is_in_the_record(emulation):
    night = emulation.measure(one_suite(PRODUCT), {"candidates": [{"id": 21}]})
    assert only_round(night)["algorithm"]["algorithm"] == "21"


def test_a_small_cold_copy_is_not_inflated_by_the_cache(emulation):
    suite = one_suite({"kind": "memory", "ops": ["copy"], "bytes": [65536], "cache": ["cold", "warm"]})
    night = emulation.measure(suite, {"noise": 0.0})
    times = {case["id"]: statistics.median(case["rounds"][0]["time_s"]) for case in night.record["cases"]}
    warm = next(time for case, time in times.items() if "warm" in case)
    cold = next(time for case, time in times.items() if "warm" not in case)
    assert cold == pytest.approx(2 * 65536 / 1e10, rel=0.02)
    assert warm == pytest.approx(2 * 65536 / 4e10, rel=0.02)


def test_each_kind_of_device_is_named_as_the_driver_names_it(emulation):
    night = emulation.measure(LAUNCH, {"devices": devices(1, name="NVIDIA L40S | <b>\n")})
    assert night.record["environment"]["devices"][0]["name"] == "NVIDIA L40S | <b>\n"


def test_the_ladder_is_explained(emulation, roofgate):
    from emulation import run_program

    suite = one_suite(COPY, sampling={"min_sampling_s": 0.15, "max_sampling_s": 0.3, "max_samples": 400})
    night = emulation.measure(suite, {"devices": devices(1, steps=[{"power_w": 100}])})
    activity = only_round(night)["telemetry"]["activity"]
    assert activity["source"] == "nvml_gpm"
    assert activity["sm_active_ratio"] > 0 and activity["dram_busy_ratio"] > 0
    assert only_round(night)["telemetry"]["sampling_cost_s"] > 0
    case = night.record["cases"][0]["id"]
    shown = run_program(roofgate, "explain", emulation.folder / "record.json", case, "--baselines", emulation.folder)
    assert "kernel resident" in shown.text and "the liveness signal" in shown.text
    assert "NVLink" in shown.text and "not available" in shown.text


def test_without_counters_the_ladder_is_short(emulation):
    night = emulation.measure(one_suite(COPY), {"gpm": False})
    assert "not seen by telemetry: GPU multiprocessors, memory and tensor pipes (GPM): not supported" in night.text
    assert only_round(night)["telemetry"]["activity"]["source"] == "nvml"
