"""`roofgate doctor`: what this machine has, what will be measured, what would spoil it."""

import pytest


@pytest.fixture(scope="module")
def doctored(roofgate, run, tmp_path_factory):
    return run(roofgate, "doctor", "--suite", "smoke", cwd=tmp_path_factory.mktemp("doctor"))


def test_measuring_can_go_on_here(doctored):
    assert doctored.status == 0, doctored.text
    assert "measuring can go on" in doctored.out
    assert doctored.err == ""


@pytest.mark.parametrize("line", ["machine  ", "system  ", "GPUs  ", "libraries  ", "key  ", "measures  "])
def test_every_line_is_there_and_says_something(doctored, line):
    found = [text for text in doctored.out.splitlines() if text.startswith(line)]
    assert len(found) == 1 and len(found[0]) > 15, doctored.out


def test_the_plan_names_suite_backend_and_duration(doctored):
    plan = next(line for line in doctored.out.splitlines() if line.startswith("measures"))
    assert "smoke on the " in plan and " gemm" in plan and " rounds, roughly " in plan


def test_every_data_folder_is_taken_or_said_to_be_absent(doctored):
    rows = doctored.out.split("data ", 1)[1]
    for thing in ("measuring program", "suite", "peaks", "policy"):
        block = rows[rows.index("\n" + thing):]
        assert " taken" in block.split("\n\n")[0], f"{thing}: {rows}"


def test_every_finding_has_advice(doctored):
    lines = doctored.out.splitlines()
    for number, line in enumerate(lines):
        if line.startswith(("STOP ", "WARNING ", "note ")):
            assert lines[number + 1].startswith("    "), line


def test_named_folders_count_first(roofgate, run, tmp_path):
    (tmp_path / "mine").mkdir()
    done = run(roofgate, "doctor", "--suite", "smoke", cwd=tmp_path, env={"ROOFGATE_BASELINES": "mine"})
    row = next(line for line in done.out.splitlines() if "ROOFGATE_BASELINES" in line)
    assert row.endswith("taken") and "mine" in row


def test_what_stops_measuring_is_status_3(roofgate, run, tmp_path):
    done = run(roofgate, "doctor", "--bench", "/no/roofgate-bench", cwd=tmp_path)
    assert done.status == 3
    assert "STOP  /no/roofgate-bench" in done.out
    assert "measuring cannot go on" in done.out


def test_a_missing_device_stops_measuring(roofgate, run, tmp_path):
    if "none: " not in run(roofgate, "doctor", cwd=tmp_path).out:
        pytest.skip("this machine has a GPU")
    done = run(roofgate, "doctor", "--backend", "cuda", cwd=tmp_path)
    assert done.status == 3, done.text
    assert "STOP " in done.out
