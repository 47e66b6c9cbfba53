"""Judging commands on other tools' files as they are: folders and globs as histories, nights that were lost, worlds that
make a scaling table."""

import json
import tarfile

import pytest

from nccl_nights import EIGHT_RANKS, SAMPLES, log_of_world, night, write_nights

CASE = "allreduce/fp32/out_of_place/bytes33554432/ranks8"
STEP_DOWN = (1.0, 1.004, 0.997, 1.002, 0.999, 1.001, 1.003, 0.998, 1.3, 1.303, 1.298, 1.301, 1.302, 1.299, 1.297, 1.304)


@pytest.fixture
def nights(tmp_path):
    return write_nights(tmp_path / "nights", STEP_DOWN)


def test_a_folder_of_logs_is_a_history(roofgate, run, nights, tmp_path):
    (nights / "README.md").write_text("what these are\n", encoding="utf-8")
    (nights / "table.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (nights / "copy.log").write_bytes((nights / "nccl-2026-10-05.log").read_bytes())
    done = run(roofgate, "history", CASE, nights, "--json", tmp_path / "h.json")
    assert done.status == 0, done.text
    assert "17 files of nccl-tests: 102 of 102 rows read" in done.err
    assert "README" not in done.text and "table.csv" not in done.text
    found = json.loads((tmp_path / "h.json").read_text())
    assert [night["date"][:10] for night in found["nights"]] == [f"2026-10-{day:02d}" for day in range(1, 17)]
    (nights / "a.json").write_text(json.dumps({"context": {"date": "2026-10-01T02:00:00+00:00"}, "benchmarks": [
        {"name": "BM_a", "run_name": "BM_a", "run_type": "iteration", "iterations": 9, "real_time": 1, "cpu_time": 1, "time_unit": "us"}]}))
    beside = run(roofgate, "history", CASE, nights)
    assert beside.status == 0 and "16 nights" in beside.out, beside.text
    assert "1 of 17 records are of other hardware or another suite" in beside.err
    (change,) = found["changes"]
    assert change["point"] == 8 and change["throughput_change"] == pytest.approx(1 / 1.3 - 1, abs=0.01)


def test_a_night_that_was_lost_after_a_change_is_never_safe(roofgate, run, tmp_path):
    before = write_nights(tmp_path / "before", (1.0, 1.004, 0.997, 1.002))
    after = write_nights(tmp_path / "after", (1.001, 0.999, 1.0015, 0.998))
    assert run(roofgate, "compare", "--before", before, "--after", after).status == 0
    lost = after / "nccl-2026-10-04.log"
    text = lost.read_text(encoding="utf-8")
    for content in ("", "Test NCCL failure common.cu:958 'unhandled cuda error'\n", text[:text.index("float") - 20]):
        lost.write_text(content, encoding="utf-8")
        done = run(roofgate, "compare", "--before", before, "--after", after, "--json", tmp_path / "c.json")
        assert done.status == 3 and done.out.startswith("cannot tell: "), (content, done.text)
        assert json.loads((tmp_path / "c.json").read_text())["recommendation"]["advice"] == "cannot_tell"


def test_a_night_without_checks_says_so_in_every_report(roofgate, run, tmp_path):
    nights = write_nights(tmp_path / "nights", (1.0, 1.004, 0.997, 1.002, 0.999, 1.001))
    last = nights / "nccl-2026-10-06.log"
    checked = run(roofgate, "gate", nights)
    assert "not checked" not in checked.text
    last.write_text(last.read_text(encoding="utf-8").replace("      0", "    N/A"), encoding="utf-8")
    done = run(roofgate, "gate", nights, "--json", tmp_path / "g.json", "--junit", tmp_path / "g.xml", "--markdown", tmp_path / "g.md")
    assert "were not checked: whether they are right is not known" in done.out, done.text
    for name in ("g.json", "g.xml", "g.md"):
        assert "were not checked" in (tmp_path / name).read_text(encoding="utf-8"), name


def test_a_cut_file_after_a_change_is_never_safe_and_no_baseline(roofgate, run, tmp_path):
    def benchmarks(factor, day):
        return json.dumps({"context": {"date": f"2026-10-{day:02d}T02:00:00+00:00"}, "benchmarks": [
            {"name": f"BM_{name}", "run_name": f"BM_{name}", "run_type": "iteration", "iterations": 9,
             "real_time": factor, "cpu_time": factor, "time_unit": "us"} for name in "abcd"]}, indent=1)

    for side, first in (("before", 1), ("after", 5)):
        (tmp_path / side).mkdir()
        for day, factor in enumerate((1.0, 1.004, 0.997, 1.002), start=first):
            (tmp_path / side / f"{day}.json").write_text(benchmarks(factor, day), encoding="utf-8")
    sides = ("--before", tmp_path / "before", "--after", tmp_path / "after")
    assert run(roofgate, "compare", *sides).status == 0
    cut = tmp_path / "after" / "8.json"
    cut.write_text(benchmarks(1.0, 8)[:-300], encoding="utf-8")
    done = run(roofgate, "compare", *sides)
    assert done.status == 3 and "A record is not finished (after: 8.json): what a run lacks that died" in done.out, done.text
    kept = run(roofgate, "baseline", "promote", cut, "--baselines", tmp_path / "kept", "--by", "test")
    assert kept.status == 3 and "the run died, or its file is cut: measure again" in kept.text, kept.text
    judged = run(roofgate, "gate", tmp_path / "after")
    assert judged.status == 3 and "what it lacks is not known" in judged.out, judged.text


def test_no_text_of_a_damaged_file_is_repeated(roofgate, run, tmp_path):
    file = tmp_path / "cut.json"
    file.write_text('{"version": 1, "env": ["HOME=/root", "HF_TOKEN=hf_MySecretOfThisTest', encoding="utf-8")
    for command in (["gate"], ["roofline"], ["explain"], ["scaling"], ["baseline", "promote"], ["import"], ["export", "--format", "csv"]):
        case = [CASE] if command == ["explain"] else []
        done = run(roofgate, *command, *([file, *case] if case else [file]), cwd=tmp_path)
        assert done.status in (2, 3) and "Secret" not in done.text, (command, done.text)


def test_a_glob_and_single_files_are_a_history_too(roofgate, run, nights):
    globbed = run(roofgate, "history", CASE, f"{nights}/nccl-2026-10-0[1-3].log")
    assert globbed.status == 0 and "3 nights, 0 of them accepted" in globbed.out, globbed.text
    assert globbed.err.count("6 of 6 rows read") == 3
    named = run(roofgate, "history", CASE, nights / "nccl-2026-10-01.log", nights / "nccl-2026-10-02.log")
    assert named.status == 0 and "2 nights, 0 of them accepted" in named.out, named.text
    assert run(roofgate, "history", CASE, f"{nights}/*.txt").status == 2


def test_a_file_with_a_history_in_it_is_judged_as_one(roofgate, run, tmp_path):
    runs = [{"commit": {"id": f"{day:040x}"}, "date": 1764295200000 + day * 86400000, "tool": "customSmallerIsBetter",
             "benches": [{"name": "parse", "unit": "ms", "value": 100.0 + (day * 7 % 5) / 10 + (30 if day == 12 else 0)}]}
            for day in range(13)]
    file = tmp_path / "data.js"
    file.write_text("window.BENCHMARK_DATA = " + json.dumps({"entries": {"suite": runs}}), encoding="utf-8")
    judged = run(roofgate, "gate", file)
    assert "12 nights" in judged.out, judged.text
    assert judged.status == 1 and "REGRESSED" in judged.out, judged.text
    shown = run(roofgate, "history", "suite/parse", file)
    assert shown.status == 0 and "13 nights" in shown.out, shown.text


@pytest.mark.parametrize("name, text, status, words", [
    ("nccl-2026-10-17.log", "", 2, "is empty"),
    ("nccl-2026-10-17.log", "ssh: connect to host lynx-2: refused\n", 2, "no known format fits"),
    ("job-2026-10-17.txt", (SAMPLES / "nccl_failed.log").read_text(), 3, "the tool failed and measured nothing"),
])
def test_a_lost_night_is_not_the_night_before(roofgate, run, nights, name, text, status, words):
    (nights / name).write_text(text, encoding="utf-8")
    for command in (["gate", nights], ["explain", nights, CASE]):
        done = run(roofgate, *command)
        assert (done.status, done.out) == (status, ""), done.text
        assert "the latest file holds no run: " + words in done.err
    assert run(roofgate, "history", CASE, nights).status == 0


GOOD_DAYS = [10.0, 10.01, 9.995, 10.005, 9.99, 10.002, 10.01, 9.997, 10.003, 9.999, 10.004, 10.001]


@pytest.mark.parametrize("row", [
    "2026-10-13,a,nan", "2026-10-13,a,", "2026-10-13,a,FAILED", "2026-10-13,a,1,9", "2026-10-13,a", "2026-10",
    '2026-10-13,a,"9.9', '2026-10-13,"a,9.9', "2026-10-13,a,0", "2026-10-13,a,-3", "2026-10-13,b,nan", "n/a,a,10"])
def test_a_last_row_of_a_csv_that_is_lost_is_not_the_day_before(roofgate, run, tmp_path, row):
    rows = [f"2026-10-{day:02d},a,{value}" for day, value in enumerate(GOOD_DAYS, start=1)]
    mapping = tmp_path / "map"
    mapping.write_text("id = name\nvalue = v\nunit = ms\nmoment = day\n", encoding="utf-8")
    file = tmp_path / "days.csv"

    def gate(*lines):
        file.write_text("\n".join(["day,name,v", *lines]) + "\n", encoding="utf-8")
        return run(roofgate, "gate", file, "--mapping", mapping)

    assert gate(*rows).status == 0
    for lines in ([*rows, row], [row, *reversed(rows)]):
        done = gate(*lines)
        assert done.status == 3, done.text
        assert "lost" in done.err or "not measured" in done.text or "invalid" in done.text.lower()
    assert gate(*rows[:5], row.replace("10-13", "10-05"), *rows[5:]).status == 0, "an earlier day's row"
    folder = tmp_path / "nights"
    folder.mkdir()
    (folder / "days.csv").write_text("\n".join(["day,name,v", *rows, row]) + "\n", encoding="utf-8")
    assert run(roofgate, "gate", folder, "--mapping", mapping).status == 3


def action_history(last):
    runs = [{"commit": {"id": f"c{day}"}, "date": 1790812800000 + day * 86400000, "tool": "customSmallerIsBetter",
             "benches": [{"name": name, "value": value, "unit": "ms"} for name in ("a", "b")]}
            for day, value in enumerate(GOOD_DAYS)]
    if last is not None:
        runs.append({"commit": {"id": "c12"}, "date": 1790812800000 + 12 * 86400000, "tool": "customSmallerIsBetter",
                     **last})
    return "window.BENCHMARK_DATA = " + json.dumps({"lastUpdate": 1, "entries": {"suite": runs}})


@pytest.mark.parametrize("last", [
    {"benches": [{"name": "a", "value": None, "unit": "ms"}, {"name": "b", "value": 10, "unit": "ms"}]},
    {"benches": [{"name": "a", "value": "FAILED", "unit": "ms"}, {"name": "b", "value": 10, "unit": "ms"}]},
    {"benches": [{"name": "a", "value": None}, {"name": "b", "value": None}]},
    {"benches": []}, {"benches": None}, {},
    {"benches": [{"value": 1}]},
    {"date": "yesterday", "benches": [{"name": "a", "value": 10, "unit": "ms"}]},
])
def test_a_last_run_of_a_data_js_that_is_lost_is_not_the_one_before(roofgate, run, tmp_path, last):
    file = tmp_path / "data.js"
    file.write_text(action_history(None), encoding="utf-8")
    assert run(roofgate, "gate", file).status == 0
    file.write_text(action_history(last), encoding="utf-8")
    done = run(roofgate, "gate", file)
    assert done.status == 3, done.text
    assert "lost" in done.err or "INVALID" in done.text.upper()


def test_a_data_js_that_ends_in_its_middle_is_not_the_run_before(roofgate, run, tmp_path):
    file = tmp_path / "data.js"
    file.write_text(action_history(None)[:-30], encoding="utf-8")
    assert run(roofgate, "gate", file).status in (2, 3)


@pytest.mark.parametrize("last", [
    '"mem-bw/h2d_bw:0": NaN, "mem-bw/h2d_bw:1": 20.0', '"mem-bw/h2d_bw:1": 20.0', '"mem-bw/h2d_bw:0": 20.0',
    '"mem-bw/h2d_bw:0": 20.0, "mem-bw/h2d_bw:1": null', '"mem-bw/h2d_bw:0": NaN, "mem-bw/h2d_bw:1": NaN'])
def test_one_rank_of_a_superbench_metric_does_not_stand_for_both(roofgate, run, tmp_path, last):
    folder = tmp_path / "nights"
    folder.mkdir()

    def add(day, ranks):
        text = f'{{"node": "n1", {ranks}, "mem-bw/d2h_bw:0": 30.0, "mem-bw/d2h_bw:1": 30.0, "mem-bw/return_code": 0}}\n'
        (folder / f"r-2026-10-{day:02d}.jsonl").write_text(text, encoding="utf-8")

    for day in range(1, 11):
        add(day, f'"mem-bw/h2d_bw:0": {20 + day * 0.002}, "mem-bw/h2d_bw:1": {20 + day * 0.001}')
    assert run(roofgate, "gate", folder).status == 0
    add(11, last)
    done = run(roofgate, "gate", folder)
    assert done.status == 3, done.text
    assert "of 2 ranks reported a figure" in run(roofgate, "explain", folder, "mem-bw/h2d_bw").text + done.text


@pytest.mark.parametrize("name", ["zz.done", "a.lock", ".hidden", "other.txt", "flag"])
def test_an_empty_file_beside_the_nights_is_no_night(roofgate, run, tmp_path, name):
    nights = write_nights(tmp_path / "nights", (1.0, 1.004, 0.997, 1.002, 0.999, 1.001, 1.003, 1.0))
    (nights / name).write_text("", encoding="utf-8")
    done = run(roofgate, "gate", nights)
    assert done.status == 0, done.text
    (nights / "another.log").write_text("", encoding="utf-8")
    done = run(roofgate, "gate", nights)
    assert done.status == 2 and "the latest file holds no run: is empty" in done.err, done.text


@pytest.mark.parametrize("mode, name", [("w", "l.tar"), ("w:gz", "l.tar.gz")])
def test_a_tar_is_no_log(roofgate, run, tmp_path, mode, name):
    nights = write_nights(tmp_path / "nights", (1.0, 1.004))
    with tarfile.open(tmp_path / name, mode) as archive:
        archive.add(nights, arcname="nights")
    done = run(roofgate, "import", tmp_path / name)
    assert done.status == 2, done.text
    assert "is a tar archive" in done.err and "tar -xf" in done.err


def test_blocks_that_two_ranks_printed_count_once(roofgate, run, tmp_path):
    block = log_of_world(8, 500.0).splitlines()
    file = tmp_path / "nccl-2026-11-28.log"
    file.write_text("".join(f"[1,{rank}]<stdout>:{line}\n" for rank in (0, 1) for line in block), encoding="utf-8")
    output = tmp_path / "r.json"
    done = run(roofgate, "import", file, "-o", output)
    assert done.status == 0, done.text
    assert "printed by several ranks: counted once" in done.out
    assert {len(case["rounds"]) for case in json.loads(output.read_text())["cases"]} == {1}


def test_import_ends_with_4_where_a_result_was_wrong(roofgate, run, tmp_path):
    lines = log_of_world(8, 500.0).splitlines()
    cells = lines[-1].split()
    lines[-1] = " ".join([*cells[:8], "7", *cells[9:]])
    file = tmp_path / "nccl-2026-11-28.log"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    output = tmp_path / "r.json"
    done = run(roofgate, "import", file, "-o", output)
    assert done.status == 4, done.text
    assert "WRONG RESULT in 1 case" in done.out and output.exists()


def test_an_upgrade_between_logs_is_named_with_the_loss(roofgate, run, tmp_path):
    nights = write_nights(tmp_path / "nights", (1.0, 1.004, 0.997, 1.002, 0.999, 1.001, 1.003, 1.3))
    last = nights / "nccl-2026-10-08.log"
    last.write_text(last.read_text().replace("NCCL version 2.27.5", "NCCL version 2.28.3")
                    .replace("nccl-library=22705", "nccl-library=22803"))
    done = run(roofgate, "gate", nights)
    assert done.status == 1, done.text
    assert "Since the last night: nccl 2.27.5 -> 2.28.3." in done.out
    explained = run(roofgate, "explain", nights, CASE)
    assert "nccl 2.27.5 -> 2.28.3" in explained.out, explained.text


def test_an_earlier_lost_night_is_left_out_aloud(roofgate, run, nights):
    (nights / "nccl-2026-10-04.log").write_text("", encoding="utf-8")
    done = run(roofgate, "gate", nights)
    assert "left out: " in done.err and "nccl-2026-10-04.log: is empty" in done.err
    assert "14 nights, 2026-10-01 to 2026-10-15" in done.out, done.text


def test_logs_of_several_worlds_make_a_scaling_table(roofgate, run, tmp_path, source_dir):
    folder = tmp_path / "worlds"
    folder.mkdir()
    for ranks, time_us in ((2, 200.0), (4, 300.0), (8, 380.0)):
        (folder / f"world{ranks}-2026-10-01.log").write_text(log_of_world(ranks, time_us), encoding="utf-8")
    (folder / "world8-2026-09-30.log").write_text(log_of_world(8, 700.0), encoding="utf-8")
    answer = tmp_path / "scaling.json"
    done = run(roofgate, "scaling", folder, "--json", answer)
    assert done.status == 0, done.text
    assert "a later run has as many ranks" in done.err
    assert "skew" not in done.out, "no rank's own time is known"
    rows = {row["ranks"]: row for row in json.loads(answer.read_text())["worlds"] if "out_of_place" in row["series"]}
    assert sorted(rows) == [2, 4, 8]
    assert rows[8]["time_s"] == pytest.approx(380e-6)
    assert rows[8]["efficiency_ratio"] == pytest.approx(200 / 380 * 1.75, abs=1e-3)
    assert rows[8]["lost_skew_ratio"] is None
    named = run(roofgate, "scaling", *sorted(folder.glob("*-10-01.log")))
    assert named.status == 0 and named.out == done.out, named.text
    twice = run(roofgate, "scaling", *sorted(folder.iterdir()))
    assert twice.status == 2 and "is in two records" in twice.err


def test_plain_csv_is_judged_with_its_mapping(roofgate, run, tmp_path):
    table = tmp_path / "times.csv"
    table.write_text("day,bench,ms\n" + "".join(f"2026-10-{day:02d},sort,{10 + day * 3 % 4 / 100}\n" for day in range(1, 9)))
    mapping = tmp_path / "times.map"
    mapping.write_text("id = bench\nvalue = ms\nunit = ms\nmoment = day\n")
    without = run(roofgate, "gate", table)
    assert without.status == 2 and "name that with --mapping" in without.err
    for command in (["gate"], ["history", "sort"], ["explain"]):
        more = ["sort"] if command == ["explain"] else []
        done = run(roofgate, *command, table, *more, "--mapping", mapping)
        assert done.status in (0, 3), done.text
        assert "8 of 8 rows read" in done.err and "sort" in done.out
    forced = run(roofgate, "gate", table, "--format", "nccl-tests")
    assert forced.status == 3 and "no row was measured" in forced.err
    wrong = run(roofgate, "gate", table, "--format", "cvs")
    assert wrong.status == 2 and "did you mean 'csv'?" in wrong.err


def test_a_mapping_that_makes_one_case_of_several_is_never_green(roofgate, run, tmp_path):
    days = [f"2026-10-{day:02d}" for day in range(1, 13)]
    table, mapping = tmp_path / "times.csv", tmp_path / "times.map"
    wobble = lambda day: 1 + int(day[-2:]) * 7 % 5 / 1000
    table.write_text("day,group,name,ms\n" + "".join(
        f"{day},{group},{name},{ms * wobble(day)}\n" for day in days for group, name, ms in (("a/b", "c", 10), ("a", "b/c", 4000))))
    mapping.write_text("id = group, name\nvalue = ms\nunit = ms\nmoment = day\n")
    joined = run(roofgate, "gate", table, "--mapping", mapping)
    assert joined.status == 2 and "would be one case 'a/b/c'" in joined.err, joined.text
    mapping.write_text("value = ms\nunit = ms\nmoment = day\n")
    mixed = run(roofgate, "gate", table, "--mapping", mapping)
    assert mixed.status == 3 and "times apart: 'id' may lack a column" in mixed.text, mixed.text
    mapping.write_text("id = name\nvalue = ms\nunit = ms\nunit = s\nmoment = day\n")
    twice = run(roofgate, "gate", table, "--mapping", mapping)
    assert twice.status == 2 and "says 'unit' twice" in twice.err, twice.text


def test_logs_of_before_and_after_are_compared(roofgate, run, tmp_path):
    before = write_nights(tmp_path / "before", STEP_DOWN[:7])
    after = write_nights(tmp_path / "after", STEP_DOWN[8:12])
    slower = run(roofgate, "compare", "--before", before, "--after", after)
    assert slower.status == 1 and slower.out.startswith("slower: "), slower.text
    assert "7 files of nccl-tests: 42 of 42 rows read" in slower.err
    same = run(roofgate, "compare", "--before", f"{before}/*0[1-3].log", "--after", *sorted(before.glob("*0[4-7].log")))
    assert same.status == 0 and same.out.startswith("safe"), same.text
    lost = run(roofgate, "compare", "--before", before, "--after", SAMPLES / "nccl_failed.log")
    assert lost.status == 3 and "the tool failed and measured nothing" in lost.err


def test_a_dump_is_no_telemetry_of_rounds_to_come(roofgate, run, tmp_path, source_dir):
    done = run(roofgate, "gate", source_dir / "tests/data/records/host.json", "--remeasure", "3", "--telemetry", tmp_path / "smi.csv")
    assert done.status == 2 and "does not cover rounds that are measured now" in done.err


def test_one_log_is_promoted_as_it_is(roofgate, run, nights, tmp_path):
    name, content = night((SAMPLES / EIGHT_RANKS).read_text(encoding="utf-8"), 1.0, 20)
    (tmp_path / name).write_text(content, encoding="utf-8")
    done = run(roofgate, "baseline", "promote", tmp_path / name, "--format", "nccl-tests", "--baselines", tmp_path / "b")
    assert done.status == 0, done.text
    shown = run(roofgate, "history", CASE, "--baselines", tmp_path / "b")
    assert shown.status == 0 and f"{CASE} · 1 night" in shown.out, shown.text
