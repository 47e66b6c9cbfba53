"""Results pages are red if and only if the exit status is not 0: JUnit and workflow commands, whatever the cause."""

import json
from xml.etree import ElementTree

import pytest

from nccl_nights import write_nights

STEADY = (1.0, 1.004, 0.997, 1.002, 0.999, 1.001, 1.003, 0.998, 1.0)
LAST = "nccl-2026-10-09.log"


def cut(folder):
    text = (folder / LAST).read_text(encoding="utf-8")
    (folder / LAST).write_text(text[:text.index("# Out of bounds")] + "Killed\n", encoding="utf-8")


def leave_one(folder):
    for file in sorted(folder.iterdir())[:-1]:
        file.unlink()


def expect_all(folder):
    leave_one(folder)
    xfail = {"cases": "*", "link": "https://example.org/1", "expires": "2099-01-01", "reason": "All is lost."}
    return {"xfail": [xfail]}


NIGHTS = {
    "whole": (lambda folder: None, 0, None),
    "died": (cut, 3, "The run died, or its file is cut"),
    "first": (leave_one, 3, "no earlier night to be compared with"),
    "expected": (expect_all, 3, "Nothing but failures that the policy expects"),
    "lenient": (lambda folder: leave_one(folder) or {"no_baseline_fails": False}, 3, "no earlier night"),
    "tight": (lambda folder: {"tolerance": 0.0001}, 3, "could not be decided"),
    "empty": (lambda folder: (folder / LAST).write_text("") and None, 2, "holds no run"),
}


@pytest.mark.parametrize("name", NIGHTS)
def test_reports_are_red_if_and_only_if_the_status_is_not_0(roofgate, run, tmp_path, name):
    change, status, cause = NIGHTS[name]
    folder = write_nights(tmp_path / "nights", STEADY)
    policy = tmp_path / "policy.json"
    rules = change(folder)
    policy.write_text(json.dumps({"schema": "roofgate.policy/1", **(rules if isinstance(rules, dict) else {})}))
    done = run(roofgate, "gate", folder, "--policy", policy, "--annotations", "--junit", tmp_path / "j.xml")
    assert done.status == status, done.text
    root = ElementTree.parse(tmp_path / "j.xml").getroot()
    faults = [node for tag in ("failure", "error") for node in root.iter(tag)]
    commands = [line for line in done.out.splitlines() if line.startswith(("::error", "::warning"))]
    if cause is None:
        assert not faults and not commands, done.text
        return
    assert int(root.get("errors")) + int(root.get("failures")) == len(faults) > 0
    assert any(cause in node.get("message") for node in faults), [node.get("message") for node in faults]
    assert any(cause in command for command in commands), commands
