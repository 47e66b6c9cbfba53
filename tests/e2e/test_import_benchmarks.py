"""`roofgate import` of Google Benchmark, github-action-benchmark and SuperBench. Inputs are of our own making; real public
files are tried where they are present."""

import json

import pytest
from imported import cases, marks, times


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
        entry("BM_a", 10, family_index=3),
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
    assert done.status == 3 and "ends in the middle of a row" in done.out, done.text
    assert times(record, "BM_a/8/threads:2") == pytest.approx([2.5e-3, 2.7e-3])
    assert cases(record)["BM_a/8/threads:2"]["parameters"]["threads"] == 2
    assert marks(record, "BM_e") == ["error: google-benchmark: the benchmark failed; the file has its message"]
    assert "s3cr3t" not in json.dumps(record) + done.text
    assert "another number of cells" in done.out


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


def test_gbench_csv_may_have_its_date_above(take):
    _, (record,) = take("2026-10-05T14:00:09+02:00\nRunning ./bench\nname,iterations,real_time,cpu_time,time_unit\n"
                        "BM_a,100,2.5,2.4,ms\n", "bench.csv")
    assert record["started_at"] == "2026-10-05T12:00:09Z"


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
            reasons = ("nothing", "no ", "none of its", "NOT FINISHED")
            assert any(reason in done.text for reason in reasons), f"{file.name}: {done.text}"
