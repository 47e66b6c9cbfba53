"""A tool that died on its way, or measured nothing: never a result, whatever it printed before."""

import json

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
