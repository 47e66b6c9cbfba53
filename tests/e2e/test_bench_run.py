"""roofgate-bench on the host backend, for real: what it prints, records and returns."""

import json
import shutil
import signal
import subprocess

import pytest

HOST = ("--backend", "host", "--suite", "smoke")
COPY = "memory/copy/bytes33554432"


@pytest.fixture(scope="session")
def flags(roofgate_bench, build_dir):
    """A sanitized build is no Release build and must be told to measure."""
    cache = (build_dir / "CMakeCache.txt").read_text()
    return HOST if "CMAKE_BUILD_TYPE:STRING=Release" in cache else (*HOST, "--allow-debug-build")


def read(record):
    return json.loads(record.read_text())


def rounds_of(record, case_id):
    return next(case["rounds"] for case in read(record)["cases"] if case["id"] == case_id)


def test_the_smoke_suite_is_measured_and_recorded(roofgate_bench, run, flags, tmp_path):
    record = tmp_path / "record.json"
    outcome = run(roofgate_bench, *flags, "--record", record)
    assert outcome.status == 0, outcome.text
    listed = run(roofgate_bench, *flags, "--benchmark_list_tests").out.split()
    assert [case["id"] for case in read(record)["cases"]] == listed
    for case in read(record)["cases"]:
        (measured,) = case["rounds"]
        assert measured["time_s"] or measured["marks"], case["id"]
        assert measured["check_worst_error"] is None or measured["check_worst_error"] <= 1, case["id"]
        assert case["id"] in outcome.out


def test_a_second_round_in_a_fresh_process_is_added(roofgate_bench, run, flags, tmp_path):
    record = tmp_path / "record.json"
    for number in (0, 1):
        outcome = run(roofgate_bench, *flags, "--benchmark_filter=launch|copy", "--record", record, "--rounds", 2,
                      "--round", number)
        assert outcome.status == 0, outcome.text
    assert [each["index"] for each in rounds_of(record, COPY)] == [0, 1]
    before = record.read_bytes()
    again = run(roofgate_bench, *flags, "--benchmark_filter=launch|copy", "--record", record, "--rounds", 2, "--round", 1)
    assert again.status == 0
    assert "nothing is left to measure" in again.err
    assert record.read_bytes() == before
    assert read(record)["finished_at"] is None
    done = run(roofgate_bench, *flags, "--benchmark_filter=launch|copy", "--record", record, "--rounds", 2, "--round", 1, "--finish")
    assert done.status == 0 and read(record)["finished_at"]


def test_filter_selects_by_id(roofgate_bench, run, flags):
    outcome = run(roofgate_bench, *flags, "--benchmark_filter=^ceiling/", "--benchmark_list_tests")
    assert outcome.out.split() == ["ceiling/fma_fp32", "ceiling/dot_bf16", "ceiling/launch"]
    outcome = run(roofgate_bench, *flags, "--benchmark_filter=-ceiling|gemm|elementwise", "--benchmark_list_tests")
    assert outcome.out.split() == [COPY]


def test_a_filter_that_matches_nothing_is_an_error(roofgate_bench, run, flags):
    for how in ((), ("--benchmark_list_tests",), ("--list",)):
        outcome = run(roofgate_bench, *flags, "--benchmark_filter=gmem", *how)
        assert outcome.status == 2
        assert "roofgate-bench: --benchmark_filter: no case matches 'gmem'\n  hint: --list shows" in outcome.err


def test_json_and_csv_name_cases_by_their_ids(roofgate_bench, run, flags, tmp_path):
    out_file = tmp_path / "out.csv"
    outcome = run(roofgate_bench, *flags, "--benchmark_filter=launch|copy", "--benchmark_format=json",
                  f"--benchmark_out={out_file}", "--benchmark_out_format=csv", "--no-shuffle")
    assert outcome.status == 0, outcome.text
    report = json.loads(outcome.out)
    assert [line["name"] for line in report["benchmarks"]] == ["ceiling/launch", COPY]
    assert report["benchmarks"][1]["bytes/s"] > 0
    assert f'"{COPY}"' in out_file.read_text()


def test_the_table_is_readable(roofgate_bench, run, flags):
    outcome = run(roofgate_bench, *flags, "--benchmark_filter=copy")
    header, line = outcome.out.splitlines()
    assert header.split() == ["case", "median", "95", "%", "rate", "samples", "marks"]
    assert line.startswith(COPY)
    assert "B/s" in line


def test_list_json_for_another_world(roofgate_bench, run):
    listed = json.loads(run(roofgate_bench, *HOST, "--list-json", "--ranks", 4).out)
    collective = [case for case in listed if case["collective"]]
    assert all(case["id"].endswith("/ranks4") for case in collective) and collective
    assert {"id", "kind", "collective", "definition"} == set(listed[0])


def test_describe_is_the_records_environment(roofgate_bench, run, flags, tmp_path):
    record = tmp_path / "record.json"
    described = json.loads(run(roofgate_bench, *HOST, "--describe").out)
    run(roofgate_bench, *flags, "--benchmark_filter=launch", "--record", record)
    recorded = read(record)["environment"]
    assert described == recorded
    assert described["backend"] == "host"
    assert described["software"]["onednn"]


def test_cases_from_a_file(roofgate_bench, run, flags, tmp_path):
    cases = tmp_path / "cases"
    cases.write_text(f"ceiling/launch\n\n{COPY}\n")
    outcome = run(roofgate_bench, *flags, "--cases", cases, "--benchmark_list_tests")
    assert outcome.out.split() == ["ceiling/launch", COPY]
    cases.write_text("ceiling/lunch\n")
    outcome = run(roofgate_bench, *flags, "--cases", cases)
    assert outcome.status == 2
    assert f"{cases}: line 1: there is no case 'ceiling/lunch'" in outcome.err
    assert "did you mean 'ceiling/launch'?" in outcome.err


@pytest.mark.parametrize("arguments, words", [
    (("--suite", "quik"), "suite 'quik'"),
    (("--siute", "quick"), "did you mean --suite?"),
    (("--benchmark_fliter=x",), "did you mean --benchmark_filter?"),
    (("--benchmark_format=xml",), "--benchmark_format"),
    (("--benchmark_filter=(",), "is not a regular expression"),
    (("--backend", "gpu"), "--backend"),
    (("--benchmark_out=/absent/folder/file",), "cannot be written"),
    (("--record", "/absent/folder/record.json"), "/absent/folder"),
    (("--cases", "/absent/cases"), "/absent/cases"),
    (("--finish",), "--finish requires --record"),
])
def test_what_cannot_be_is_a_usage_error(roofgate_bench, run, flags, arguments, words):
    others = list(flags)
    for name in {"--suite", "--backend"} & set(arguments):
        at = others.index(name)
        del others[at:at + 2]
    outcome = run(roofgate_bench, *others, *arguments)
    assert outcome.status == 2, outcome.text
    assert words in outcome.err


def test_a_bad_suite_file_names_file_path_and_fix(roofgate_bench, run, tmp_path):
    suite = tmp_path / "mine.json"
    suite.write_text('{"schema": "roofgate.suite/1", "name": "mine", "purpose": "p", "host": {"grids": '
                     '[{"kind": "memory", "ops": ["cpoy"], "bytes": ["1 MiB"]}]}}')
    outcome = run(roofgate_bench, "--backend", "host", "--suite", suite)
    assert outcome.status == 2
    assert f"{suite}: /host/grids/0/ops/0: unknown value 'cpoy'" in outcome.err
    assert "did you mean 'copy'?" in outcome.err


def test_another_suites_record_is_left_alone(roofgate_bench, run, flags, tmp_path):
    record = tmp_path / "record.json"
    run(roofgate_bench, *flags, "--benchmark_filter=launch", "--record", record)
    before = record.read_bytes()
    quick = ["quick" if flag == "smoke" else flag for flag in flags]
    outcome = run(roofgate_bench, *quick, "--benchmark_filter=launch", "--record", record)
    assert outcome.status == 2
    assert "holds rounds of another suite: 'smoke', not 'quick'" in outcome.err
    assert record.read_bytes() == before


def test_cuda_without_a_driver_says_what_is_missing(roofgate_bench, run):
    if shutil.which("nvidia-smi"):
        pytest.skip("this machine has a driver: its absence cannot be tried")
    outcome = run(roofgate_bench, "--backend", "cuda", "--suite", "smoke")
    assert outcome.status == 3
    assert "driver" in outcome.err or "this build has no CUDA backend" in outcome.err
    assert "hint: " in outcome.err
    listed = run(roofgate_bench, "--backend", "cuda", "--suite", "smoke", "--list")
    assert listed.status == 0 and "memory/host_to_device" in listed.out


def test_auto_says_which_backend_it_took(roofgate_bench, run):
    outcome = run(roofgate_bench, "--suite", "smoke", "--list")
    assert "roofgate-bench: backend " in outcome.err


def test_killed_at_any_moment_what_was_finished_is_there(roofgate_bench, run, flags, tmp_path):
    record = tmp_path / "record.json"
    child = subprocess.Popen([str(roofgate_bench), *map(str, flags), "--record", str(record)], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    lines = [child.stdout.readline() for _ in range(3)]  # the header and two cases
    child.send_signal(signal.SIGKILL)
    child.wait()
    finished = [line.split()[0] for line in lines[1:]]
    kept = [case["id"] for case in read(record)["cases"]]
    assert set(finished) <= set(kept)
    # What is missing is measured by the next process, and nothing twice.
    outcome = run(roofgate_bench, *flags, "--record", record)
    assert outcome.status == 0, outcome.text
    assert not set(kept) & {line.split()[0] for line in outcome.out.splitlines()[1:]}
    listed = run(roofgate_bench, *flags, "--benchmark_list_tests").out.split()
    assert [case["id"] for case in read(record)["cases"]] == listed


def test_profile_runs_one_iteration(roofgate_bench, run, flags):
    outcome = run(roofgate_bench, *flags, "--profile", COPY)
    assert outcome.status == 0, outcome.text
    assert f"{COPY} ran once" in outcome.err


def test_a_hang_ends_the_process_and_is_marked(bench_planted, run, flags, tmp_path):
    record = tmp_path / "record.json"
    outcome = run(bench_planted, *flags, "--benchmark_filter=launch|copy", "--no-shuffle", "--record", record,
                  "--max-seconds-per-case", 3, env={"ROOFGATE_PLANT": f"{COPY}=hang"})
    assert outcome.status == 3, outcome.text
    assert f"{COPY} did not return within 3 s" in outcome.err
    assert rounds_of(record, "ceiling/launch")[0]["time_s"]
    (hung,) = rounds_of(record, COPY)
    assert hung["time_s"] == [] and hung["marks"][0]["kind"] == "error"


def test_a_wrong_result_is_never_timed(bench_planted, run, flags, tmp_path):
    record = tmp_path / "record.json"
    outcome = run(bench_planted, *flags, "--benchmark_filter=launch|copy", "--record", record,
                  env={"ROOFGATE_PLANT": f"{COPY}=wrong"})
    assert outcome.status == 4, outcome.text
    (wrong,) = rounds_of(record, COPY)
    assert wrong["time_s"] == [] and wrong["marks"][0]["kind"] == "wrong_result"


def test_the_installed_program_has_no_plants(roofgate_bench, run, flags):
    outcome = run(roofgate_bench, *flags, "--benchmark_filter=launch", env={"ROOFGATE_PLANT": "ceiling/launch=wrong"})
    assert outcome.status == 0, outcome.text


def test_a_planted_loss_takes_real_time(bench_planted, run, flags, tmp_path):
    """Three times the work must show on any machine; how much exactly is the gate's business. Other work only adds time:
    the best of several alternating runs counts."""
    best = {"1": float("inf"), "3": float("inf")}
    for _ in range(4):
        for plant in best:
            out = run(bench_planted, *flags, "--benchmark_filter=fma_fp32", "--benchmark_format=json",
                      env={"ROOFGATE_PLANT": f"ceiling/fma_fp32={plant}"}).out
            best[plant] = min(best[plant], json.loads(out)["benchmarks"][0]["real_time"])
        if best["3"] > 1.5 * best["1"]:
            return
    assert best["3"] > 1.5 * best["1"]


def test_output_that_cannot_be_written_is_no_success(roofgate_bench):
    with open("/dev/full", "w") as full:
        done = subprocess.run([str(roofgate_bench), *HOST, "--list"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 4
    assert "standard output: No space left on device" in done.stderr


def test_a_reader_that_leaves_early_changes_nothing(roofgate_bench):
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {roofgate_bench} {' '.join(HOST)} --list-json | head -c 1"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
