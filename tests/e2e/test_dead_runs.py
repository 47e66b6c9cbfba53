"""A tool that died on its way, measured nothing, or left an earlier night's output: never a result of this night."""

import json
import os

import pytest

from nccl_nights import write_nights

STEADY = (1.0, 1.004, 0.997, 1.002, 0.999, 1.001, 1.003, 0.998, 1.0)
LAST = "nccl-2026-10-09.log"


def break_off(folder, last_words):
    """The last night ends before its largest size."""
    log = folder / LAST
    text = log.read_text(encoding="utf-8")
    log.write_text(text[:text.index("[1,0]<stdout>:    33554432")] + last_words, encoding="utf-8")
    return log


@pytest.mark.parametrize("last_words", [
    "lynx-1: Test NCCL failure common.cu:1275 'unhandled system error / '\n .. lynx-1 pid 411: Test failure common.cu:980\n",
    "lynx-2: Test CUDA failure common.cu:892 'an illegal memory access was encountered'\n",
    "mpirun noticed that process rank 5 with PID 978 on node lynx-2 exited on signal 9 (Killed).\n",
    "slurmstepd: error: *** STEP 812.0 ON lynx-1 CANCELLED AT 2026-10-09T03:00:41 DUE TO TIME LIMIT ***\n",
    "Killed\n",
    "[1,0]<stdout>:    33554432       8388608     float     sum      -1    640.0   52.",
    "",
])
def test_a_run_that_died_is_no_measurement(roofgate, run, tmp_path, last_words):
    folder = write_nights(tmp_path / "nights", STEADY)
    log = break_off(folder, last_words)
    record = tmp_path / "record.json"
    done = run(roofgate, "import", log, "-o", record)
    assert done.status == 3 and "NOT FINISHED" in done.out and "1 size of the list is missing" in done.out, done.text
    assert json.loads(record.read_text(encoding="utf-8"))["finished_at"] is None
    for file in (log, record):
        refused = run(roofgate, "baseline", "promote", file, "--baselines", tmp_path / "baselines", "--reason", "first")
        assert refused.status == 3 and "the record is unfinished" in refused.text, refused.text
    gate = run(roofgate, "gate", folder)
    assert gate.status == 3 and "The run died, or its file is cut" in gate.out and "missing: " in gate.out, gate.text


def test_a_failed_run_beside_others_in_one_log_spoils_them(roofgate, run, tmp_path):
    folder = write_nights(tmp_path / "nights", STEADY)
    log = folder / LAST
    text = log.read_text(encoding="utf-8")
    died = text[:text.index("[1,0]<stdout>:#       size")] + "lynx-1: Test CUDA failure common.cu:892 'out of memory'\n"
    log.write_text(text + died, encoding="utf-8")
    done = run(roofgate, "import", log)
    assert done.status == 3 and "a run failed before its table: Test CUDA failure" in done.out, done.text


def test_zero_samples_are_not_measured(roofgate, run, tmp_path):
    states = [{"name": f"Device=0 S={size}", "device": 0, "is_skipped": False, "axis_values": [
        {"name": "S", "type": "int64", "value": f"{size}"}], "summaries": [
        {"tag": "nv/cold/sample_size", "name": "Samples", "data": [{"name": "value", "type": "int64", "value": "0"}]},
        {"tag": "nv/cold/time/gpu/mean", "name": "GPU Time", "data": [{"name": "value", "type": "float64", "value": "0.001"}]},
    ]} for size in (1, 2)]
    text = {"meta": {"version": {"json": {"major": 1}}}, "devices": [{"id": 0, "name": "NVIDIA H100 80GB HBM3"}],
            "benchmarks": [{"name": "copy", "index": 0, "devices": [0], "axes": [], "states": states}]}
    file = tmp_path / "none.json"
    file.write_text(json.dumps(text), encoding="utf-8")
    record = tmp_path / "record.json"
    done = run(roofgate, "import", file, "-o", record)
    assert done.status == 3 and done.out == "" and not record.exists(), done.text
    assert "none of its 2 cases was measured (error: no samples: not measured)" in done.err
    assert run(roofgate, "gate", file).status == 3


def test_a_second_tools_results_in_a_log_are_never_passed_over(roofgate, run, tmp_path):
    folder = write_nights(tmp_path / "nights", STEADY)
    log = folder / LAST
    noise = "lynx-1: NCCL INFO a line that says nothing\n" * 20_000
    log.write_text(log.read_text(encoding="utf-8") + noise + "nvbandwidth Version: v0.8\n", encoding="utf-8")
    done = run(roofgate, "import", log)
    assert "1 refused: another tool's results begin here (nvbandwidth): not read" in done.out, done.text
    assert "(line 200" in done.out
    gate = run(roofgate, "gate", log)
    assert "another tool's results begin here (nvbandwidth)" in gate.err, gate.text


def test_a_copy_of_an_earlier_night_is_no_new_night(roofgate, run, tmp_path):
    folder = write_nights(tmp_path / "nights", STEADY[:-1])
    # The job failed, and what it left the night before was stored under tonight's name.
    (folder / LAST).write_bytes((folder / "nccl-2026-10-08.log").read_bytes())
    done = run(roofgate, "gate", folder)
    assert done.status == 3 and done.out == "", done.text
    assert f"{LAST}: the latest file holds no run: the same measurements as nccl-2026-10-08.log of 2026-10-08: a copy" in done.err
    case = "allreduce/fp32/in_place/bytes33554432/ranks8/nodes2"
    assert run(roofgate, "explain", folder, case).status == 3
    shown = run(roofgate, "history", "allreduce/fp32/in_place/bytes33554432/ranks8", folder)
    assert shown.status == 0 and "the same measurements as the run of 2026-10-08: a copy" in shown.err, shown.text
    earlier = [folder / f"nccl-2026-10-{day:02d}.log" for day in range(5, 9)]
    compared = run(roofgate, "compare", "--before", *earlier, "--after", folder / LAST)
    assert compared.status == 3 and "the same measurements as nccl-2026-10-08.log of before the change" in compared.err
    baselines = ("--baselines", tmp_path / "baselines")
    assert run(roofgate, "baseline", "promote", earlier[-1], *baselines, "--reason", "first").status == 0
    again = run(roofgate, "baseline", "promote", folder / LAST, *baselines, "--reason", "second")
    assert again.status == 3 and "it holds the same figures as the night of 2026-10-08: a copy" in again.text, again.text
    stored = run(roofgate, "gate", folder / LAST, *baselines)
    assert stored.status == 3 and "the same measurements as the accepted night of 2026-10-08" in stored.err, stored.text


def test_a_later_file_with_the_content_of_the_latest_run_is_a_lost_night(roofgate, run, tmp_path):
    folder = write_nights(tmp_path / "nights", STEADY[:-1])
    day = 86_400
    for number, log in enumerate(sorted(folder.glob("*.log"))):
        log = log.rename(folder / f"run{number}.log")
        os.utime(log, (1_795_000_000 + day * number,) * 2)
    latest = folder / "latest.log"
    latest.write_bytes((folder / "run7.log").read_bytes())
    assert run(roofgate, "gate", folder).status == 0, "a copy under a name of its own is no night"
    latest.rename(folder / "run8.log")
    os.utime(folder / "run8.log", (1_795_000_000 + day * 8,) * 2)
    done = run(roofgate, "gate", folder)
    assert done.status == 3 and "run8.log: the latest file holds no run: the same content as" in done.err, done.text


@pytest.mark.parametrize("kind, before, after, scale", [
    ("customSmallerIsBetter", "ns", "us", 1e-3), ("customSmallerIsBetter", "us/op", "ms", 1e-3),
    ("customBiggerIsBetter", "MB/s", "GB/s", 1e-3), ("customBiggerIsBetter", "GB/s", "GiB/s", 1 / 1.073741824),
])
def test_a_change_of_unit_is_no_change_of_level(roofgate, run, tmp_path, kind, before, after, scale):
    folder = tmp_path / "nights"
    folder.mkdir()
    for day, factor in enumerate(STEADY, start=1):
        unit, times = (before, 1.0) if day < len(STEADY) else (after, scale)
        benches = [{"name": f"b{k}", "unit": unit, "value": (100 + 13 * k) * factor * times} for k in range(4)]
        (folder / f"{kind}-2026-10-{day:02d}.json").write_text(json.dumps(benches), encoding="utf-8")
    done = run(roofgate, "gate", folder)
    assert done.status == 0 and "4 pass" in done.out and "8 nights" in done.out, done.text
    slow = folder / f"{kind}-2026-10-{len(STEADY):02d}.json"
    benches = json.loads(slow.read_text(encoding="utf-8"))
    benches[2]["value"] *= 1.2 if kind == "customSmallerIsBetter" else 1 / 1.2
    slow.write_text(json.dumps(benches), encoding="utf-8")
    assert "REGRESSED     b2 " in run(roofgate, "gate", folder).out
