"""`roofgate compare` and `roofgate run --ab` on a scripted measuring program, and once on this machine for real."""

import json
import os
import pathlib
import re
import signal
import subprocess
import time
import xml.etree.ElementTree

import pytest

from nccl_nights import write_nights

SCRIPTED = pathlib.Path(__file__).with_name("scripted_bench.py")
GEMM = "gemm/bf16/tn/m256n256k256/align128"
HOSTILE = "gemm/<b>|\x1b[31m/align128"


@pytest.fixture
def ab(roofgate, roofgate_bench, run, tmp_path):
    """`ab(environment_a, environment_b, *more)` -> Outcome, measuring into tmp_path/ab."""

    def measure(a, b, *more, rounds=4, folder="ab", env=None):
        return run(roofgate, "run", "--ab", a, "--ab", b, "--suite", "smoke", "--rounds", rounds, "--bench", SCRIPTED,
                   *([] if "--resume" in more else ["-o", tmp_path / folder]), *more, cwd=tmp_path,
                   env={"ROOFGATE_REAL_BENCH": roofgate_bench, **(env or {})})

    return measure


def read(file):
    return json.loads(pathlib.Path(file).read_text())


def regressed(outcome):
    return [line.split()[1] for line in outcome.out.splitlines() if line.startswith("REGRESSED ")]


def test_a_slower_environment_is_found_and_named(ab, tmp_path):
    done = ab("", f"ROOFGATE_PLANT={GEMM}=1.3", "--json", "c.json", "--markdown", "c.md", "--junit", "c.xml")
    assert done.status == 1, done.text
    assert regressed(done) == [GEMM]
    assert done.out.startswith(f"slower: {GEMM} -2")
    assert "before: as it is · after: ROOFGATE_PLANT=… · 4 pairs of rounds" in done.out
    document = read(tmp_path / "c.json")
    assert document["schema"] == "roofgate.compare/1" and document["status"] == 1 and document["is_paired"]
    assert document["recommendation"]["advice"] == "slower"
    assert document["before"]["environment"] == "as it is"
    assert {verdict["case"]: verdict["verdict"] for verdict in document["gate"]["verdicts"]}[GEMM] == "regressed"
    assert (tmp_path / "c.md").read_text().startswith("**slower: ")
    suite = xml.etree.ElementTree.parse(tmp_path / "c.xml").getroot()
    assert suite.get("failures") == "1" and suite.get("tests") == "3"


def test_an_environment_against_itself_is_safe(ab):
    done = ab("", "")
    assert done.status == 0, done.text
    assert done.out.startswith("safe\n") and regressed(done) == []
    assert "The records see no difference between the two environments" in done.out


def test_rounds_alternate_and_the_records_say_so(ab, tmp_path):
    assert ab("", "ROOFGATE_OTHER=1").status == 0
    a, b = read(tmp_path / "ab/a.json"), read(tmp_path / "ab/b.json")
    assert a["notes"]["ab_id"] == b["notes"]["ab_id"]
    assert (a["notes"]["ab_side"], b["notes"]["ab_side"]) == ("a", "b")
    assert a["notes"]["ab_order"] == b["notes"]["ab_order"] == "AB BA AB BA"
    assert a["finished_at"] and b["finished_at"]
    assert sorted(file.name for file in (tmp_path / "ab").iterdir()) == ["a.json", "a.log", "b.json", "b.log"]


def test_the_sides_take_turns_in_progress(ab):
    turns = re.findall(r"round \d: side [AB]", ab("", "X=1", rounds=3).err)
    assert turns == [f"round {k}: side {side}" for k, side in ((1, "A"), (1, "B"), (2, "B"), (2, "A"), (3, "A"), (3, "B"))]


def test_the_records_compare_again_to_the_same(ab, roofgate, run, tmp_path):
    first = ab("", f"ROOFGATE_PLANT={GEMM}=1.3")
    again = run(roofgate, "compare", "--before", tmp_path / "ab/a.json", "--after", tmp_path / "ab/b.json")
    assert again.status == 1
    assert again.out == first.out[:first.out.index("records: ")]
    swapped = run(roofgate, "compare", "--before", tmp_path / "ab/b.json", "--after", tmp_path / "ab/a.json")
    assert swapped.status == 0 and "improved" in swapped.out, swapped.text


def test_a_command_may_start_the_measuring_program(ab):
    done = ab("", f"env ROOFGATE_PLANT={GEMM}=1.3 @{SCRIPTED}")
    assert done.status == 1 and regressed(done) == [GEMM], done.text
    assert f"after: env ROOFGATE_PLANT=… @{SCRIPTED}" in done.out


def test_values_that_a_record_may_not_hold_are_nowhere(ab, tmp_path):
    done = ab("TOKEN=sesame OMP_NUM_THREADS=1", "TOKEN=sesame env KEY=sesame", "--json", "c.json")
    assert "TOKEN=… OMP_NUM_THREADS=1" in done.out
    for file in [*tmp_path.rglob("*.json"), *tmp_path.rglob("*.log")]:
        assert "sesame" not in file.read_text(), file
    assert "sesame" not in done.text


def test_undecided_says_how_many_more_rounds(ab, roofgate, run, tmp_path):
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps({"schema": "roofgate.policy/1", "tolerance": 0.0005}))
    done = ab("", "", "--policy", policy)
    assert done.status == 3, done.text
    assert re.match(r"cannot tell: (\d+ more rounds?|\d cases? would stay open)", done.out), done.out


def test_killed_it_is_completed_by_resume_in_the_same_environments(ab, roofgate, roofgate_bench, tmp_path):
    process = subprocess.Popen(
        [roofgate, "run", "--ab", "", "--ab", "X=1", "--suite", "smoke", "--rounds", "3", "--bench", SCRIPTED, "-o", tmp_path / "ab"],
        env={**os.environ, "ROOFGATE_REAL_BENCH": str(roofgate_bench), "ROOFGATE_PACE": "0.2"},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    b = tmp_path / "ab/b.json"
    while not (b.exists() and "ab_id" in read(b)["notes"]) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = read(tmp_path / "ab/a.json")
    assert not before["finished_at"]
    # Values are not kept, names are.
    refused = ab("", "Y=1", "--resume", tmp_path / "ab")
    assert refused.status == 2 and "was measured in the environment" in refused.err, refused.text
    done = ab("", "X=1", "--resume", tmp_path / "ab", rounds=3)
    assert done.status == 0, done.text
    for name in ("a", "b"):
        document = read(tmp_path / f"ab/{name}.json")
        assert document["finished_at"] and all(len(case["rounds"]) == 3 for case in document["cases"])
    assert read(tmp_path / "ab/a.json")["id"] == before["id"]
    # A side that was killed before it could say what it is might be of any environment.
    unnoted = read(b)
    unnoted["notes"] = {}
    b.write_text(json.dumps(unnoted))
    refused = ab("", "X=1", "--resume", tmp_path / "ab", rounds=3)
    assert refused.status == 2 and "before it said which environment" in refused.err, refused.text


def test_a_stop_says_how_to_go_on(roofgate, roofgate_bench, tmp_path):
    process = subprocess.Popen(
        [roofgate, "run", "--ab", "", "--ab", "X=1", "--suite", "smoke", "--rounds", "50", "--bench", SCRIPTED, "-o", tmp_path / "ab"],
        env={**os.environ, "ROOFGATE_REAL_BENCH": str(roofgate_bench), "ROOFGATE_PACE": "0.2"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not (tmp_path / "ab/b.json").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 3, err
    assert f"--resume {tmp_path / 'ab'}" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--ab", "X=1"], "--ab is given 1 times, not twice"),
        (["--ab", "", "--ab", "", "--ab", ""], "--ab is given 3 times, not twice"),
        (["--ab", "", "--ab", "A='x"], "the quote ' is not closed"),
        (["--ab", "", "--ab", "no-such-command"], "'no-such-command' is not on the search path"),
        (["--ab", "", "--ab", "@/no/such/bench"], "no measuring program is there to execute"),
        (["--markdown", "x.md"], "--markdown goes with --ab"),
        (["--ab", "", "--ab", "", "--resume", "nothing"], "holds no a.json or b.json"),
        (["--ab", "", "--ab", "", "-o", "."], "is there already"),
    ],
)
def test_mistakes_are_status_2_and_leave_nothing(roofgate, run, tmp_path, arguments, words):
    done = run(roofgate, "run", *arguments, "--suite", "smoke", cwd=tmp_path)
    assert done.status == 2, done.text
    assert words in done.err
    assert not list(tmp_path.rglob("*.json"))


def test_nights_of_their_own_are_compared_with_the_policys_spread(roofgate, roofgate_bench, run, tmp_path):
    def night(name, plant=""):
        record = tmp_path / f"{name}.json"
        done = run(roofgate, "run", "--suite", "smoke", "--rounds", 3, "--bench", SCRIPTED, "-o", record,
                   env={"ROOFGATE_REAL_BENCH": roofgate_bench, "ROOFGATE_PLANT": plant})
        assert done.status == 0, done.text
        return record

    before = [night("mon"), night("tue")]
    done = run(roofgate, "compare", "--before", *before, "--after", night("wed", f"{GEMM}=2.0"))
    assert done.status == 1 and regressed(done) == [GEMM], done.text
    assert "two nights of one machine differ" in done.out
    assert run(roofgate, "compare", "--before", *before, "--after", night("thu")).status in (0, 3)
    twice = run(roofgate, "compare", "--before", before[0], "--after", before[0])
    assert twice.status == 2 and "a record is named twice" in twice.err
    missing = run(roofgate, "compare", "--before", before[0], "--after", tmp_path / "none.json")
    assert missing.status == 2 and "none.json" in missing.err
    cut = read(before[1])
    cut["cases"] = cut["cases"][:2]
    cut["cases"][0]["definition"] = "another"
    (tmp_path / "cut.json").write_text(json.dumps(cut))
    done = run(roofgate, "compare", "--before", before[0], "--after", tmp_path / "cut.json")
    assert done.status == 3, done.text
    assert "1 vanished" in done.out and "1 no_baseline" in done.out


def test_names_from_records_cannot_steer_a_report(ab, roofgate, run, tmp_path):
    ab("", f"ROOFGATE_PLANT={GEMM}=1.3")
    for name in ("a", "b"):
        document = read(tmp_path / f"ab/{name}.json")
        for case in document["cases"]:
            case["id"] = HOSTILE if case["id"] == GEMM else case["id"]
        document["environment"]["variables"]["OMP_PLACES"] = f"\x1b[2J{name}|"
        document["notes"]["ab_environment"] = f"\x1b]0;{name}\x07"
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    done = run(roofgate, "compare", "--before", tmp_path / "a.json", "--after", tmp_path / "b.json", "--all",
               "--markdown", tmp_path / "c.md", "--json", tmp_path / "c.json", "--junit", tmp_path / "c.xml")
    assert done.status == 1, done.text
    assert "\x1b" not in done.text and "\x07" not in done.text
    text = (tmp_path / "c.md").read_text()
    assert "\x1b" not in text and "<b>" not in text
    xml.etree.ElementTree.parse(tmp_path / "c.xml")
    read(tmp_path / "c.json")


# Arithmetic in cache: what other machines on this host do to its memory does not reach it.
SUITE = {
    "schema": "roofgate.suite/1", "name": "threads", "purpose": "Arithmetic only, to compare numbers of threads.",
    "host": {
        "sampling": {"max_warmup_s": 0.1, "min_sampling_s": 0.1, "max_sampling_s": 0.25, "max_samples": 60},
        "grids": [
            {"kind": "ceiling", "ops": ["fma_fp32"]},
            {"kind": "gemm", "shapes": [[512, 512, 512]], "align": [128, 64, 32], "cache": ["warm"]},
        ],
    },
}


@pytest.fixture
def real_ab(roofgate, roofgate_bench, run, build_dir, tmp_path):
    if "CMAKE_BUILD_TYPE:STRING=Release" not in (build_dir / "CMakeCache.txt").read_text():
        pytest.skip("not a Release build: its times are not compared")
    suite = tmp_path / "threads.json"
    suite.write_text(json.dumps(SUITE))

    def measure(a, b):
        done = run(roofgate, "run", "--ab", a, "--ab", b, "--suite", suite, "--backend", "host", "--launcher", "none",
                   "--rounds", 4, "--bench", roofgate_bench, "--json", "c.json", cwd=tmp_path)
        return done, read(tmp_path / "c.json") if (tmp_path / "c.json").exists() else None

    return measure


def test_half_the_threads_are_slower_on_this_machine(real_ab):
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("one core: there is nothing to halve")
    done, document = real_ab("OMP_NUM_THREADS=2", "OMP_NUM_THREADS=1")
    assert done.status in (1, 3), done.text  # never safe
    kinds = {verdict["case"]: verdict["verdict"] for verdict in document["gate"]["verdicts"]}
    assert not set(kinds.values()) & {"improved", "pass"} or done.status == 3, done.text
    if done.status == 3:
        assert any(each["reasons"] for each in document["gate"]["verdicts"]), done.text
        pytest.skip(f"this machine was too disturbed: {done.out.splitlines()[0]}")
    assert "OMP_NUM_THREADS 2 -> 1" in done.out
    (change,) = [each for each in document["environment"] if each["name"] == "OMP_NUM_THREADS"]
    assert change["slower"] >= 1 and change["median_change"] < -0.1


def test_this_machine_against_itself_is_never_slower(real_ab):
    done, _ = real_ab("", "")
    if regressed(done):  # one comparison in a hundred may be wrong, two in a row are a defect
        done, _ = real_ab("", "")
    assert done.status in (0, 3), done.text
    assert regressed(done) == []


def test_what_some_files_of_after_lack_is_never_safe(roofgate, run, tmp_path):
    before = write_nights(tmp_path / "before", [1.0, 1.001, 0.999, 1.002])
    after = write_nights(tmp_path / "after", [1.0005, 1.0015, 0.9985, 1.0025])
    reports = ["--json", "c.json", "--markdown", "c.md", "--junit", "c.xml"]
    whole = run(roofgate, "compare", "--before", before, "--after", after, *reports, cwd=tmp_path)
    assert whole.status == 0, whole.text
    assert "failures" in (tmp_path / "c.xml").read_text() and "<error" not in (tmp_path / "c.xml").read_text()

    third = sorted(after.iterdir())[2]
    text = third.read_text()
    third.write_text(text + "mpirun noticed that process rank 3 with PID 7 on node n1 exited on signal 11.\n")
    died = run(roofgate, "compare", "--before", before, "--after", after, *reports, cwd=tmp_path)
    assert died.status == 3, died.text
    assert died.out.startswith("cannot tell: The tool failed after its figures were there: a process exited on a signal"), died.out
    for report in ("c.json", "c.md", "c.xml"):
        assert f"(after: {third.name})" in (tmp_path / report).read_text(), report
    suite = xml.etree.ElementTree.parse(tmp_path / "c.xml").getroot()
    assert suite.get("errors") == "1"

    rows = [line for line in text.splitlines() if re.search(r"\s\d+\s+\d+\s+float", line)]
    largest, smaller = (re.search(r"\s(\d+)\s+\d+\s+float", row)[1] for row in (rows[-1], rows[-2]))
    text = re.sub(r"maxBytes \d+", f"maxBytes {smaller}", text)
    third.write_text(text.replace(rows[-1] + "\n", ""))
    short = run(roofgate, "compare", "--before", before, "--after", after, *reports, cwd=tmp_path)
    assert short.status == 3 and short.out.startswith("cannot tell: "), short.text
    assert f"bytes{largest}" in short.out.splitlines()[0] and third.name in short.out.splitlines()[0]


def test_sides_in_the_wrong_order_of_time_are_said(roofgate, run, tmp_path):
    nights = sorted(write_nights(tmp_path / "nights", [1.0, 1.001, 0.999, 1.002, 1.0005, 1.0015]).iterdir())
    done = run(roofgate, "compare", "--before", *nights[3:], "--after", *nights[:3])
    assert done.status == 0, done.text
    assert "Every record of after is older than every record of before (2026-10-03 is before 2026-10-04)" in done.out
    assert "is older" not in run(roofgate, "compare", "--before", *nights[:3], "--after", *nights[3:]).out
