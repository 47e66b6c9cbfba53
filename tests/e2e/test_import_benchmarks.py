"""`roofgate import` of what benchmark tools write: Google Benchmark, nvbench, github-action-benchmark, SuperBench,
mamf-finder, CSV. Inputs are of our own making; real public files are tried where they are present."""

import json
import struct

import pytest


@pytest.fixture
def take(run, roofgate, tmp_path):
    """Imports one text; gives the outcome and the records, in order."""

    def imported(text, name="input.json", *more):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        folder = tmp_path / "out"
        done = run(roofgate, "import", file, "-o", f"{folder}/", *more)
        records = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))] if folder.exists() else []
        return done, sorted(records, key=lambda record: (record["started_at"], record["id"]))

    return imported


def cases(record):
    return {case["id"]: case for case in record["cases"]}


def times(record, case):
    return [time for one in cases(record)[case]["rounds"] for time in one["time_s"]]


def marks(record, case):
    return [mark["kind"] + ": " + mark["evidence"] for one in cases(record)[case]["rounds"] for mark in one["marks"]]


def gbench(*entries, **context):
    return json.dumps({"context": {"date": "2026-11-29T15:39:17+02:00", "host_name": "node7", "num_cpus": 8,
                                   "executable": "/home/someone/bench", "library_version": "v1.9.0",
                                   "library_build_type": "release", "api_token": "s3cr3t-t0ken", **context},
                       "benchmarks": list(entries)})


def entry(name, real, run_type="iteration", **more):
    return {"name": name, "run_name": name, "run_type": run_type, "family_index": 0, "repetition_index": 0, "threads": 1,
            "iterations": 100, "real_time": real, "cpu_time": real, "time_unit": "us", **more}


def test_gbench_repetitions_are_samples_and_aggregates_are_not(take):
    done, (record,) = take(gbench(
        entry("BM_a", 10, repetition_index=0), entry("BM_a", 12, repetition_index=1),
        {**entry("BM_a_mean", 11, "aggregate", aggregate_name="mean"), "run_name": "BM_a"},
        {**entry("BM_a_BigO", 3, "aggregate", aggregate_name="BigO"), "run_name": "BM_a"},
        entry("BM_b", 5, family_index=1, bytes_per_second=2e9)))
    assert done.status == 0, done.text
    assert times(record, "BM_a") == pytest.approx([10e-6, 12e-6])
    assert cases(record)["BM_b"]["work"]["bytes_read"] == 10000
    assert record["started_at"] == "2026-11-29T13:39:17Z", "the zone counts"
    assert record["environment"]["host"]["name"] == "node7"
    assert record["imported"]["tool"] == "google-benchmark v1.9.0"
    assert "aggregates of repetitions are no samples" in done.out
    assert "complexity (BigO, RMS)" in done.out
    assert "s3cr3t" not in json.dumps(record) + done.text, "what people add to the context is not kept"


def test_gbench_keeps_the_finite_where_json_is_none(take):
    text = gbench(entry("BM_good", 10), entry("BM_nan", 1), entry("BM_zero", 0, family_index=2))
    done, (record,) = take(text.replace('"real_time": 1,', '"real_time": NaN,').replace(
        '"cpu_time": 1,', '"cpu_time": Infinity,'))
    assert done.status == 0, done.text
    assert times(record, "BM_good") == pytest.approx([10e-6])
    assert times(record, "BM_nan") == [] and marks(record, "BM_nan") == ["error: real_time is NaN: not measured"]
    assert times(record, "BM_zero") == [] and "real_time is 0" in marks(record, "BM_zero")[0]


def test_gbench_without_a_case_says_why(take):
    done, _ = take(gbench({**entry("BM_a", 10), "time_unit": "fortnight"}))
    assert done.status == 3 and "without a unit that is known" in done.err, done.text
    whole = gbench(entry("BM_a", 10))
    done, _ = take(whole[:whole.index('"real_time"')])
    assert done.status == 3 and "ends in its middle, before its first benchmark" in done.err, done.text
    done, _ = take(gbench())
    assert done.status == 3 and "no benchmark ran" in done.err, done.text


def test_gbench_errors_and_skips_are_marks(take):
    done, (record,) = take(gbench(
        entry("BM_e", 0, error_occurred=True, error_message="login with s3cr3t-t0ken failed"),
        entry("BM_s", 0, family_index=1, skipped=True, skip_message="s3cr3t-t0ken"),
        {**entry("BM_t", 0, family_index=2), "real_time": "s3cr3t-t0ken"}))
    assert marks(record, "BM_e") == ["error: google-benchmark: the benchmark failed; the file has its message"]
    assert marks(record, "BM_s") == ["skipped: google-benchmark: the benchmark was skipped; the file has its message"]
    assert "s3cr3t" not in json.dumps(record) + done.text, "a message may hold anything"


def test_gbench_two_benchmarks_of_one_name_are_told_apart(take):
    _, (record,) = take(gbench(entry("BM_a", 10), entry("BM_a", 90, family_index=4)))
    assert set(cases(record)) == {"BM_a", "BM_a#family4"}


def test_gbench_aggregates_alone_count_as_one_doubtful_sample(take):
    done, (record,) = take(gbench(
        {**entry("BM_a_mean", 11, "aggregate", aggregate_name="mean"), "run_name": "BM_a"},
        {**entry("BM_a_median", 10, "aggregate", aggregate_name="median"), "run_name": "BM_a"}))
    assert times(record, "BM_a") == pytest.approx([10e-6])
    assert "only aggregates were written" in done.out


@pytest.mark.parametrize("text, name, status, words", [
    ("", "none.json", 2, "is empty"),
    (gbench(), "none.json", 3, "no benchmark ran"),
    (gbench(entry("BM_a", 1))[:-40] + "#", "cut.json", 2, "cut.json"),
])
def test_gbench_that_measured_nothing_is_no_verdict(take, text, name, status, words):
    done, records = take(text, name)
    assert done.status == status, done.text
    assert words in done.err and records == []


def test_gbench_csv(take):
    done, (record,) = take(
        "2026-11-29T02:00:00+00:00\nRunning ./bench\n"
        "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message\n"
        '"BM_a/8/threads:2",100,2.5,2.4,ms,,,"x, y",,\n'
        '"BM_a/8/threads:2",100,2.7,2.4,ms,,,,,\n'
        '"BM_a/8/threads:2_mean",2,2.6,2.4,ms,,,,,\n'
        '"BM_e",,,,,,,,true,"broken ""s3cr3t"""\n'
        '"BM_short",1\n', "bench.csv")
    assert done.status == 0, done.text
    assert times(record, "BM_a/8/threads:2") == pytest.approx([2.5e-3, 2.7e-3])
    assert cases(record)["BM_a/8/threads:2"]["parameters"]["threads"] == 2
    assert marks(record, "BM_e") == ["error: google-benchmark: the benchmark failed; the file has its message"]
    assert "s3cr3t" not in json.dumps(record) + done.text
    assert "another number of cells" in done.out


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


def history(*runs, suite="My suite"):
    return "window.BENCHMARK_DATA = " + json.dumps({"lastUpdate": 1, "entries": {suite: list(runs)}})


def action_run(commit, date, tool, *benches):
    return {"commit": {"id": commit, "message": "leak s3cr3t-t0ken"}, "date": date, "tool": tool,
            "benches": [dict(zip(("name", "value", "unit"), bench)) for bench in benches]}


def test_a_github_action_history_is_nights_in_order(take):
    done, records = take(history(
        action_run("b" * 40, 1764381600000, "googlecpp", ("fib", 250.0, "ns/iter")),
        action_run("a" * 40, 1764295200000, "googlecpp", ("fib", 200.0, "ns/iter"))), "data.js")
    assert done.status == 0, done.text
    assert [record["notes"]["commit"][0] for record in records] == ["a", "b"]
    assert [times(record, "My suite/fib")[0] for record in records] == pytest.approx([200e-9, 250e-9])
    assert records[0]["started_at"] == "2025-11-28T02:00:00Z"
    assert "s3cr3t" not in json.dumps(records) + done.text


def test_a_rate_improves_upwards_whatever_the_tool(take):
    done, (record,) = take(history(action_run(
        "c" * 40, 1764295200000, "jmh", ("fast", 120.0, "ops/s"), ("slow", 3.0, "ms/op"), ("odd", 7.0, "Percent"))), "data.js")
    fast = cases(record)["My suite/fast"]
    assert fast["better"] == "higher" and fast["metric"] == {"name": "fast", "unit": "ops/s"}
    assert times(record, "My suite/fast") == pytest.approx([1 / 120])
    assert times(record, "My suite/slow") == pytest.approx([3e-3])
    assert "neither unit nor tool says which way it improves" in done.out


def test_a_direction_that_contradicts_its_unit_is_refused(take):
    done, records = take(history(action_run("d" * 40, 1764295200000, "customSmallerIsBetter", ("rate", 5.0, "GB/s"))),
                         "data.js")
    assert done.status == 3, done.text
    assert records == [] and "improves one way and the tool's kind the other" in done.err


def test_the_custom_json_takes_its_direction_from_unit_or_name(take):
    text = json.dumps([{"name": "memory free", "unit": "MB", "value": 150}])
    done, records = take(text, "result.json")
    assert done.status == 3 and "no figure whose direction is known" in done.err
    _, (record,) = take(text, "customBiggerIsBetter_result.json")
    assert cases(record)["memory free"]["better"] == "higher"


def test_superbench_nodes_ranks_and_return_codes(take):
    lines = [{"node": "n1", "mem-bw/h2d_bw:0": 25.0, "mem-bw/h2d_bw:1": 20.0, "mem-bw/return_code": 0,
              "kernel-launch/event_time:0": 0.006, "ib/x_bw:0": 9.0, "ib/return_code": 1, "monitor/gpu_temp": 60},
             {"node": "n2", "mem-bw/h2d_bw:0": 26.0, "mem-bw/h2d_bw:1": 0.0, "mem-bw/return_code": 0}]
    done, records = take("\n".join(json.dumps(line) for line in lines), "results-summary.jsonl")
    assert done.status == 0, done.text
    first, second = sorted(records, key=lambda record: record["environment"]["host"]["name"])
    worst = cases(first)["mem-bw/h2d_bw"]
    assert worst["better"] == "higher" and times(first, "mem-bw/h2d_bw") == pytest.approx([1 / 20])
    assert worst["rounds"][0]["world_size"] == 2 and len(worst["rounds"][0]["rank_time_s"]) == 2
    assert cases(first)["kernel-launch/event_time"]["better"] == "lower"
    assert marks(first, "ib/x_bw") == ["error: the benchmark's return code is not 0"]
    assert marks(second, "mem-bw/h2d_bw") == ["error: its value is 0: not measured"]
    assert "does not say which way it improves" in done.out


def test_superbench_figures_that_only_their_benchmark_names(take):
    done, (record,) = take(json.dumps({
        "node": "n1", "gemm-flops/FP64:0": 19000.0, "gemm-flops/return_code": 0, "gpu-sm-copy-bw/dtoh:0": 25.0,
        "ib-loopback/IB_write_8_Avg_0:0": 0.4, "cudnn-function/name_cudnnConvolutionForward_k_1:0": 12.5,
        "disk-benchmark/nvme0n1_seq_read_bs:0": 131072.0}), "results-summary.jsonl")
    assert done.status == 0, done.text
    better = {name: case["better"] for name, case in cases(record).items()}
    assert better == {"gemm-flops/FP64": "higher", "gpu-sm-copy-bw/dtoh": "higher", "ib-loopback/IB_write_8_Avg_0": "higher",
                      "cudnn-function/name_cudnnConvolutionForward_k_1": "lower"}
    assert "1 refused: its name does not say which way it improves" in done.out


def test_superbench_rules_are_told_what_they_are_for(take):
    done, _ = take("version: v0.4\nsuperbench:\n  rules:\n    a:\n      criteria: 'lambda x:x>1'\n", "rule.yaml")
    assert done.status == 2 and "SuperBench rules hold no figures" in done.err


def test_mamf_finder_shapes_are_products(take):
    done, (record,) = take(
        "** Dtype: torch.bfloat16\n- device properties: _CudaDeviceProperties(name='NVIDIA H200', major=9)\n"
        "     1 |  610.0(mean)   612.5(median)   640.0(max) @ 4096x4096x4096       | best:  610.0(mean) TFLOPS\r"
        "     2 |  700.0(mean)   705.0(median)   720.0(max) @ 8192x8192x8192       | best:  700.0(mean) TFLOPS\n"
        "Tried  2 shapes => the best outcomes were:\nmean:   700.0 TFLOPS @ 8192x8192x8192 (MxNxK)\n", "mamf.txt")
    assert done.status == 0, done.text
    assert set(cases(record)) == {"gemm/bf16/m4096n4096k4096", "gemm/bf16/m8192n8192k8192"}
    assert times(record, "gemm/bf16/m4096n4096k4096") == pytest.approx([2 * 4096**3 / 612.5e12])
    assert record["environment"]["devices"][0]["name"] == "NVIDIA H200"


def test_the_best_of_a_sweep_alone_is_no_measurement(take):
    done, _ = take("Tried  79 shapes => the best outcomes were:\nmean:   21.6 TFLOPS @ 19200x4096x4096 (MxNxK)\n", "m.txt")
    assert done.status == 3 and "the best of a sweep is no measurement of one shape" in done.err


def test_csv_needs_its_mapping(take, tmp_path):
    text = "day;bench;size;ms\n2026-11-28;copy;8;1.5\n2026-11-29;copy;8;1.6\n2026-11-29;copy;9;none\n2026-11-29;copy\n"
    done, _ = take(text, "nights.csv")
    assert done.status == 2 and "--mapping" in done.err
    mapping = tmp_path / "map"
    mapping.write_text("# ours\nid = bench, size\nvalue = ms\nunit = ms\nmoment = day\nseparator = ;\n")
    done, records = take(text, "nights.csv", "--mapping", mapping)
    assert done.status == 0, done.text
    assert [record["started_at"] for record in records] == ["2026-11-28T00:00:00Z", "2026-11-29T00:00:00Z"]
    assert times(records[1], "copy/8") == pytest.approx([1.6e-3])
    assert "its value is no number" in done.out and "another number of cells" in done.out


@pytest.mark.parametrize("mapping, words", [
    ("id = bench\n", "says no 'value'"),
    ("id = bench\nvalue = ms\nunit = widgets\n", "does not say which way figures improve"),
    ("id = bench\nvalue = gone\nunit = ms\n", "has no column 'gone'"),
    ("id = bench\nvalue = ms\nunit = ms\nbetter = higher\n", "a time that improves upwards"),
    ("id = bench\nvalue = ms\nunit = GB/s\nbetter = lower\n", "a figure in GB/s that improves downwards"),
    ("id = bench\nvalue = ms\nunit = ms\nseparator = ;;\n", "is not understood"),
    ("colour = red\n", "is not understood"),
    ("just words\n", "is no 'key = value'"),
])
def test_a_mapping_that_says_too_little_is_status_2(take, tmp_path, mapping, words):
    (tmp_path / "map").write_text(mapping)
    done, _ = take("bench,ms\na,1\n", "x.csv", "--mapping", tmp_path / "map")
    assert done.status == 2, done.text
    assert words in done.err


@pytest.mark.parametrize("separator", ["tab", "\\t", "\t"])
def test_a_csv_may_be_separated_by_tabs(take, tmp_path, separator):
    (tmp_path / "map").write_text(f"id = bench, size\nvalue = ms\nunit = ms\nseparator = {separator}\n")
    done, (record,) = take("bench\tsize\tms\tnote\ncopy\t8\t1.5\tof a, b\n", "n.tsv", "--mapping", tmp_path / "map")
    assert done.status == 0, done.text
    assert times(record, "copy/8") == pytest.approx([1.5e-3])


def test_a_column_that_is_there_twice_is_not_guessed(take, tmp_path):
    (tmp_path / "map").write_text("id = bench\nvalue = ms\nunit = ms\n")
    done, records = take("bench,ms,ms\na,1,2\n", "n.csv", "--mapping", tmp_path / "map")
    assert done.status == 2 and "has several columns 'ms'" in done.err and records == [], done.text


def test_mamf_finder_writes_its_date(take):
    _, (record,) = take("Benchmark started on 2026-10-05 12:00:09\n** Dtype: torch.bfloat16\n"
                        "  1 |  610.0(mean)   612.5(median)   640.0(max) @ 4096x4096x4096  | best:  610.0(mean) TFLOPS\n",
                        "mamf.txt")
    assert record["started_at"] == "2026-10-05T12:00:09Z"


def test_gbench_csv_may_have_its_date_above(take):
    _, (record,) = take("2026-10-05T14:00:09+02:00\nRunning ./bench\nname,iterations,real_time,cpu_time,time_unit\n"
                        "BM_a,100,2.5,2.4,ms\n", "bench.csv")
    assert record["started_at"] == "2026-10-05T12:00:09Z"


def test_a_csv_of_one_series_needs_no_id(take, tmp_path):
    mapping = tmp_path / "map"
    mapping.write_text("value = ms\nunit = ms\nmoment = time\n")
    done, records = take("# nightly\n# of one bench\ntime,ms\n2026-11-28T02:00:00Z,1.5\n2026-11-29T02:00:00Z,1.6\n", "n.csv",
                         "--mapping", mapping)
    assert done.status == 0, done.text
    assert [times(record, "ms") for record in records] == [pytest.approx([1.5e-3]), pytest.approx([1.6e-3])]


def test_names_cannot_lie(take):
    done, (record,) = take(gbench(entry("BM_\x1b[31m\n../../x|<b>\u202e", 10)))
    assert done.status == 0, done.text
    assert "\x1b" not in done.text and "\u202e" not in done.text


@pytest.mark.parametrize("pattern", ["gbench/*.json", "nvbench/*.json", "nvbench/*.csv", "history/gab_*.js",
                                     "superbench/*baseline.json", "superbench/analyzer_test_results.jsonl"])
def test_real_public_files_are_read(run, roofgate, shared_dir, pattern):
    files = sorted((shared_dir / "data").glob(pattern))
    if not files:
        pytest.skip(f"no {pattern} in {shared_dir}")
    for file in files:
        done = run(roofgate, "import", file)
        assert done.status in (0, 3), f"{file.name}: {done.text}"
        if done.status == 3:
            assert "nothing" in done.err or "no " in done.err, f"{file.name}: {done.err}"
