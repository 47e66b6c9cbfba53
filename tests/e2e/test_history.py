"""`roofgate history` and `baseline prune` as people call them, and the gate's files as pipelines read them."""

import csv
import json
import re
import xml.etree.ElementTree as xml

import pytest

from records import ALLREDUCE, GEMM, MACHINE, make_night, write


@pytest.fixture()
def folder(roofgate, run, build_dir, tmp_path):
    """Twelve accepted nights, then eight slower ones that nobody accepted; `runs/` holds the latter."""
    (tmp_path / "runs").mkdir()
    for day in range(1, 13):
        file = write(tmp_path, make_night(build_dir, day), f"{day}.json")
        done = run(roofgate, "baseline", "promote", file, "--baselines", tmp_path / "baselines")
        assert done.status == 0, done.text
    for day in range(13, 21):
        write(tmp_path / "runs", make_night(build_dir, day, slower={GEMM: 1.25}), f"{day}.json")
    return tmp_path


@pytest.fixture()
def history(roofgate, run, folder):
    return lambda *arguments: run(roofgate, "history", *arguments, "--baselines", folder / "baselines", cwd=folder)


def test_the_series_of_accepted_nights_has_no_change(history):
    done = history(GEMM)
    assert done.status == 0, done.text
    assert f"{GEMM} · 12 nights" in done.out and "No change of level." in done.out


def test_refused_nights_join_the_series_and_show_when_it_changed(history, folder):
    # Other JSON beside the records is no record; a damaged record is told of and the rest is shown.
    (folder / "runs" / "gate.json").write_text('{"schema": "roofgate.gate/1"}')
    (folder / "runs" / "damaged.json").write_text('{"schema": "roofgate.record/1", "id": 7')
    done = history(GEMM, folder / "runs", "--json", "h.json", "--csv", "h.csv", "--markdown", "h.md")
    assert done.status == 0, done.text
    assert "damaged.json" in done.err and "gate.json" not in done.err
    assert "20 nights, 12 of them accepted" in done.out and done.out.count("not accepted") == 8
    assert "1 change of level:" in done.out and "-20." in done.out
    found = json.loads((folder / "h.json").read_text())
    assert found["schema"] == "roofgate.history/1" and len(found["nights"]) == 20
    (change,) = found["changes"]
    assert found["nights"][change["point"]]["state"] == "not accepted" and change["point"] == 12
    assert change["throughput_change"] == pytest.approx(-0.2, abs=0.01)
    with (folder / "h.csv").open(newline="") as file:
        assert [float(row["time_s"]) > 0 for row in csv.DictReader(file)] == [True] * 20
    assert "new level" in (folder / "h.md").read_text()


def test_mistakes_are_told(history, folder):
    wrong = history(GEMM.replace("gemm", "gem"))
    assert wrong.status == 2 and f"did you mean '{GEMM}'?" in wrong.err
    assert history(GEMM, folder / "nothing.json").status == 2
    (folder / "empty").mkdir()
    empty = history(GEMM, folder / "empty")
    assert empty.status == 2 and "holds no run record" in empty.err


def test_records_of_another_suite_are_left_out_aloud(history, folder, build_dir):
    other = make_night(build_dir, 22)
    other["suite"] = "full"
    write(folder / "runs", other, "other.json")
    done = history(GEMM, folder / "runs")
    assert done.status == 0 and "1 of 9 records are of other hardware or another suite" in done.err


def test_prune_keeps_what_verdicts_rest_on(roofgate, run, folder):
    policy = folder / "policy.json"
    policy.write_text('{"schema": "roofgate.policy/1", "window_nights": 3}')
    file = folder / "baselines" / MACHINE / "quick.json"
    flags = ("--baselines", folder / "baselines", "--policy", policy)
    before = file.read_bytes()
    dry = run(roofgate, "baseline", "prune", *flags, "--dry-run")
    assert dry.status == 0 and "would remove from" in dry.out and file.read_bytes() == before
    judged = run(roofgate, "gate", folder / "runs" / "13.json", *flags, "--json", folder / "before.json")
    done = run(roofgate, "baseline", "prune", *flags)
    assert done.status == 0 and re.search(rf"removed from {MACHINE}/quick: 2 nights, 4 entries in all; 10 left", done.out), done.text
    again = run(roofgate, "gate", folder / "runs" / "13.json", *flags, "--json", folder / "after.json")
    assert judged.status == again.status == 1
    verdicts = [json.loads((folder / name).read_text())["verdicts"] for name in ("before.json", "after.json")]
    for old, new in zip(*verdicts):
        assert old["verdict"] == new["verdict"] and old["change"] == pytest.approx(new["change"])
    assert run(roofgate, "baseline", "prune", *flags).out.startswith("removed from") and len(file.read_bytes()) < len(before)
    assert run(roofgate, "baseline", "verify", "--baselines", folder / "baselines").status == 0


# Elements and attributes that the schema of Jenkins' xunit plug-in (junit-10.xsd) knows, and which of them it asks for.
# GitLab reads classname, name, failure, error, skipped and system-out of the same form.
JUNIT = {
    "testsuites": ({"name", "time", "tests", "failures", "disabled", "errors"}, set(), {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id", "package"},
                  {"name", "tests"}, {"properties", "testcase", "system-out", "system-err"}),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, {"name", "value"}, set()),
    "testcase": ({"name", "assertions", "time", "classname", "status", "class", "file", "line", "group"}, {"name"},
                 {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": ({"type", "message"}, set(), set()),
    "error": ({"type", "message"}, set(), set()),
    "skipped": ({"type", "message"}, set(), set()),
    "system-out": (set(), set(), set()),
}


def check_junit(element):
    known, needed, children = JUNIT[element.tag]
    # "skipped" of <testsuites> is newer than that schema; both readers ignore what they do not know there.
    assert set(element.attrib) - {"skipped"} <= known and needed <= set(element.attrib), element.attrib
    for child in element:
        assert child.tag in children, f"<{child.tag}> in <{element.tag}>"
        check_junit(child)


def test_the_gates_files_are_what_pipelines_read(roofgate, run, folder):
    done = run(roofgate, "gate", folder / "runs" / "13.json", "--baselines", folder / "baselines", "--annotations",
               "--junit", folder / "junit.xml", "--markdown", folder / "gate.md")
    assert done.status == 1
    commands = [line for line in done.out.splitlines() if line.startswith("::")]
    assert len(commands) == 1 and commands[0].startswith(f"::error title=roofgate%3A regressed::{GEMM} -20.")
    root = xml.parse(folder / "junit.xml").getroot()
    check_junit(root)
    names = {case.get("name"): [child.tag for child in case] for case in root.iter("testcase")}
    assert names[GEMM] == ["failure"] and names[ALLREDUCE] == []
    assert len((folder / "gate.md").read_text()) < 65536
