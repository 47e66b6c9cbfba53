"""Which baseline `roofgate gate` compares with, and what it says where it does not: age, hardware, suite, provenance."""

import json
import shutil
import subprocess

import pytest

from records import ALLREDUCE, GEMM, MACHINE, date_of, make_night, write


@pytest.fixture()
def nights(roofgate, run, build_dir, tmp_path):
    """A baseline of six accepted nights, the last four days old, in tmp_path/baselines."""
    for day in range(21, 27):
        done = run(roofgate, "baseline", "promote", write(tmp_path, make_night(build_dir, day), "night.json"),
                   "--baselines", tmp_path / "baselines", "--by", "the nightly job", "--reason", f"night {day}")
        assert done.status == 0, done.text
    return tmp_path / "baselines"


@pytest.fixture()
def gate(roofgate, run, build_dir, tmp_path, nights):
    """gate(change, policy) -> (outcome, JSON): judges tonight, after `change(record)`."""

    def call(change=None, policy=None, slower=None, options=()):
        record = make_night(build_dir, 30, slower=slower)
        if change:
            change(record)
        rules = write(tmp_path, {"schema": "roofgate.policy/1", **(policy or {})}, "policy.json")
        done = run(roofgate, "gate", write(tmp_path, record, "tonight.json"), "--baselines", nights, "--policy", rules,
                   "--json", tmp_path / "gate.json", *options)
        return done, json.loads((tmp_path / "gate.json").read_text(encoding="utf-8"))

    return call


def test_a_reference_of_this_machine_is_named_with_its_nights(gate):
    done, told = gate()
    assert done.status == 0, done.text
    assert f"6 nights, {date_of(21)} to {date_of(26)}" in done.out
    assert {verdict["verdict"] for verdict in told["verdicts"]} == {"pass"}


def test_a_baseline_older_than_the_policy_allows_is_not_used_silently(gate):
    done, told = gate(policy={"max_baseline_age_days": 3})
    assert done.status == 3
    assert "is 4 days old, the policy allows 3" in done.out
    assert {verdict["verdict"] for verdict in told["verdicts"]} == {"no_baseline"}
    assert gate(policy={"max_baseline_age_days": 4})[0].status == 0


def test_a_baseline_of_other_hardware_is_not_used_silently(gate, nights):
    def other_power_limit(record):
        for device in record["environment"]["devices"]:
            device["power_limit_w"] = 350

    done, told = gate(other_power_limit)
    assert done.status == 3
    assert {verdict["verdict"] for verdict in told["verdicts"]} == {"no_baseline"}
    # The file of one machine under the name of another: a copy, a rename, a wrong mount.
    other = json.loads((nights / MACHINE / "quick.json").read_text(encoding="utf-8"))
    wrong = nights / MACHINE.replace("700w", "350w")
    wrong.mkdir()
    (wrong / "quick.json").write_text(json.dumps(other), encoding="utf-8")
    again, _ = gate(other_power_limit)
    assert again.status in (2, 3), again.text
    assert MACHINE in again.text, "it says whose baseline that is"


def test_another_suite_has_a_baseline_of_its_own(gate):
    done, told = gate(lambda record: record.update(suite="nightly"))
    assert done.status == 3
    assert {verdict["verdict"] for verdict in told["verdicts"]} == {"no_baseline"}


def test_list_and_show_say_age_and_provenance(roofgate, run, nights):
    listed = run(roofgate, "baseline", "list", "--baselines", nights)
    assert listed.status == 0
    assert date_of(21) in listed.out and date_of(26) in listed.out and "4 days" in listed.out
    shown = run(roofgate, "baseline", "show", "--baselines", nights)
    assert shown.out.count("the nightly job") == 6 and "night 23" in shown.out and "4 days old" in shown.out


def test_junit_keeps_to_what_gitlab_and_jenkins_read(gate, source_dir, tmp_path):
    if shutil.which("xmllint") is None:
        pytest.skip("xmllint (libxml2-utils) is absent")

    def odd_names(record):
        for case in record["cases"]:
            if case["id"] == ALLREDUCE:
                case["id"] += "/<b>&\"'\u001b[31m|`x`"

    for options in ({}, {"slower": {GEMM: 1.4}}, {"change": odd_names}):
        gate(**options, options=("--junit", tmp_path / "junit.xml"))
        checked = subprocess.run(["xmllint", "--noout", "--schema", source_dir / "tests" / "data" / "junit.xsd",
                                  tmp_path / "junit.xml"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr


def test_of_copies_of_one_record_the_whole_one_is_judged(roofgate, run, build_dir, tmp_path):
    before = write(tmp_path, make_night(build_dir, 3), "a.json")
    whole = make_night(build_dir, 4)
    partial = json.loads(json.dumps(whole))
    partial["finished_at"] = None
    for case in partial["cases"]:
        del case["rounds"][3:]
    early, late = write(tmp_path, partial, "partial.json"), write(tmp_path, whole, "whole.json")
    for files in ((early, late), (late, early)):
        done = run(roofgate, "gate", before, *files)
        assert f"left out: {early}: an earlier copy of {late}" in done.err, done.text
        assert "not finished" not in done.out
    same = write(tmp_path, whole, "same.json")
    done = run(roofgate, "gate", before, late, same)
    assert f"left out: {same}: the same content as {late}" in done.err, done.text


def test_copies_of_one_record_that_contradict_each_other_are_refused(roofgate, run, build_dir, tmp_path):
    true = make_night(build_dir, 4)
    doubled = json.loads(json.dumps(true))
    for case in doubled["cases"]:
        for measured in case["rounds"]:
            measured["time_s"] = [2 * time for time in measured["time_s"]]
            measured["rank_time_s"] = [measured["time_s"]] * len(measured["rank_time_s"])
    files = [write(tmp_path, true, "true.json"), write(tmp_path, doubled, "doubled.json")]
    done = run(roofgate, "gate", write(tmp_path, make_night(build_dir, 3), "a.json"), *files)
    assert done.status == 2 and "hold different figures" in done.err, done.text
    assert "true.json" in done.err and "doubled.json" in done.err
