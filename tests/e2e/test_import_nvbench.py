"""`roofgate import` of nvbench's JSON, its sample files and its CSV, on inputs of our own."""

import json
import struct

import pytest
from imported import cases, marks, times


def summary(tag, value):
    return {"tag": tag, "name": "x", "data": [{"name": "value", "type": "float64", "value": str(value)}]}


def nvbench(*states, devices=1):
    return json.dumps({
        "meta": {"argv": ["bench", "--token", "s3cr3t-t0ken"], "version": {"nvbench": {"string": "0.1.0"}}},
        "devices": [{"id": i, "name": "NVIDIA H200", "sm_version": 900, "ptx_version": 900, "number_of_sms": 132,
                     "global_memory_size": 150754820096, "l2_cache_size": 52428800} for i in range(devices)],
        "benchmarks": [{"name": "copy", "index": 0, "states": list(states)}]})


def state(*summaries, device=0, size="20", **more):
    return {"name": "s", "device": device, "axis_values": [{"name": "Size", "type": "int64", "value": size}],
            "summaries": list(summaries), "is_skipped": False, **more}


def test_nvbench_sizes_that_no_device_has_are_not_known(take):
    text = nvbench(state(summary("nv/cold/time/gpu/mean", 1e-3), summary("nv/cold/sample_size", 4)))
    done, (record,) = take(text.replace("150754820096", "-1000").replace("52428800", "1e300"), "run.json")
    assert done.status == 0, done.text
    device = record["environment"]["devices"][0]
    assert device["memory_bytes"] == 0 and device["l2_cache_bytes"] == 0


def test_nvbench_json_with_and_without_its_samples(take, tmp_path):
    (tmp_path / "run.json-bin").mkdir()
    (tmp_path / "run.json-bin" / "0.bin").write_bytes(struct.pack("<4f", 1e-3, 1.1e-3, 0.9e-3, 1e-3))
    sampled = {"tag": "nv/json/bin:nv/cold/sample_times", "data": [
        {"name": "filename", "type": "string", "value": "/elsewhere/run.json-bin/0.bin"},
        {"name": "size", "type": "int64", "value": "4"}]}
    done, (record,) = take(nvbench(
        state(summary("nv/cold/time/gpu/mean", 1e-3), summary("nv/cold/sample_size", 4), sampled,
              summary("nv/cold/bw/global/bytes_per_second", 4e12), summary("nv/batch/time/gpu/mean", 0.8e-3)),
        state(summary("nv/cold/time/gpu/mean", 2e-3), summary("nv/cold/sample_size", 100), size="21"),
        state(size="22", is_skipped=True, skip_reason="s3cr3t-t0ken")), "run.json")
    assert done.status == 0, done.text
    assert times(record, "copy/Size=20") == pytest.approx([1e-3, 1.1e-3, 0.9e-3, 1e-3], rel=1e-6)
    assert cases(record)["copy/Size=20"]["work"]["bytes_read"] == 4e9
    assert times(record, "copy/Size=20/batch") == pytest.approx([0.8e-3])
    assert times(record, "copy/Size=21") == pytest.approx([2e-3])
    assert marks(record, "copy/Size=22") == ["skipped: nvbench: the benchmark skipped it; the file has its reason"]
    assert record["environment"]["devices"][0]["compute_capability"] == 90
    assert record["environment"]["backend"] == "cuda"
    assert record["imported"]["tool"] == "nvbench 0.1.0"
    assert "s3cr3t" not in json.dumps(record) + done.text


def test_nvbench_without_enough_samples_is_no_verdict(take):
    _, (record,) = take(nvbench(
        state(summary("nv/cold/time/gpu/mean", 1e-3), summary("nv/cold/sample_size", 2)),
        state(summary("nv/cold/time/gpu/mean", 0), summary("nv/cold/sample_size", 0), size="21")))
    assert marks(record, "copy/Size=20") == ["unstable: 2 samples (at least 3)"]
    assert any("no samples: not measured" in mark for mark in marks(record, "copy/Size=21"))


def test_nvbench_devices_are_records_of_their_own(take):
    done, records = take(nvbench(*[state(summary("nv/cold/time/gpu/mean", 1e-3 * (i + 1)),
                                         summary("nv/cold/sample_size", 9), device=i) for i in range(2)], devices=2))
    assert len(records) == 2, done.text
    assert sorted(times(record, "copy/Size=20")[0] for record in records) == pytest.approx([1e-3, 2e-3])


@pytest.mark.parametrize("named", ["../../secret.bin", "run.json-bin/..", "/etc/passwd", "run.json-bin/gone.bin"])
def test_nvbench_sample_files_lead_nowhere_else(take, tmp_path, named):
    (tmp_path.parent / "secret.bin").write_bytes(struct.pack("<2f", 1, 1))
    sampled = {"tag": "nv/json/bin:nv/cold/sample_times", "data": [
        {"name": "filename", "type": "string", "value": named}, {"name": "size", "type": "int64", "value": "2"}]}
    done, (record,) = take(nvbench(state(summary("nv/cold/time/gpu/mean", 3e-3), summary("nv/cold/sample_size", 9),
                                         sampled)))
    assert times(record, "copy/Size=20") == pytest.approx([3e-3])
    assert "the sample file cannot be used" in done.out


def test_nvbench_csv(take):
    done, records = take(
        "Benchmark,Device,Device Name,N (pow2),N,Skipped,Samples,CPU Time (sec),Noise,GPU Time (sec),Noise,"
        "GlobalMem BW (bytes/sec),BWUtil,Samples,Batch GPU (sec)\n"
        "scan,0,NVIDIA L4,2^20,1048576,No,50,0.002,0.01,0.001,0.02,4e9,0.1,60,0.0009\n"
        "scan,0,NVIDIA L4,2^20,1048576,No,50,0.002,0.01,0.001,0.02,4e9,0.1,60,0.0009\n"
        "scan,0,NVIDIA L4,2^21,2097152,no s3cr3t-t0ken,,,,,,,,,\n"
        "scan,0\n", "nv.csv")
    (record,) = records
    assert times(record, "scan/N=1048576") == pytest.approx([0.001])
    assert times(record, "scan/N=1048576/batch") == pytest.approx([0.0009])
    assert marks(record, "scan/N=2097152") == ["skipped: nvbench: the benchmark skipped it; the file has its reason"]
    assert "s3cr3t" not in json.dumps(record) + done.text
    assert "the same state a second time" in done.out


def test_nvbench_csv_axes_are_axes_whatever_their_name(take):
    done, (record,) = take(
        "Benchmark,Device,Device Name,Noise,Skipped,Samples,CPU Time (sec),Noise,GPU Time (sec),Noise,Batch GPU (sec),"
        "Batch,LoadEff,L2HitRate,HBWPeak,SM Clock Rate (Hz),Duration,Batch,Samples,Size (pow2),Size\n"
        "a,0,NVIDIA L4,3,No,50,0.002,0.01,0.001,0.02,0.0009,60,0.5,0.6,0.7,1e9,,,,,\n"
        "a,0,NVIDIA L4,4,No,50,0.002,0.01,0.002,0.02,0.0009,60,0.5,0.6,0.7,1e9,,,,,\n"
        "b,0,NVIDIA L4,,No,50,0.002,0.01,0.003,0.02,,,0.5,0.6,0.7,1e9,0.1,7,8,2^3,8\n"
        "b,0,NVIDIA L4,,No,50,0.002,0.01,0.004,0.02,,,0.5,0.6,0.7,1e9,0.2,7,8,2^3,8\n", "nv.csv")
    assert "4 of 4 rows read" in done.out or "refused" not in done.out, done.text
    assert times(record, "a/Noise=3") == pytest.approx([0.001])
    assert times(record, "a/Noise=4") == pytest.approx([0.002])
    assert times(record, "b/Duration=0.1/Batch=7/Samples=8/Size=8") == pytest.approx([0.003])
    assert times(record, "b/Duration=0.2/Batch=7/Samples=8/Size=8") == pytest.approx([0.004])


def test_nvbench_json_that_is_cut_or_empty_says_so(take):
    whole = nvbench(state(summary("nv/cold/time/gpu/mean", 1e-3), summary("nv/cold/sample_size", 9)))
    done, _ = take(whole[:whole.index('"summaries"')], "cut.json")
    assert done.status == 3 and "ends in its middle, within its first benchmark" in done.err, done.text
    assert "no benchmark was run" not in done.err
    done, _ = take(nvbench(), "none.json")
    assert done.status == 3 and "holds no state that was measured" in done.err, done.text
    done, _ = take(json.dumps({"benchmarks": [{"name": "copy", "index": 0, "states": []}]}), "bare.json")
    assert done.status == 3 and "holds no state that was measured" in done.err, done.text
