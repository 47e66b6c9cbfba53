"""`roofgate nightly`: the first call makes a baseline and judges a further night; later calls measure one."""

import csv
import json
import os
import signal
import subprocess
import time
import xml.etree.ElementTree as xml

import pytest

PLANTED = "gemm/bf16/tn/m256n256k256/align128"
FLAGS = ["--suite", "scripted", "--rounds", "3", "--baseline-nights", "3", "--launcher", "none", "--backend", "host"]


def nights_in(folder):
    return sorted(path.parent for path in folder.glob("runs/*/record.json"))


def baseline_of(folder):
    (file,) = folder.glob("baselines/*/scripted.json")
    return json.loads(file.read_text())


@pytest.fixture(scope="module")
def surroundings(roofgate_bench, source_dir, build_dir):
    """The scripted measuring program: what a night is made into must not depend on how busy this machine is."""
    if "CMAKE_BUILD_TYPE:STRING=Release" not in (build_dir / "CMakeCache.txt").read_text():
        pytest.skip("not a Release build: its nights are no baseline")
    return {"ROOFGATE_REAL_BENCH": str(roofgate_bench), "ROOFGATE_BENCH": str(source_dir / "tests/e2e/scripted_bench.py"),
            "ROOFGATE_BASELINES": None, "ROOFGATE_PLANT": None}


@pytest.fixture(scope="module")
def nightly(roofgate, run, surroundings):
    """`nightly(folder, *more, plant=…)` -> Outcome."""

    def call(folder, *more, plant=None):
        return run(roofgate, "nightly", *FLAGS, *more, cwd=folder, env={**surroundings, "ROOFGATE_PLANT": plant})

    return call


@pytest.fixture(scope="module")
def first(nightly, tmp_path_factory):
    """A folder with a baseline, and the outcome of the call that made it and judged a further night."""
    folder = tmp_path_factory.mktemp("nightly")
    return folder, nightly(folder)


def test_the_first_call_makes_a_baseline_and_judges_a_further_night(first):
    folder, done = first
    nights = baseline_of(folder)["nights"]
    assert done.status in (0, 3), "the same machine, unslowed, is no regression: " + done.text
    assert [night["made_minutes_apart"] for night in nights] == [True, True, True, False]
    assert len(nights_in(folder)) == 4
    assert "no baseline for host-" in done.err and "baseline night 3 of 3: " in done.err
    assert "remembered: night 4 of " in done.out
    assert "baseline host-" in done.out and "/scripted · 3 nights" in done.out
    assert f"files of this night: {nights_in(folder)[-1].relative_to(folder)}" in done.out


def test_it_shows_the_roofline_and_the_verdicts_within_a_screen(first):
    _, done = first
    assert "of each kind the nearest to the roof and the farthest" in done.out
    assert "pictures: " in done.out, "drawn, or said why not"
    assert "Smallest loss this night could see" in done.out or "invalid" in done.out
    assert len(done.out.splitlines()) <= 50, done.out
    assert "\x1b" not in done.text


def test_a_night_that_cannot_be_judged_says_what_to_do(first):
    done = first[1]
    if done.status == 3:
        assert "undecided cases: " in done.out or "disturbed cases: " in done.out


def test_every_file_of_the_night_can_be_read(first):
    night = nights_in(first[0])[-1]
    cases = {case["id"] for case in json.loads((night / "record.json").read_text())["cases"]}
    assert len(cases) == 3
    suite = xml.parse(night / "junit.xml").getroot().find("testsuite")
    assert {case.get("name") for case in suite.findall("testcase")} == cases
    for count, tag in (("tests", "testcase"), ("failures", "testcase/failure"), ("errors", "testcase/error"),
                       ("skipped", "testcase/skipped")):
        assert int(suite.get(count)) == len(suite.findall(tag)), count
    with (night / "roofline.csv").open(newline="") as file:
        assert {row["case"] for row in csv.DictReader(file)} == cases
    assert json.loads((night / "gate.json").read_text())["schema"] == "roofgate.gate/1"
    assert json.loads((night / "roofline.json").read_text())["schema"] == "roofgate.roofline/1"
    for page in ("roofline.md", "gate.md"):
        assert all(case in (night / page).read_text().replace("\\", "") for case in cases), page


def test_a_second_call_measures_one_night_and_never_calls_it_a_regression(first, nightly):
    folder, _ = first
    before = len(nights_in(folder))
    done = nightly(folder)
    assert len(nights_in(folder)) == before + 1
    assert done.status in (0, 3), done.text
    assert "REGRESSED" not in done.out


def test_a_loss_is_a_regression_of_that_case_and_is_not_remembered(first, nightly):
    folder, _ = first
    before = baseline_of(folder)
    done = nightly(folder, plant=f"{PLANTED}=1.8")
    assert done.status == 1, done.text
    assert [line.split()[1] for line in done.out.splitlines() if line.startswith("REGRESSED")] == [PLANTED]
    assert "not remembered: " in done.out
    after = baseline_of(folder)
    assert after["nights"] == before["nights"]
    assert len(after["watched"]) == 1  # judged together with the next nights, never part of the reference
    junit = xml.parse(nights_in(folder)[-1] / "junit.xml").getroot()
    assert [case.get("name") for case in junit.iter("testcase") if case.find("failure") is not None] == [PLANTED]
    assert PLANTED in (nights_in(folder)[-1] / "gate.md").read_text()


def test_a_disturbed_case_is_left_out_and_said(first, nightly):
    folder, _ = first
    done = nightly(folder, "--no-remeasure", plant=f"{PLANTED}=contended")
    assert done.status == 3, done.text
    assert "without 1 disturbed case" in done.out and "`roofgate doctor` says what disturbs this machine" in done.out
    assert PLANTED not in baseline_of(folder)["nights"][-1]["cases"]


def test_a_machine_that_is_too_busy_gets_no_baseline(nightly, tmp_path):
    plant = f"{PLANTED}=contended,ceiling/fma_fp32=contended"
    done = nightly(tmp_path, plant=plant)
    assert done.status == 3
    assert "2 of 3 cases are marked" in done.out and "roofgate doctor" in done.out
    assert not list(tmp_path.glob("baselines/*/*.json"))
    assert "of each kind the nearest to the roof" in done.out, "what was measured is shown all the same"
    assert (nights_in(tmp_path)[-1] / "roofline.md").exists() and len(nights_in(tmp_path)) == 1


def test_no_remember_leaves_the_baseline_as_it_is(first, nightly):
    folder, _ = first
    before = baseline_of(folder)
    done = nightly(folder, "--no-remeasure", "--no-remember")
    assert done.status in (0, 3), done.text
    assert baseline_of(folder) == before


def test_a_killed_first_call_is_continued(roofgate, surroundings, nightly, tmp_path):
    environment = {name: value for name, value in {**os.environ, **surroundings}.items() if value is not None}
    process = subprocess.Popen([roofgate, "nightly", *FLAGS], cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not list(tmp_path.glob("baselines/*/scripted.json")):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = len(baseline_of(tmp_path)["nights"])
    finished = len([night for night in nights_in(tmp_path) if json.loads((night / "record.json").read_text())["finished_at"]])
    done = nightly(tmp_path)
    assert done.status in (0, 3), done.text
    made = [night for night in baseline_of(tmp_path)["nights"] if night["made_minutes_apart"]]
    assert len(made) == 3 and kept >= 1, "the nights that were kept count"
    assert len(baseline_of(tmp_path)["nights"]) == 4
    assert f"{3 - kept} night" in done.err or kept == 3, (kept, finished, done.err)


@pytest.mark.parametrize("arguments, words", [
    (["--policy", "no-such.json"], "no-such.json"),
    (["--baselines", "/proc/baselines"], "/proc/baselines cannot be written"),
    (["--output", "/proc/runs"], "/proc/runs cannot be written"),
    (["--baseline-nights", "0"], "--baseline-nights"),
])
def test_what_would_make_a_night_useless_is_said_before_it(arguments, words, roofgate, run, tmp_path):
    done = run(roofgate, "nightly", "--suite", "smoke", *arguments, cwd=tmp_path)
    assert done.status == 2, done.text
    assert words in done.err and "measuring" not in done.err
    assert not nights_in(tmp_path)
