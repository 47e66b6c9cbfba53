"""A night of several machines or devices: each is judged against its own past, and none is passed over."""

import json
import os
from xml.etree import ElementTree

import pytest

from nccl_nights import log_of_world, write_nights

STEADY = (1.0, 1.004, 0.997, 1.002, 0.999, 1.001, 1.003, 0.998, 1.0)
HALF = (*STEADY[:-1], 1.6)
METRIC = "mem-bw/h2d_bw"
COPY = "copy/Size=1024"


def superbench_nights(folder, factors, extra=""):
    """A line per node and night; `factors` are the nodes' times."""
    folder.mkdir()
    for day in range(len(STEADY)):
        lines = [f'{{"node": "{node}", "{METRIC}:0": {25 / factor[day]}, "mem-bw/return_code": 0}}\n'
                 for node, factor in factors.items() if day < len(factor)]
        (folder / f"results-2026-11-{day + 1:02d}.jsonl").write_text(extra + "".join(lines), encoding="utf-8")
    return folder


def nvbench_night(factors):
    """A benchmark's states, one per device."""
    def state(device, factor):
        figures = [("nv/cold/sample_size", "int64", "100"), ("nv/cold/time/gpu/mean", "float64", f"{factor * 1e-3}")]
        return {"name": f"Device={device}", "device": device, "is_skipped": False,
                "axis_values": [{"name": "Size", "type": "int64", "value": "1024"}],
                "summaries": [{"tag": tag, "name": tag, "data": [{"name": "value", "type": kind, "value": value}]}
                              for tag, kind, value in figures]}

    return json.dumps({
        "meta": {"version": {"json": {"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"}}},
        "devices": [{"id": device, "name": "NVIDIA H100", "sm_version": 900} for device in range(len(factors))],
        "benchmarks": [{"name": "copy", "devices": [0], "axes": [{"name": "Size", "type": "int64", "values": []}],
                        "states": [state(device, factor) for device, factor in enumerate(factors)]}]})


def nvbench_nights(folder, *devices):
    folder.mkdir()
    for day, factors in enumerate(zip(*devices), start=1):
        (folder / f"nvb-2026-11-{day:02d}.json").write_text(nvbench_night(factors), encoding="utf-8")
    return folder


@pytest.fixture
def host_logs(tmp_path):
    folder = tmp_path / "hosts"
    folder.mkdir()
    for host, name, factors in (("lynx-1", "nodeA", HALF), ("lynx-2", "nodeB", STEADY)):
        for day, factor in enumerate(factors, start=1):
            text = log_of_world(2, 400 * factor).replace("lynx-1", host)
            (folder / f"{name}-2026-11-{day:02d}.log").write_text(text, encoding="utf-8")
    return folder


def test_each_node_of_a_night_is_judged(roofgate, run, tmp_path):
    folder = superbench_nights(tmp_path / "nights", {"n1": HALF, "n2": STEADY, "n3": STEADY})
    done = run(roofgate, "gate", folder, "--markdown", tmp_path / "g.md")
    assert done.status == 1, done.text
    assert done.out.count("== n") == 3 and done.out.count("8 nights, 2026-11-01 to 2026-11-08") == 3
    assert done.out.splitlines()[-1].startswith("3 places, exit status 1: n1 (")
    first = done.out[done.out.index("== n1 "):done.out.index("== n2 ")]
    assert f"REGRESSED     {METRIC}" in first and done.out.count("REGRESSED") == 1
    assert (tmp_path / "g.md").read_text().count("## `n") == 3
    assert run(roofgate, "gate", folder, "--place", "n1").status == 1
    assert run(roofgate, "gate", folder, "--place", "n[23]").status == 0
    nobody = run(roofgate, "gate", folder, "--place", "n9")
    assert nobody.status == 2 and "no run in it is of the place 'n9'" in nobody.err and "n3 (" in nobody.err


def test_commands_that_want_one_place_say_which_there_are(roofgate, run, tmp_path):
    folder = superbench_nights(tmp_path / "nights", {"n1": HALF, "n2": STEADY})
    last = folder / "results-2026-11-09.jsonl"
    dump = tmp_path / "smi.csv"
    dump.write_text("timestamp, index, power.draw [W]\n2026/11/09 02:00:00.000, 0, 500.00 W\n", encoding="utf-8")
    for command in (["explain", folder, METRIC], ["history", METRIC, folder], ["roofline", last],
                    ["gate", folder, "--telemetry", dump],
                    ["baseline", "promote", last, "--baselines", tmp_path / "b"],
                    ["compare", "--before", folder, "--after", folder]):
        done = run(roofgate, *command)
        assert done.status == 2 and done.out == "", done.text
        assert "n1 (" in done.err and "n2 (" in done.err and "--place NAME" in done.err, done.text
    shown = run(roofgate, "history", METRIC, folder, "--place", "n2")
    assert shown.status == 0 and f"{METRIC} · 9 nights" in shown.out, shown.text
    assert "REGRESSED" in run(roofgate, "explain", folder, METRIC, "--place", "n1").out.upper()
    promoted = run(roofgate, "baseline", "promote", last, "--baselines", tmp_path / "b", "--place", "n1")
    assert promoted.status == 0, promoted.text
    assert run(roofgate, "history", METRIC, folder, "--place", "n9").status == 2


def test_every_place_is_in_each_file(roofgate, run, tmp_path):
    folder = superbench_nights(tmp_path / "nights", {"n1": HALF, "n2": STEADY, "n3": STEADY})

    def files(*arguments):
        done = run(roofgate, "gate", *arguments, "--json", tmp_path / "g.json", "--junit", tmp_path / "g.xml",
                   "--markdown", tmp_path / "g.md")
        return (done, json.loads((tmp_path / "g.json").read_text()), ElementTree.parse(tmp_path / "g.xml").getroot(),
                (tmp_path / "g.md").read_text())

    done, told, junit, markdown = files(folder)
    assert done.status == 1 and told["schema"] == "roofgate.gate-places/1" and told["status"] == 1
    assert [(place["place"], place["status"]) for place in told["places"]] == [("n1", 1), ("n2", 0), ("n3", 0)]
    assert all(place["schema"] == "roofgate.gate/1" and place["verdicts"] for place in told["places"])
    assert told["missing"] == [] and markdown.count("## `n") == 3
    suites = junit.findall("testsuite")
    assert [suite.get("name").split(" ")[0] for suite in suites] == ["n1", "n2", "n3"]
    assert junit.get("failures") == "1" and suites[0].get("failures") == "1" and suites[1].get("failures") == "0"
    assert int(junit.get("tests")) == sum(int(suite.get("tests")) for suite in suites) == len(junit.findall(".//testcase"))
    done, told, junit, _ = files(folder, "--place", "n1")
    assert told["schema"] == "roofgate.gate/1" and told["place"] == "n1" and len(junit.findall("testsuite")) == 1


def test_a_place_that_is_missing_is_in_each_file(roofgate, run, host_logs, tmp_path):
    (host_logs / "nodeA-2026-11-09.log").unlink()
    done = run(roofgate, "gate", host_logs, "--json", tmp_path / "g.json", "--junit", tmp_path / "g.xml",
               "--markdown", tmp_path / "g.md")
    assert done.status == 3, done.text
    told = json.loads((tmp_path / "g.json").read_text())
    assert told["status"] == 3 and len(told["places"]) == 1 and told["missing"][0].startswith("lynx-1 "), told["missing"]
    junit = ElementTree.parse(tmp_path / "g.xml").getroot()
    assert junit.get("errors") == "1" and junit.find(".//error").get("message").startswith("missing in the latest night")
    assert "Missing in the latest night: lynx-1" in (tmp_path / "g.md").read_text()


def test_one_file_of_several_places_is_a_night_of_them(roofgate, run, tmp_path):
    folder = superbench_nights(tmp_path / "nights", {"n1": HALF, "n2": STEADY})
    baselines = tmp_path / "baselines"
    for file in sorted(folder.iterdir())[:-1]:
        for node in ("n1", "n2"):
            assert run(roofgate, "baseline", "promote", file, "--place", node, "--baselines", baselines).status == 0
    last = sorted(folder.iterdir())[-1]
    done = run(roofgate, "gate", last, "--baselines", baselines, "--json", tmp_path / "g.json")
    assert done.status == 1 and "== n1 " in done.out and "== n2 " in done.out, done.text
    assert [place["status"] for place in json.loads((tmp_path / "g.json").read_text())["places"]] == [1, 0]


def joined_logs(folder, *parts):
    """A log a night that holds the runs of several hosts or libraries one after the other."""
    folder.mkdir()
    for day in range(len(STEADY)):
        text = "".join(log_of_world(2, 400 * factors[day]).replace("lynx-1", host)
                       .replace("# Collective", f"# nccl-tests version 2.17.4 nccl-headers={nccl} nccl-library={nccl}\n# Collective")
                       for host, nccl, factors in parts)
        (folder / f"nccl-2026-11-{day + 1:02d}.log").write_text(text, encoding="utf-8")
    return folder


def test_logs_with_runs_of_two_hosts_are_nights_of_both(roofgate, run, tmp_path):
    folder = joined_logs(tmp_path / "nights", ("lynx-1", 22705, STEADY), ("lynx-2", 22705, HALF))
    done = run(roofgate, "gate", folder)
    assert done.status == 1 and "18 of 18 rows read" in done.err, done.text
    assert "REGRESSED" not in done.out[:done.out.index("== lynx-2 ")] and done.out.count("8 nights") >= 2, done.text
    case = "allreduce/fp32/out_of_place/bytes33554432/ranks2"
    shown = run(roofgate, "history", case, folder, "--place", "lynx-2")
    assert shown.status == 0 and "9 nights" in shown.out, shown.text
    out = tmp_path / "out"
    done = run(roofgate, "import", folder / "nccl-2026-11-09.log", "-o", f"{out}/")
    assert done.status == 0 and "runs of 2 machines, or versions of the library: a record of each" in done.out, done.text
    assert "    lynx-1 device 0 " in done.out and "    lynx-2 device 0 " in done.out, done.text
    records = [json.loads(path.read_text()) for path in sorted(out.iterdir())]
    assert sorted(record["environment"]["host"]["name"] for record in records) == ["lynx-1", "lynx-2"]
    again = run(roofgate, "gate", folder, out)
    assert again.status == 1 and "the same content as" in again.err, again.text


def test_two_libraries_in_one_log_are_not_one_series(roofgate, run, tmp_path):
    folder = joined_logs(tmp_path / "nights", ("lynx-1", 22705, STEADY), ("lynx-1", 23003, HALF))
    done = run(roofgate, "gate", folder)
    assert done.status == 1, done.text
    first, second = done.out.split("\n== ")[:2]
    assert "nccl 2" not in first.splitlines()[0] and "nccl 2.30.3" in second.splitlines()[0], done.text
    assert "REGRESSED" not in first and "REGRESSED" in second
    assert run(roofgate, "gate", folder, "--place", "*nccl 2.30.3").status == 1


def test_logs_of_one_night_with_two_libraries_say_both(roofgate, run, tmp_path):
    folder = tmp_path / "nights"
    folder.mkdir()
    for name, nccl in (("all_reduce", 22705), ("all_gather", 23003)):
        text = log_of_world(2, 400).replace("all_reduce", name).replace("sum", "none" if name == "all_gather" else "sum")
        version = f"# nccl-tests version 2.17.4 nccl-headers={nccl} nccl-library={nccl}\n# Collective"
        for day in (8, 9):
            (folder / f"{name}-2026-11-{day:02d}.log").write_text(
                text.replace("# Collective", version if day == 9 else version.replace("23003", "22705")), encoding="utf-8")
    done = run(roofgate, "gate", folder, "--json", tmp_path / "g.json")
    changes = json.loads((tmp_path / "g.json").read_text())["software_changes"]
    assert {changes["nccl"]["before"], *changes["nccl"]["now"].split(" + ")} == {"2.27.5", "2.30.3"}, changes


def test_a_nodes_name_breaks_no_line_and_no_markup(roofgate, run, tmp_path):
    folder = superbench_nights(tmp_path / "nights", {"n1\\u001b[31m\\n# `x": STEADY, "n2": STEADY})
    done = run(roofgate, "gate", folder, "--markdown", tmp_path / "g.md")
    assert done.status == 0 and "\x1b" not in done.text and "\n# " not in done.text, done.text
    headings = [line for line in (tmp_path / "g.md").read_text().splitlines() if line.startswith("#")]
    assert all(heading.count("`") == 2 for heading in headings if heading.startswith("## `n")), headings
    mixed = run(roofgate, "history", METRIC, folder)
    assert mixed.status == 2 and "\n# " not in mixed.text, mixed.text


def test_each_device_of_a_night_is_judged(roofgate, run, tmp_path):
    folder = nvbench_nights(tmp_path / "nights", HALF, STEADY)
    done = run(roofgate, "gate", folder)
    assert done.status == 1, done.text
    assert "== device 0 (h100-x1/imported-nvbench) ==" in done.out and "== device 1 " in done.out
    records = tmp_path / "records"
    for file in sorted(folder.iterdir()):
        assert run(roofgate, "import", file, "-o", f"{records}/").status == 0
    again = run(roofgate, "gate", records)
    assert again.status == 1 and "the same content" not in again.err, again.text
    assert again.out.count("REGRESSED") == done.out.count("REGRESSED")
    both = run(roofgate, "gate", folder, records)
    assert both.status == 1 and "the same content as" in both.err and "8 nights" in both.out, both.text
    sides = ["--before", f"{folder}/*0[1-4].json", "--after", f"{folder}/*0[6-9].json"]
    mixed = run(roofgate, "compare", *sides)
    assert mixed.status == 2 and f"{COPY} was measured in several places: device 0 (" in mixed.err, mixed.text
    assert run(roofgate, "compare", *sides, "--place", "device 1").status == 0


def test_logs_of_several_hosts_are_judged_apart(roofgate, run, host_logs):
    done = run(roofgate, "gate", host_logs)
    assert done.status == 1, done.text
    assert "== lynx-1 " in done.out and "== lynx-2 " in done.out
    assert "REGRESSED" not in done.out[done.out.index("== lynx-2 "):]
    table = run(roofgate, "scaling", host_logs)
    assert table.status == 2 and "in several places in one night: lynx-1 " in table.err, table.text


def test_a_host_whose_log_is_lost_or_missing_is_not_passed_over(roofgate, run, host_logs):
    lost = host_logs / "nodeA-2026-11-09.log"
    lost.write_text("ssh: connect to host lynx-1: refused\n", encoding="utf-8")
    done = run(roofgate, "gate", host_logs)
    assert done.status == 2 and "the latest file holds no run" in done.err, done.text
    assert "== lynx-1 " in done.out and "2 places, exit status 2: lynx-1 " in done.out, done.text
    lost.unlink()
    done = run(roofgate, "gate", host_logs)
    assert done.status == 3 and "the latest night lacks lynx-1 " in done.err, done.text
    assert "8 runs, the latest of 2026-11-08T00:00:00Z: the latest night is of 2026-11-09" in done.err


def reports(tmp_path, *arguments):
    """Options for every report of gate, each of which an earlier night's verdict is in already."""
    files = {name: tmp_path / f"stale.{name}" for name in ("json", "junit", "markdown")}
    for file in files.values():
        file.write_text("all pass\n", encoding="utf-8")
    return files, [word for name, file in files.items() for word in (f"--{name}", file)]


def test_one_places_lost_night_leaves_the_others_their_verdicts(roofgate, run, host_logs, tmp_path):
    (host_logs / "nodeA-2026-11-09.log").write_text("Killed\n", encoding="utf-8")
    files, options = reports(tmp_path)
    done = run(roofgate, "gate", host_logs, "--annotations", *options)
    assert done.status == 2, done.text
    verdict = done.out[done.out.index("== lynx-1 "):]
    assert "unreadable input (exit status 2)" in verdict and "nodeA-2026-11-09.log: the latest file holds no run" in verdict
    assert "::error title=roofgate%3A unreadable input (exit status 2)::lynx-1 " in done.out
    assert "pass: " in done.out[:done.out.index("== lynx-1 ")]
    told = json.loads(files["json"].read_text(encoding="utf-8"))
    assert told["status"] == 2 and told["missing"] == [] and len(told["places"]) == 1
    (lost,) = told["lost"]
    assert lost["place"].startswith("lynx-1 ") and lost["status"] == 2 and lost["where"].endswith("nodeA-2026-11-09.log")
    suite = ElementTree.parse(files["junit"]).getroot()
    assert suite.get("errors") == "1"
    (case,) = suite.findall("testsuite[@name='places']/testcase")
    assert case.get("name").startswith("lynx-1 ") and "no known format fits" in case.find("error").get("message")
    assert "## `lynx-1 " in files["markdown"].read_text(encoding="utf-8")
    chosen = run(roofgate, "gate", host_logs, "--place", "lynx-2")
    assert chosen.status == 0, chosen.text
    files_named = run(roofgate, "gate", *sorted(host_logs.glob("*.log")))
    assert files_named.status == 2 and "2 places, exit status 2: lynx-1 " in files_named.out, files_named.text


def test_no_report_of_an_earlier_night_outlives_a_lost_one(roofgate, run, tmp_path):
    folder = write_nights(tmp_path / "nights", STEADY)
    (folder / "nccl-2026-10-10.log").write_text("", encoding="utf-8")
    files, options = reports(tmp_path)
    done = run(roofgate, "gate", folder, *options)
    assert done.status == 2 and done.out == "", done.text
    told = json.loads(files["json"].read_text(encoding="utf-8"))
    assert told["schema"] == "roofgate.failure/1" and (told["command"], told["status"]) == ("gate", 2)
    assert told["what"] == "the latest file holds no run: is empty" and told["where"].endswith("nccl-2026-10-10.log")
    error = ElementTree.parse(files["junit"]).getroot().find("testsuite/testcase/error")
    assert error.get("message").startswith("unreadable input (exit status 2): ")
    assert "nccl-2026-10-10.log" in files["markdown"].read_text(encoding="utf-8")
    for command in (["compare", "--before", folder / "nccl-2026-10-01.log", "--after", folder / "nccl-2026-10-10.log"],
                    ["gate", folder, "--place", "nowhere"], ["gate", folder / "nccl-2026-10-10.log"]):
        files, options = reports(tmp_path)
        done = run(roofgate, *command, *options)
        assert done.status == 2, done.text
        assert all("all pass" not in file.read_text(encoding="utf-8") for file in files.values())
    table = tmp_path / "roofline.csv"
    table.write_text("all pass\n", encoding="utf-8")
    assert run(roofgate, "roofline", folder / "nccl-2026-10-10.log", "--csv", table).status == 2
    assert table.read_text(encoding="utf-8").startswith("status,what,where,hint")


def test_a_log_per_collective_is_one_night(roofgate, run, tmp_path):
    folder = tmp_path / "nights"
    folder.mkdir()
    for day, factor in enumerate(STEADY, start=1):
        reduce = log_of_world(2, 400 * factor)
        send = log_of_world(2, 300 * factor, 16777216).replace("all_reduce_perf", "all_gather_perf")
        (folder / f"all_reduce-2026-11-{day:02d}.log").write_text(reduce, encoding="utf-8")
        (folder / f"all_gather-2026-11-{day:02d}.log").write_text(send.replace("sum", "none"), encoding="utf-8")
    done = run(roofgate, "gate", folder)
    assert done.status == 0 and "vanished" not in done.text, done.text
    assert "8 nights" in done.out
    (folder / "all_gather-2026-11-09.log").unlink()
    done = run(roofgate, "gate", folder)
    assert done.status == 3 and "vanished" in done.out, done.text
    (folder / "all_gather-2026-11-09.log").write_text("Killed\n", encoding="utf-8")
    done = run(roofgate, "gate", folder)
    assert done.status == 2 and "vanished" in done.out, done.text
    assert "2 runs, exit status 2: lynx-1 " in done.out and "nccl-tests), all_gather-2026-11-09.log\n" in done.out


def test_runs_that_say_nothing_of_their_place_are_not_guessed_at(roofgate, run, tmp_path):
    folder = tmp_path / "nights"
    folder.mkdir()
    for day, factor in enumerate(STEADY, start=1):
        text = f'{{"{METRIC}:0": {25 / factor}, "mem-bw/return_code": 0}}\n'
        (folder / f"a-2026-11-{day:02d}.jsonl").write_text(text, encoding="utf-8")
    assert run(roofgate, "gate", folder).status == 0
    (folder / "b-2026-11-09.jsonl").write_text(f'{{"{METRIC}:0": 15, "mem-bw/return_code": 0}}\n', encoding="utf-8")
    done = run(roofgate, "gate", folder)
    assert done.status == 3 and done.out == "", done.text
    assert "measured the same cases at one moment" in done.err and "a-2026-11-09.jsonl" in done.err


def test_hosts_that_never_come_back_are_one_series(roofgate, run, tmp_path):
    folder = tmp_path / "nights"
    folder.mkdir()
    for day, factor in enumerate(HALF, start=1):
        (folder / f"r-2026-11-{day:02d}.log").write_text(
            log_of_world(2, 400 * factor).replace("lynx-1", f"pod-{day}x"), encoding="utf-8")
    done = run(roofgate, "gate", folder)
    assert done.status == 1 and "8 nights" in done.out, done.text
    assert "taken for one series of like machines" in done.err


@pytest.mark.parametrize("make", [lambda path: os.symlink("nowhere", path), os.mkfifo, os.mkdir])
def test_what_is_no_file_does_not_stand_for_a_night(roofgate, run, tmp_path, make):
    folder = write_nights(tmp_path / "nights", STEADY)
    make(folder / "other")
    assert run(roofgate, "gate", folder).status == 0
    make(folder / "nccl-2026-10-10.log")
    for place in (folder, f"{folder}/*.log"):
        done = run(roofgate, "gate", place)
        assert done.status == 2 and "is no file" in done.err and done.out == "", done.text


def rerun(folder, factor, size=None, first=HALF[-1]):
    """A log of each night, and a second one an hour and a half into the last; `size`: of one more size in the first."""
    folder.mkdir()
    for day, time in enumerate((*STEADY[:-1], first), start=1):
        logs = [log_of_world(2, 400 * time)] + ([log_of_world(2, 300, size)] if size else [])
        for number, text in enumerate(logs):
            (folder / f"job{number}-2026-11-{day:02d}T020{number}.log").write_text(text, encoding="utf-8")
    (folder / "job0-2026-11-09T0330.log").write_text(log_of_world(2, 400 * factor), encoding="utf-8")
    return folder


def test_every_run_of_the_latest_night_is_judged_against_earlier_nights(roofgate, run, tmp_path):
    slow = run(roofgate, "gate", rerun(tmp_path / "slow", HALF[-1]))
    assert slow.status == 1 and slow.out.count(" 8 nights, ") == 2, slow.text
    assert slow.out.count("regression (exit status 1)") == 2 and "run of 2026-11-09T03:30:00Z ==" in slow.out
    folder = rerun(tmp_path / "better", 1.0)
    better = run(roofgate, "gate", folder)
    assert better.status == 1 and better.out.count("regression (exit status 1)") == 1, better.text
    last = better.out.splitlines()[-1]
    assert last.startswith("2 runs, exit status 1: lynx-1") and last.endswith("run of 2026-11-09T02:00:00Z"), last
    case = "allreduce/fp32/in_place/bytes33554432/ranks2"
    explained = run(roofgate, "explain", folder, case)
    assert explained.status == 0 and explained.out.count("== lynx-1") == 2, explained.text
    (tmp_path / "dump").write_text("", encoding="utf-8")
    for command in (["gate", folder], ["explain", folder, case]):
        dumped = run(roofgate, *command, "--telemetry", tmp_path / "dump")
        assert dumped.status == 2 and "a dump is of one" in dumped.err, dumped.text
        assert "a folder without the other runs" in dumped.err
    fine = run(roofgate, "gate", rerun(tmp_path / "fine", 1.001, first=1.0))
    assert fine.status == 0 and fine.out.splitlines()[-1] == "2 runs, all pass", fine.text


def test_a_part_that_was_measured_again_makes_nothing_vanish(roofgate, run, tmp_path):
    done = run(roofgate, "gate", rerun(tmp_path / "fine", 1.001, size=16777216, first=1.0))
    assert done.status == 0 and "vanished" not in done.out, done.text
    done = run(roofgate, "gate", rerun(tmp_path / "slow", 1.001, size=16777216))
    assert done.status == 1 and "vanished" not in done.out, done.text


def test_history_names_nights_that_it_cannot_read(roofgate, run, tmp_path):
    folder = write_nights(tmp_path / "nights", STEADY)
    (folder / "nccl-2026-10-08.log").write_text("ssh: refused\n", encoding="utf-8")
    (folder / "nccl-2026-10-09.log").write_text("", encoding="utf-8")
    os.symlink("nowhere", folder / "nccl-2026-10-10.log")
    (folder / "notes.md").write_text("beside them\n", encoding="utf-8")
    case = "allreduce/fp32/out_of_place/bytes33554432/ranks8"
    told = [run(roofgate, *command).err.splitlines()
            for command in (["history", case, folder], ["gate", folder])]
    named, gates = ([line for line in lines if "left out" in line] for lines in told)
    assert len(named) == 2 + 1 and "nccl-2026-10-08.log: no known format fits" in named[0], told
    assert "nccl-2026-10-09.log: is empty" in named[1] and "nccl-2026-10-10.log: is no file" in named[2]
    assert set(named[:2]) <= set(gates)


def test_history_says_what_the_last_nights_cannot_tell(roofgate, run, tmp_path):
    folder = write_nights(tmp_path / "nights", HALF)
    case = "allreduce/fp32/out_of_place/bytes33554432/ranks8"
    done = run(roofgate, "history", case, folder)
    assert done.status == 0 and "No change of level yet. The last night lies outside" in done.out, done.text
