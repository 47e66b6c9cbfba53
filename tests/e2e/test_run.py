"""`roofgate run`: rounds in fresh processes, and a record that is complete or resumable whatever happens."""

import json
import os
import pathlib
import signal
import subprocess
import time

import pytest

SUITE = {
    "schema": "roofgate.suite/1",
    "name": "tiny",
    "purpose": "A case of each kind that takes milliseconds.",
    "host": {
        "sampling": {"max_warmup_s": 0.02, "min_sampling_s": 0.02, "max_sampling_s": 0.05, "max_samples": 20, "max_case_s": 60},
        "grids": [
            {"kind": "ceiling", "ops": ["launch"]},
            {"kind": "memory", "ops": ["copy", "read"], "bytes": ["4 MiB"]},
            {"kind": "gemm", "shapes": [[256, 256, 256]], "align": [128, 1]},
            {"kind": "allreduce", "dtypes": ["bf16"], "placements": ["out_of_place"], "bytes": [8]},
        ],
    },
}
CRASHING = "memory/read/bytes4194304"


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    file = tmp_path_factory.mktemp("suite") / "tiny.json"
    file.write_text(json.dumps(SUITE))
    return file


@pytest.fixture(scope="module")
def flags(suite, build_dir):
    """A sanitized build is no Release build and must be told to measure."""
    release = "CMAKE_BUILD_TYPE:STRING=Release" in (build_dir / "CMakeCache.txt").read_text()
    return ["--suite", suite, "--backend", "host", *([] if release else ["--allow-debug-build"])]


def read(record):
    return json.loads(pathlib.Path(record).read_text())


def rounds(record):
    """Every (case, round) of a record, as often as it is there."""
    return sorted((case["id"], each["index"]) for case in read(record)["cases"] for each in case["rounds"])


def measuring_processes(record):
    """Processes whose command line names the record: what a run may not leave behind."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command = (entry / "cmdline").read_bytes().decode(errors="replace")
            is_zombie = (entry / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except OSError:
            continue
        if str(record) in command and not is_zombie:
            found.append(command.replace("\0", " "))
    return found


def wait_until(condition, seconds=120):
    """Not a measurement: gives a loaded machine time, and says whether it was enough."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


def begin(roofgate, flags, record, *more, env=None):
    """A run in the background, once its first case is on disk."""
    process = subprocess.Popen(
        [roofgate, "run", *flags, "-o", record, *more],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})},
    )
    has_begun = lambda: record.exists() and read(record)["cases"]  # noqa: E731
    assert wait_until(lambda: has_begun() or process.poll() is not None)
    assert process.poll() is None, process.communicate()
    return process


@pytest.fixture(scope="module")
def whole(roofgate, run, flags, tmp_path_factory):
    """One complete run in a folder of its own, with the default place of the record."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, run(roofgate, "run", *flags, "--rounds", 2, cwd=folder)


def test_a_run_is_complete_and_says_where_it_is(whole):
    folder, done = whole
    assert done.status == 0, done.text
    (record,) = folder.glob("runs/*/record.json")
    assert f"judge it: roofgate gate {record.relative_to(folder)}" in done.out
    assert "measured 2 rounds of 6 cases of tiny on host-" in done.out
    document = read(record)
    assert document["finished_at"] and document["rounds_planned"] == 2
    assert len(rounds(record)) == len(set(rounds(record))) == 12
    worlds = {each["world_size"] for case in document["cases"] if case["kind"] == "allreduce" for each in case["rounds"]}
    assert worlds == {2} or os.cpu_count() != 2


def test_progress_is_on_standard_error_in_whole_lines(whole):
    done = whole[1]
    assert "measuring 6 cases in 2 rounds" in done.err and "round 2: 5 cases" in done.err
    assert "\r" not in done.err and "\x1b" not in done.err


def test_nothing_but_record_and_log_is_left(whole):
    folder, _ = whole
    assert sorted(file.name for file in folder.glob("runs/*/*")) == ["record.json", "record.log"]


def test_order_is_shuffled_between_rounds(roofgate, run, flags, tmp_path):
    record = tmp_path / "r.json"
    done = run(roofgate, "run", *flags, "--rounds", 4, "--launcher", "none", "--seed", 7, "-o", record)
    assert done.status == 0, done.text
    orders = set()
    for index in range(4):
        places = [(each["position"], case["id"]) for case in read(record)["cases"] for each in case["rounds"]
                  if each["index"] == index]
        orders.add(tuple(case for _, case in sorted(places)))
    assert len(orders) > 1


def test_world_sizes_and_oversubscription(roofgate, run, flags, tmp_path):
    record = tmp_path / "r.json"
    done = run(roofgate, "run", *flags, "--rounds", 1, "--world-sizes", "1,3", "-o", record)
    assert done.status == 0, done.text
    cases = {case["id"]: case for case in read(record)["cases"] if case["kind"] == "allreduce"}
    assert sorted(case.rsplit("/", 1)[1] for case in cases) == ["ranks1", "ranks3"]
    if os.cpu_count() < 3:
        (three,) = [case for case in cases if case.endswith("ranks3")]
        assert "oversubscribed" in [mark["kind"] for mark in cases[three]["rounds"][0]["marks"]]


def test_without_a_launcher_worlds_are_left_out(roofgate, run, flags, tmp_path):
    record = tmp_path / "r.json"
    done = run(roofgate, "run", *flags, "--rounds", 1, "-o", record, env={"PATH": "/nowhere"})
    assert done.status == 0, done.text
    assert "warning: no mpirun on the search path" in done.err
    assert not [case for case in read(record)["cases"] if case["kind"] == "allreduce"]


def test_a_budget_ends_between_rounds(roofgate, run, flags, tmp_path):
    record = tmp_path / "r.json"
    done = run(roofgate, "run", *flags, "--rounds", 50, "--time-budget", "0.001", "--launcher", "none", "-o", record)
    assert done.status == 0, done.text
    assert "the time budget ends the run after 1 of 50 rounds" in done.err
    assert read(record)["rounds_planned"] == 1 and read(record)["finished_at"]


def test_killed_at_any_moment_it_is_completed_by_resume(roofgate, run, flags, tmp_path):
    record = tmp_path / "r.json"
    process = begin(roofgate, flags, record, "--rounds", "3")
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert wait_until(lambda: not measuring_processes(record)), measuring_processes(record)
    before = read(record)
    assert not before["finished_at"] and len(rounds(record)) < 18
    done = run(roofgate, "run", "--resume", record, *[flag for flag in flags if flag not in ("--backend", "host")])
    assert done.status == 0, done.text
    assert len(rounds(record)) == len(set(rounds(record))) == 18
    after = read(record)
    assert after["id"] == before["id"] and after["finished_at"]
    for case in before["cases"]:
        kept = next(other for other in after["cases"] if other["id"] == case["id"])
        for each in case["rounds"]:
            assert each in kept["rounds"], "what was measured is kept"
    again = run(roofgate, "run", "--resume", record, *[flag for flag in flags if flag not in ("--backend", "host")])
    assert again.status == 0 and "round 1" not in again.err, "nothing is left to measure"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_keeps_what_is_measured_and_leaves_no_process(number, roofgate, flags, tmp_path):
    record = tmp_path / "r.json"
    process = begin(roofgate, flags, record, "--rounds", "50")
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 3, err
    assert f"complete it: roofgate run --resume {record} --suite {flags[1]}\n" in out
    assert measuring_processes(record) == []
    assert rounds(record) and not read(record)["finished_at"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["r.json", "r.log"]


def test_two_runs_never_write_one_record(roofgate, run, flags, tmp_path):
    record = tmp_path / "r.json"
    process = begin(roofgate, flags, record, "--rounds", "50")
    try:
        done = run(roofgate, "run", *flags, "-o", record)
        assert done.status == 2 and "the file is there already" in done.err
        done = run(roofgate, "run", "--resume", record, "--suite", flags[1])
        assert done.status == 2 and "another run is writing this record" in done.err
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=120)


def test_a_crashing_case_is_marked_and_the_others_are_measured(roofgate, run, bench_planted, flags, tmp_path):
    record = tmp_path / "r.json"
    done = run(roofgate, "run", *flags, "--rounds", 1, "--bench", bench_planted, "-o", record,
               env={"ROOFGATE_PLANT": f"{CRASHING}=crash"})
    assert done.status == 3, done.text
    for case in read(record)["cases"]:
        (measured,) = case["rounds"]
        kinds = [mark["kind"] for mark in measured["marks"]]
        assert ("error" in kinds) == (case["id"] == CRASHING), (case["id"], measured["marks"])
        assert bool(measured["time_s"]) != (case["id"] == CRASHING)
    assert "1 could not be measured" in done.out and CRASHING in done.out and "signal" in done.out


def test_a_hanging_case_is_ended_and_the_others_are_measured(roofgate, run, bench_planted, flags, tmp_path):
    suite = json.loads(pathlib.Path(flags[1]).read_text())
    suite["host"]["sampling"]["max_case_s"] = 3
    file = tmp_path / "tiny.json"
    file.write_text(json.dumps(suite))
    record = tmp_path / "r.json"
    done = run(roofgate, "run", "--suite", file, *flags[2:], "--rounds", 1, "--launcher", "none", "--bench",
               bench_planted, "-o", record, env={"ROOFGATE_PLANT": f"{CRASHING}=hang"})
    assert done.status == 3, done.text
    marked = {case["id"] for case in read(record)["cases"] for each in case["rounds"]
              for mark in each["marks"] if mark["kind"] == "error"}
    assert CRASHING in marked and len(read(record)["cases"]) == 5
    assert CRASHING in done.out


def test_a_wrong_result_is_status_4(roofgate, run, bench_planted, flags, tmp_path):
    record = tmp_path / "r.json"
    done = run(roofgate, "run", *flags, "--rounds", 1, "--launcher", "none", "--bench", bench_planted, "-o", record,
               env={"ROOFGATE_PLANT": "gemm/bf16/tn/m256n256k256/align128=wrong"})
    assert done.status == 4, done.text
    assert "1 with a wrong result" in done.out
    (case,) = [case for case in read(record)["cases"] if case["id"].endswith("align128")]
    assert case["rounds"][0]["time_s"] == [], "a wrong result is never timed"


def test_resume_refuses_another_suite_and_another_tool(roofgate, run, whole, tmp_path):
    (original,) = whole[0].glob("runs/*/record.json")
    record = tmp_path / "r.json"
    record.write_text(original.read_text())
    done = run(roofgate, "run", "--resume", record, "--suite", "smoke")
    assert done.status == 2 and "the record is of suite 'tiny', not 'smoke'" in done.err
    document = read(original)
    document["tool"]["version"] = "0.0.1"
    record.write_text(json.dumps(document))
    before = record.read_bytes()
    done = run(roofgate, "run", "--resume", record, "--suite", "tiny.json", cwd=tmp_path)
    assert done.status == 2, done.text
    assert record.read_bytes() == before, "a refused record stays as it is"


def test_an_unwritable_place_is_said_before_measuring(roofgate, run, flags):
    done = run(roofgate, "run", *flags, "-o", "/proc/r.json")
    assert done.status in (2, 4) and "/proc/r.json" in done.err, done.text
    assert "measuring" not in done.err
