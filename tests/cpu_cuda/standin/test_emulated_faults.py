"""What goes wrong on a device, one scenario each: which case is marked how, the exit status, what is on disk."""

import json
import os
import shutil

import pytest
from emulation import COPY, PRODUCT, PROGRAM, Emulation, Night, devices, has_mpi, one_suite, run_program

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM.name} is not built: no CUDA headers")
mpi = pytest.mark.skipif(not has_mpi(), reason="no mpirun")

THREE = one_suite(COPY, {"kind": "memory", "ops": ["read", "write"], "bytes": [2**20]})
BOTH_CHOICES = one_suite({**PRODUCT, "choices": ["first", "best"]}, COPY)
REDUCE = one_suite({"kind": "allreduce", "dtypes": ["fp32"], "placements": ["out_of_place"], "bytes": [4096, 65536]},
                   sampling={"max_case_s": 5})
LAUNCH = one_suite({"kind": "ceiling", "ops": ["launch"]})


def kinds(night, part=""):
    return {kind for kind, _ in night.marks(part)}


def measured(night):
    return {case["id"] for case in night.record["cases"] if any(r["time_s"] for r in case["rounds"])}


def faults(*list_of_faults):
    return {"faults": list(list_of_faults)}


def run_night(emulation, roofgate, suite, scenario, *arguments):
    """`roofgate run`: fresh processes, retries, the record completed."""
    folder = emulation.folder
    (folder / "suite.json").write_text(json.dumps(suite))
    (folder / "scenario.json").write_text(json.dumps(scenario))
    done = run_program(roofgate, "run", "--suite", folder / "suite.json", "--backend", "cuda", "--rounds", "1",
                       "--bench", emulation.program, "--allow-debug-build", "-o", folder / "night.json", *arguments,
                       env={"ROOFGATE_STANDIN": folder / "scenario.json", "OMP_NUM_THREADS": "1",
                            "LD_LIBRARY_PATH": None, "CUDA_VISIBLE_DEVICES": None})
    return Night(done.status, done.text, json.loads((folder / "night.json").read_text()))


def test_out_of_memory_skips_the_case_alone(emulation):
    # Each round's first cudaMalloc belongs to the first case of the shuffled order.
    night = emulation.measure(THREE, faults({"call": "cudaMalloc", "from": 1, "result": 2}), arguments=["--no-shuffle"])
    assert night.status == 0, night.text
    assert [kind for kind, _ in night.marks("copy")] == ["skipped"]
    assert "out of memory (cudaErrorMemoryAllocation)" in str(night.marks("copy"))
    assert len(measured(night)) == 2


def test_a_device_too_small_for_a_case(emulation):
    night = emulation.measure(THREE, {"devices": devices(1, memory_bytes=100000)})
    assert kinds(night) == {"skipped"} and not measured(night)
    assert night.status == 3


def test_a_sticky_error_costs_one_case(emulation, roofgate):
    fault = {"call": "kernel", "from": 300, "result": 700, "once": str(emulation.folder / "once")}
    night = run_night(emulation, roofgate, THREE, faults(fault), "--world-sizes", "1")
    assert len(night.record["cases"]) == 3
    # The case that was hit is marked or, measured again in a fresh process, clean; the others are measured.
    assert len(measured(night)) >= 2
    assert kinds(night) <= {"error"}
    assert "cudaErrorIllegalAddress" in str(night.marks("")) + night.text
    assert "the device context is lost" in str(night.marks("")) + night.text


def test_a_lost_device_ends_the_night_with_what_was_measured(emulation, roofgate):
    gone = str(emulation.folder / "gone")
    scenario = faults({"call": "kernel", "from": 400, "result": 999, "once": gone},
                      {"call": "cudaGetDeviceCount", "from": 1, "until": 99, "result": 100, "after": gone})
    night = run_night(emulation, roofgate, THREE, scenario, "--world-sizes", "1")
    assert night.status == 3
    assert len(night.record["cases"]) == 3
    for case in night.record["cases"]:
        assert case["rounds"][0]["time_s"] or case["rounds"][0]["marks"]
    assert "error" in kinds(night)


def test_no_algorithm_skips_products_alone(emulation):
    night = emulation.measure(BOTH_CHOICES, {"candidates": []})
    assert night.status == 0, night.text
    assert kinds(night, "gemm") == {"skipped"}
    assert "has no algorithm for this product" in str(night.marks("gemm"))
    assert {case.split("/")[0] for case in measured(night)} == {"memory"}


def test_an_algorithm_that_fails(emulation):
    night = emulation.measure(BOTH_CHOICES, {"candidates": [{"id": 1, "fails": 13}, {"id": 2}]})
    assert kinds(night, "/first") == {"error"}
    assert "CUBLAS_STATUS_EXECUTION_FAILED" in str(night.marks("/first"))
    best = night.rounds("/best")[0]
    assert best["time_s"] and best["algorithm"]["algorithm"] == "2"
    assert best["algorithm"]["heuristic_rank"] == "2"
    assert "candidate 0: " in best["algorithm"]["rejected"]


@pytest.mark.parametrize("damage", ["one_element", "transposed"])
def test_one_wrong_element_is_found(emulation, damage):
    scenario = {"candidates": [{"id": 1, "damage": damage}, {"id": 2, "efficiency": 0.5}]}
    night = emulation.measure(BOTH_CHOICES, scenario)
    assert night.status == 4
    assert kinds(night, "/first") == {"wrong_result"}
    assert not night.rounds("/first")[0]["time_s"]
    best = night.rounds("/best")[0]
    assert best["time_s"] and best["algorithm"]["algorithm"] == "2"


def test_the_best_algorithm_is_the_fastest(emulation):
    scenario = {"devices": devices(1, tensor_flops_per_s=1e11),
                "candidates": [{"id": 1, "efficiency": 0.5}, {"id": 2, "efficiency": 0.9}, {"id": 3, "efficiency": 0.7}]}
    night = emulation.measure(BOTH_CHOICES, scenario)
    first, best = (night.rounds(f"/{choice}")[0] for choice in ("first", "best"))
    assert (first["algorithm"]["algorithm"], best["algorithm"]["algorithm"]) == ("1", "2")
    assert min(first["time_s"]) > 1.5 * max(best["time_s"])


@mpi
def test_a_hung_collective_ends_the_case(emulation):
    night = emulation.measure(REDUCE, {"devices": devices(2), **faults({"call": "nccl.hang", "from": 1, "rank": 1})},
                              ranks=2, arguments=["--only", "collective"])
    assert night.status == 3
    assert "did not return within 5 s" in str(night.marks("allreduce"))


@mpi
def test_an_error_on_one_rank_ends_the_case_on_all(emulation):
    scenario = {"devices": devices(2), **faults({"call": "nccl.async", "from": 3, "until": 9, "rank": 1, "result": 3})}
    night = emulation.measure(REDUCE, scenario, ranks=2, arguments=["--only", "collective"])
    assert night.status == 3, night.text
    assert "error" in kinds(night)
    assert "NCCL" in str(night.marks("")) or "nccl" in str(night.marks(""))


@mpi
def test_a_rank_that_dies(emulation, roofgate):
    scenario = {"devices": devices(2), **faults({"call": "nccl.die", "from": 40, "rank": 1})}
    night = run_night(emulation, roofgate, REDUCE, scenario, "--world-sizes", "2")
    assert night.status == 3, night.text
    assert len(night.record["cases"]) == 1  # it ends its world size
    marks = [mark for r in night.rounds("") for mark in r["marks"]]
    assert {mark["kind"] for mark in marks} == {"error"}
    assert "exited with status" in str(marks)
    assert all(r["marks"] or r["time_s"] for r in night.rounds(""))


@mpi
def test_a_rank_that_is_30_percent_late(emulation):
    scenario = {"devices": devices(3), "nccl": {"slower": [1, 1.3, 1], "latency_s": 1e-4}}
    night = emulation.measure(REDUCE, scenario, ranks=3, arguments=["--only", "collective"])
    assert night.status == 0, night.text
    for measured_round in night.rounds("allreduce"):
        ranks = measured_round["rank_time_s"]
        assert min(ranks[1]) == pytest.approx(1.3 * max(ranks[0]), rel=0.1)
        assert measured_round["time_s"] == pytest.approx(ranks[1])


def with_nvml(emulation, library):
    """The program beside another management library, or none."""
    home = emulation.folder / "bin"
    home.mkdir()
    shutil.copy(PROGRAM, home)
    if library:
        (home / "nvml").mkdir()
        shutil.copy(PROGRAM.parent / library, home / "nvml" / "libnvidia-ml.so.1")
    return Emulation(emulation.folder, home / PROGRAM.name)


@pytest.mark.skipif(os.path.exists("/proc/driver/nvidia/version"), reason="this machine has a real driver's library")
def test_without_nvml_it_measures_and_says_what_it_cannot_see(emulation):
    night = with_nvml(emulation, None).measure(one_suite(COPY))
    assert night.status == 0, night.text
    assert "not seen by telemetry: clocks, power and temperature of the devices: libnvidia-ml.so.1 was not found" \
        in night.text
    assert night.rounds("")[0]["telemetry"].get("clock_hz_median") is None


def test_a_driver_that_is_too_old(emulation):
    night = with_nvml(emulation, "nvml_too_old/libnvidia-ml.so.1").measure(one_suite(COPY))
    assert night.status == 0, night.text
    assert "the driver is too old" in night.text


def test_a_driver_that_refuses(emulation):
    night = emulation.measure(one_suite(COPY), faults({"call": "nvmlInit_v2", "from": 1, "until": 9, "result": 4}))
    assert night.status == 0, night.text
    assert "no permission to talk to the NVIDIA driver" in night.text


def test_a_call_that_is_refused_is_a_gap(emulation):
    scenario = faults({"call": "nvmlDeviceGetPowerUsage", "from": 1, "until": 10**6, "result": 4})
    night = emulation.measure(one_suite(COPY), scenario)
    assert night.status == 0, night.text
    assert "not seen by telemetry: GPU power draw: no permission" in night.text


def test_an_uncorrectable_memory_error_ends_the_case(emulation):
    night = emulation.measure(one_suite(COPY), faults({"call": "kernel", "from": 30, "until": 10**6, "result": 214}))
    assert night.status == 3
    assert kinds(night) == {"error"} and not measured(night)
    assert "uncorrectable ECC error encountered (cudaErrorECCUncorrectable)" in str(night.marks(""))


def steps(*list_of_steps, **fields):
    return {"devices": [{**fields, "steps": list(list_of_steps)}]}


def alternating(first, second, every, count=400):
    return [{"from_launch": i * every, **(first if i % 2 == 0 else second)} for i in range(count)]


def test_memory_errors_that_do_not_end_it_are_marked(emulation):
    counting = [{"from_launch": 4 * i, "uncorrected": i} for i in range(400)]
    night = emulation.measure(one_suite(COPY), steps(*counting))
    assert "error" in kinds(night)
    assert "uncorrected memory error" in str(night.marks(""))


def test_a_thermal_slowdown_half_way_is_marked(emulation):
    cool, hot = {"reasons": 0}, {"reasons": 0x40, "sm_mhz": 600, "temperature_c": 92}
    # Long enough in real time that the telemetry's own thread sees both halves.
    suite = one_suite(COPY, sampling={"min_sampling_s": 1.0, "max_sampling_s": 2.0, "max_samples": 4000})
    night = emulation.measure(suite, steps(cool, {"from_launch": 60, **hot}))
    assert "throttled" in kinds(night)
    assert "hw_thermal_slowdown, 92 degC" in str(night.marks(""))


def test_a_power_cap_is_told_and_no_slowdown(emulation):
    night = emulation.measure(one_suite(COPY), steps({"reasons": 0x4, "sm_mhz": 950, "power_w": 699}))
    assert kinds(night) == set()
    assert night.rounds("")[0]["telemetry"]["clock_event_reasons"] == ["sw_power_cap"]
    assert night.rounds("")[0]["telemetry"]["power_w_max"] == pytest.approx(699)


def test_clocks_that_never_settle(emulation):
    fast, slow = {"sm_mhz": 1000}, {"sm_mhz": 500}
    suite = one_suite(PRODUCT, sampling={"max_sampling_s": 0.3, "max_samples": 200})
    night = emulation.measure(suite, steps(*alternating(fast, slow, 7, 3000), tensor_flops_per_s=1e10))
    assert kinds(night) & {"throttled", "unstable"}


def test_a_timer_that_goes_backwards(emulation):
    # Over 2016 differences the resolution is measured; then each region has one.
    night = emulation.measure(one_suite(COPY), faults({"call": "timer", "from": 2018, "until": 10**6, "value": -1.5}))
    assert night.status == 3
    assert kinds(night) == {"error"}
    assert "the event timer went backwards by 0.0015 s" in str(night.marks(""))


def test_another_process_on_the_device(emulation):
    night = emulation.measure(one_suite(COPY), {"devices": devices(1, foreign_pids=[1])})
    assert "contended" in kinds(night)
    assert "1 other process computed on the device" in str(night.marks(""))


def test_a_slice_is_hardware_of_its_own(emulation, roofgate):
    night = emulation.measure(one_suite(COPY), {"devices": devices(1, mig=True, name="NVIDIA H200")})
    assert night.record["environment"]["devices"][0]["mig_enabled"] is True
    done = run_program(roofgate, "gate", emulation.folder / "record.json", "--baselines", emulation.folder)
    assert "cuda-emulated-h200-x1-700w-ecc-mig" in done.text


def test_two_different_devices(emulation, roofgate):
    night = emulation.measure(one_suite(COPY), {"devices": [{"name": "NVIDIA H200"}, {"name": "NVIDIA L40S"}]})
    assert [d["name"] for d in night.record["environment"]["devices"]] == ["NVIDIA H200", "NVIDIA L40S"]
    done = run_program(roofgate, "gate", emulation.folder / "record.json", "--baselines", emulation.folder)
    assert "h200-x1-700w-ecc_l40s-x1-700w-ecc" in done.text


def test_hidden_devices_are_not_measured_and_telemetry_follows(emulation):
    # The second device alone: NVML, which hides nothing, is asked for it by its address.
    scenario = {"devices": [{"name": "NVIDIA H200", "steps": [{"power_w": 100}]},
                            {"name": "NVIDIA L40S", "steps": [{"power_w": 222}]}]}
    night = emulation.measure(one_suite(COPY), scenario, env={"CUDA_VISIBLE_DEVICES": "1"})
    assert night.status == 0, night.text
    shown = night.record["environment"]["devices"]
    assert [d["name"] for d in shown] == ["NVIDIA L40S"]
    assert shown[0]["pci_bus_id"].endswith("11:00.0")
    assert night.rounds("")[0]["telemetry"]["power_w_median"] == pytest.approx(222)


@mpi
@pytest.mark.parametrize("shown", ["$OMPI_COMM_WORLD_RANK", "0,1"])
def test_ranks_may_see_one_device_each(emulation, shown):
    # As Slurm's --gpus-per-task does: device 0 is another one on every rank.
    suite = one_suite({"kind": "allreduce", "dtypes": ["fp32"], "placements": ["out_of_place"], "bytes": [65536]})
    each_rank = ["sh", "-c", f'CUDA_VISIBLE_DEVICES={shown} exec "$@"', "rank"]
    night = emulation.measure(suite, {"devices": devices(2)}, ranks=2, each_rank=each_rank)
    assert night.status == 0, night.text
    (world,) = night.record["worlds"]
    assert not world["oversubscribed"]
    assert [rank["device"] for rank in world["ranks"]] == [0, 1]
    assert len({device["uuid"] for device in night.record["environment"]["devices"]}) == 2
    assert "oversubscribed" not in [mark["kind"] for one in night.rounds("allreduce") for mark in one["marks"]]


@mpi
def test_ranks_that_see_the_same_device_crowd_it(emulation):
    each_rank = ["env", "CUDA_VISIBLE_DEVICES=1"]
    night = emulation.measure(REDUCE, {"devices": devices(2)}, ranks=2, each_rank=each_rank)
    assert night.status == 3 and "use no more ranks than devices" in night.text
    assert len(night.record["environment"]["devices"]) == 1


def test_all_devices_hidden(emulation):
    night = emulation.measure(LAUNCH, {}, env={"CUDA_VISIBLE_DEVICES": "-1"})
    assert night.status == 3
    assert not night.record["cases"]


def test_a_driver_older_than_the_runtime(emulation):
    night = emulation.measure(LAUNCH, {"driver_version": 11080})
    assert night.status == 3


@pytest.mark.parametrize("late", [True, False])
def test_lazy_execution_changes_nothing(emulation, late):
    suite = one_suite(COPY, PRODUCT, {"kind": "elementwise", "variants": ["unfused", "graph", "fused"],
                                      "elements": [4096], "chains": [{"name": "swiglu", "ops": ["silu", "gate"]}]},
                      {"kind": "memory", "ops": ["host_to_device", "device_to_host", "read", "triad"], "bytes": [65536]})
    night = emulation.measure(suite, {"late": late, "repeats_are_computed": True})
    assert night.status == 0, night.text
    assert "misuse" not in night.text
    assert len(measured(night)) == 9
