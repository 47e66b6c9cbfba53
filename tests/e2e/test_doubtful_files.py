"""Files that say themselves, or by what they hold, that something is wrong with their night: never a pass."""

import json
import random

import pytest

DAYS = [f"2026-10-{number:02d}" for number in range(1, 9)]


def mamf(day, slower=1.0):
    noise = random.Random(day)
    lines = ["** Dtype: torch.bfloat16"]
    lines += [f"  {number} |  {noise.gauss(700, 1) / slower:.1f}(mean)  {noise.gauss(700, 1) / slower:.1f}(median)  "
              f"{720 / slower:.1f}(max) @ {size}x{size}x{size}      | best: 720.0(mean) TFLOPS"
              for number, size in enumerate((2048, 4096, 8192), 1)]
    return "\n".join(lines) + "\n"


def nvbench(day, slower=1.0):
    noise = random.Random(day)
    header = "Benchmark,Device,Device Name,Elements,Skipped,Samples,CPU Time (sec),Noise,GPU Time (sec),Noise\n"
    rows = [f"copy,0,NVIDIA H200,{elements},No,100,{elements * 1e-10 * noise.gauss(1, 0.001)},0.01,"
            f"{slower * elements * 1e-11 * noise.gauss(1, 0.001)},0.005" for elements in (65536, 1048576, 16777216)]
    return header + "\n".join(rows) + "\n"


def nccl_json(day, **changes):
    noise = random.Random(day)
    half = lambda time: {"time": time, "alg_bw": 100.0, "bus_bw": 175.0, "nwrong": 0}  # noqa: E731
    results = [{"size": size, "count": size // 4, "type": "float", "redop": "sum", "root": -1,
                "out_of_place": half((40 + size / 1e5) * noise.gauss(1, 0.001)), "in_place": half((40 + size / 1e5) * noise.gauss(1, 0.001))}
               for size in (8388608, 33554432, 134217728)]
    document = {"version": 2, "start_time": f"{day} 02:00:00", "args": ["all_reduce_perf"], "nccl_version": 22705,
                "config": {"devices": [{"rank": rank, "device": rank, "host": "lynx-1", "device_name": "NVIDIA H100 80GB HBM3"}
                                       for rank in range(8)]},
                "results": results, "out_of_bounds": {"count": 0, "okay": "true"}, "errors": [], "end_time": f"{day} 02:01:00"}
    return json.dumps({**document, **changes})


def nights(folder, ending, text):
    folder.mkdir()
    for day in DAYS:
        (folder / f"n-{day}{ending}").write_text(text(day), encoding="utf-8")
    return folder / f"n-2026-10-09{ending}"


@pytest.mark.parametrize("ending, text", [(".txt", mamf), (".csv", nvbench)])
def test_a_second_result_of_the_same_in_one_file(run, roofgate, tmp_path, ending, text):
    last = nights(tmp_path / "nights", ending, text)
    last.write_text(text("2026-10-09"), encoding="utf-8")
    healthy = run(roofgate, "gate", tmp_path / "nights")
    assert healthy.status == 0, healthy.text
    last.write_text(text("2026-10-09") + text("2026-10-09", slower=1.3), encoding="utf-8")
    done = run(roofgate, "gate", tmp_path / "nights")
    assert done.status == 3, done.text
    assert "the file holds it a second time: which of the two counts is not known" in done.text


def test_nvbench_that_died_behind_its_table(run, roofgate, tmp_path):
    last = nights(tmp_path / "nights", ".csv", nvbench)
    last.write_text(nvbench("2026-10-09") + "Fail: Unexpected error: an illegal memory access was encountered\n", encoding="utf-8")
    done = run(roofgate, "gate", tmp_path / "nights")
    assert done.status == 3, done.text
    assert "the program died: an unexpected error, as nvbench says" in done.text


@pytest.mark.parametrize("changes", [
    {"errors": ["NCCL failure: unhandled system error token=SECRET9"]}, {"errors": "NCCL failure token=SECRET9"},
    {"errors": [{"message": "token=SECRET9"}]}, {"out_of_bounds": {"count": 0, "okay": "false"}}])
def test_nccl_json_that_tells_of_a_failure(run, roofgate, tmp_path, changes):
    last = nights(tmp_path / "nights", ".json", nccl_json)
    last.write_text(nccl_json("2026-10-09"), encoding="utf-8")
    healthy = run(roofgate, "gate", tmp_path / "nights")
    assert healthy.status == 0, healthy.text
    last.write_text(nccl_json("2026-10-09", **changes), encoding="utf-8")
    done = run(roofgate, "gate", tmp_path / "nights")
    assert done.status == 3, done.text
    assert "the tool itself says that something failed: its run is not whole" in done.text
    assert "SECRET9" not in done.text


def history(dates, slower=1.0, again=False):
    noise = random.Random(1)
    runs = []
    for number, date in enumerate(dates):
        factor = slower if number + 1 == len(dates) else 1.0
        benches = [{"name": name, "unit": "ns", "value": 100 * factor * noise.gauss(1, 0.001)} for name in ("copy", "sum")]
        runs.append({"commit": {"id": f"{number:040x}"}, "date": date, "tool": "customSmallerIsBetter", "benches": benches})
    if again:
        runs[-1]["benches"].append({"name": "copy", "unit": "ns", "value": 300})
    return "window.BENCHMARK_DATA = " + json.dumps({"entries": {"Bench": runs}})


def test_a_last_run_that_is_dated_before_all_others(run, roofgate, tmp_path):
    dates = [1_790_000_000_000 + 86_400_000 * day for day in range(9)]

    def gate(text):
        (tmp_path / "data.js").write_text(text, encoding="utf-8")
        return run(roofgate, "gate", tmp_path / "data.js")

    assert gate(history(dates)).status == 0
    seconds = gate(history([*dates[:-1], dates[-1] // 1000], slower=1.5))
    assert seconds.status == 3, seconds.text
    assert "before all the others" in seconds.err
    assert gate(history(dates[::-1])).status == 0, "a file that runs backwards has its latest run first"
    twice = gate(history(dates, again=True))
    assert twice.status == 3, twice.text


@pytest.mark.parametrize("name", ["n-2026-10-09-retry.txt", "n-20261009.txt", "n-2026-10-09", "FAILED-n-2026-10-09.txt",
                                  "n-2026-10-09.txt.part"])
def test_what_a_job_left_that_measured_nothing(run, roofgate, tmp_path, name):
    nights(tmp_path / "nights", ".txt", mamf)
    assert run(roofgate, "gate", tmp_path / "nights").status == 0
    (tmp_path / "nights" / name).write_text("srun: error: lynx-1: task 0: Killed\n", encoding="utf-8")
    done = run(roofgate, "gate", tmp_path / "nights")
    assert done.status == 2, done.text
    assert name in done.err
    assert "the latest file holds no run" in done.err
