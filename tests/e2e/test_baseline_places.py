"""Nights of several nodes in one baseline: each is judged against its own past, whatever its neighbours do."""

import datetime
import json

import pytest

STEADY = (1.0, 1.004, 0.997, 1.002, 0.999, 1.001, 1.003, 0.998)
METRIC = "mem-bw/h2d_bw"
MACHINE = "unknown-no-device/imported-superbench"


def day_of(number):
    """`number` days after the first of ten nights, the last of which is today's."""
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=9 - number)).strftime("%Y-%m-%d")


@pytest.fixture
def job(roofgate, run, tmp_path):
    """job(command, node, day, factor, *options): one node's night, `factor` times as slow, promoted or judged."""

    class Job:
        baselines = tmp_path / "baselines"
        file = baselines / f"{MACHINE}.json"

        def log(self, node, day, factor=1.0, time="T020000"):
            name = f'"node": {json.dumps(node)}, ' if node else ""
            path = tmp_path / f"r-{len(list(tmp_path.glob('r-*')))}-{day_of(day)}{time}.jsonl"
            path.write_text(f'{{{name}"{METRIC}:0": {25 / factor}, "mem-bw/return_code": 0}}\n', encoding="utf-8")
            return path

        def promote(self, node, day, factor=1.0, *options, time="T020000"):
            return run(roofgate, "baseline", "promote", self.log(node, day, factor, time), "--baselines", self.baselines,
                       *options)

        def gate(self, node, day, factor=1.0, *options):
            return run(roofgate, "gate", self.log(node, day, factor), "--baselines", self.baselines, *options)

        def call(self, *arguments):
            return run(roofgate, *arguments, "--baselines", self.baselines)

    return Job()


@pytest.fixture
def two_nodes(job):
    """Eight nights of n1 and n2 in turn; n2 is 1.5 times as slow, as it always was."""
    for day, factor in enumerate(STEADY):
        for node, slower in (("n1", 1.0), ("n2", 1.5)):
            done = job.promote(node, day, factor * slower)
            assert done.status == 0, done.text
    return job


def test_two_nodes_have_a_past_each_in_one_file(two_nodes, tmp_path):
    assert [night["place"] for night in json.loads(two_nodes.file.read_text())["nights"]] == ["n1", "n2"] * 8
    good = two_nodes.gate("n1", 9)
    assert good.status == 0 and "8 nights of n1" in two_nodes.gate("n1", 9, 1.0, "--all").out, good.text
    assert two_nodes.gate("n2", 9, 1.5).status == 0
    lost = two_nodes.gate("n1", 9, 1.5, "--json", tmp_path / "g.json")
    assert lost.status == 1 and "REGRESSED" in lost.out and "8 nights of n1" in lost.out, lost.text
    told = json.loads((tmp_path / "g.json").read_text())
    assert told["place"] == "n1" and told["baseline_nights"] == 8
    refused = two_nodes.promote("n1", 9, 1.5)
    assert refused.status == 1, refused.text
    named = two_nodes.promote("n1", 9, 1.02)
    assert named.status == 0 and "holds 17 nights, 9 of n1." in named.out, named.text


def test_a_new_node_is_named_and_not_judged_by_its_neighbours(two_nodes):
    done = two_nodes.gate("n3", 9, 4.0)
    assert done.status == 3 and "REGRESSED" not in done.out, done.text
    assert "The baseline has no night of n3, only 16 nights of n1, n2" in done.out
    first = two_nodes.promote("n3", 9, 4.0)
    assert first.status == 0 and "holds 17 nights, 1 of n3." in first.out and "first night" in first.out, first.text
    assert two_nodes.gate("n1", 9).status == 0, "n3's night is none of n1's"


def test_an_accepted_loss_of_one_node_is_no_loss_of_the_other(two_nodes):
    done = two_nodes.promote("n1", 9, 1.6, "--accept", METRIC, "--reason", "slower riser card")
    assert done.status == 0, done.text
    assert "8 nights of n2" in two_nodes.gate("n2", 9, 1.5, "--all").out
    assert two_nodes.gate("n2", 9, 2.4).status == 1


def test_nights_of_before_places_were_kept_count_for_every_node(two_nodes):
    record = json.loads(two_nodes.file.read_text())
    for night in record["nights"]:
        if night["place"] == "n2":
            night["place"] = "n1"
        del night["place"]
    text = json.dumps(record)
    two_nodes.file.write_text(text)
    assert two_nodes.call("baseline", "verify").status == 0
    done = two_nodes.gate("n7", 9, 1.2, "--all")
    assert "16 nights" in done.out and "of n7" not in done.out, done.text


def test_containers_and_runs_without_a_name_are_one_series_as_ever(job):
    for day, factor in enumerate(STEADY):
        done = job.promote(f"job-{day * 7919:x}", day, factor)
        assert done.status == 0, done.text
    good = job.gate("job-beef", 9, 1.0)
    assert good.status == 0 and "8 nights" in good.out, good.text
    assert "of another host or device: taken for one series of like machines" in good.out
    assert job.gate("job-beef", 9, 1.6).status == 1


def test_runs_that_do_not_say_where_are_one_series_as_ever(job):
    for day, factor in enumerate(STEADY):
        assert job.promote("", day, factor).status == 0
    assert '"place"' not in job.file.read_text()
    assert job.gate("", 9).status == 0
    assert job.gate("", 9, 1.6).status == 1


def test_any_place_takes_like_machines_for_one(two_nodes, job):
    done = two_nodes.gate("n3", 9, 1.2, "--any-place")
    assert "16 nights" in done.out and "no night of" not in done.out, done.text


def test_list_show_verify_history_and_prune_know_places(two_nodes):
    listed = two_nodes.call("baseline", "list")
    assert listed.status == 0 and "n1, n2" in listed.out and "places" in listed.out, listed.text
    shown = two_nodes.call("baseline", "show", MACHINE)
    assert shown.status == 0 and "16 nights of n1, n2" in shown.out and shown.out.count("  n2  ") == 8, shown.text
    case = two_nodes.call("baseline", "show", MACHINE, "--case", METRIC)
    assert "+50" not in case.out and "  n2  " in case.out, "changes are against the place's own first night"
    several = two_nodes.call("history", METRIC)
    assert several.status == 2 and "several places measured this case: n1, n2" in several.err, several.text
    one = two_nodes.call("history", METRIC, "--place", "n2")
    assert one.status == 0 and "8 nights" in one.out, one.text
    with_tonight = two_nodes.call("history", METRIC, two_nodes.log("n2", 9, 1.5))
    assert with_tonight.status == 0 and "9 nights, 8 of them accepted" in with_tonight.out, with_tonight.text
    nobody = two_nodes.call("history", METRIC, "--place", "n9")
    assert nobody.status == 2 and "it has: n1, n2" in nobody.err, nobody.text
    assert "16 nights" in two_nodes.call("history", METRIC, "--any-place").out
    assert two_nodes.call("baseline", "verify").status == 0
    pruned = two_nodes.call("baseline", "prune", "--keep", "8", "--dry-run")
    assert pruned.status == 0 and "16 left" in pruned.out, "eight nights of each: nothing is old"


def test_verify_holds_a_node_against_itself(job):
    for day in range(4):
        job.promote("n1", day, 1.0)
        job.promote("n2", day, 3.0)
    assert job.call("baseline", "verify").status == 0, "n2 is three times as slow as n1, and always was"
    record = json.loads(job.file.read_text())
    for night in record["nights"]:
        del night["place"]
    job.file.write_text(json.dumps(record))
    assert job.call("baseline", "verify").status == 3


@pytest.mark.parametrize("node", ["../../../etc/passwd", "n" * 5000, "n1\x1b[31m\n# `x|", "a+b", "n1 #00000000", "-rf"])
def test_a_nodes_name_makes_no_path_and_no_markup(job, tmp_path, node):
    for day in range(2):
        done = job.promote(node, day)
        assert done.status == 0 and "\x1b" not in done.text and "\n# " not in done.out, done.text
    assert [path.name for path in job.baselines.rglob("*.json")] == ["imported-superbench.json"]
    place, again = (night["place"] for night in json.loads(job.file.read_text())["nights"])
    assert place == again and len(place) <= 120 and place.isprintable()
    for command in (["list"], ["show", MACHINE], ["show", MACHINE, "--case", METRIC], ["verify"]):
        done = job.call("baseline", *command)
        assert done.status == 0 and "\x1b" not in done.text and "\n# " not in done.out, done.text
    assert "1 night of" not in job.gate(node, 9, 1.0, "--all").out


def test_a_suspect_of_one_node_waits_for_that_node(two_nodes):
    doubtful = next(factor / 1000 for factor in range(1005, 1060, 3)
                    if "Held back: 1 case" in two_nodes.promote("n1", 9, factor / 1000, "--dry-run").out)
    held = two_nodes.promote("n1", 9, doubtful)
    assert held.status == 0 and "Held back: 1 case" in held.out, held.text
    watched = json.loads(two_nodes.file.read_text())["watched"]
    assert [night["place"] for night in watched] == ["n1"], held.text
    assert two_nodes.promote("n2", 9, 1.5).status == 0
    assert [night["place"] for night in json.loads(two_nodes.file.read_text())["watched"]] == ["n1"]
