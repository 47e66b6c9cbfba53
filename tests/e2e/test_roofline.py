"""`roofgate roofline` and `roofgate peaks` as a user runs them, on records written by the real writer."""

import csv
import json
import re
import shutil

import pytest


@pytest.fixture
def records(source_dir):
    return source_dir / "tests" / "data" / "records"


@pytest.fixture
def peaks(source_dir):
    return source_dir / "baselines" / "peaks"


def show(run, roofgate, peaks, record, *more, **surroundings):
    return run(roofgate, "roofline", record, "--peaks", peaks, *more, **surroundings)


def test_a_healthy_record_passes_and_shows_every_case(run, roofgate, records, peaks):
    outcome = show(run, roofgate, peaks, records / "h200.json")
    assert outcome.status == 0, outcome.text
    assert outcome.err == ""
    ids = [case["id"] for case in json.loads((records / "h200.json").read_text())["cases"]]
    assert all(case in outcome.out for case in ids)
    assert "8 x NVIDIA H200 (device 0 shown) · driver 580.65.06 · CUDA 13.0" in outcome.out
    assert "bf16 989 TFLOP/s dense" in outcome.out
    assert "0.86 of align128, other algorithm" in outcome.out
    assert "2.50 x unfused (ideal 2.50)" in outcome.out
    assert "cache-resident" in outcome.out


def test_a_result_above_physics_is_three_and_says_why(run, roofgate, records, peaks):
    outcome = show(run, roofgate, peaks, records / "h200_implausible.json")
    assert outcome.status == 3
    assert "INVALID: above_compute_roof" in outcome.out
    assert "FLOP per clock at 1770 MHz can compute: a kernel that did not run" in outcome.out


def test_a_wrong_result_is_four_and_has_no_rate(run, roofgate, records, peaks):
    outcome = show(run, roofgate, peaks, records / "h200_wrong.json")
    assert outcome.status == 4
    row = next(line for line in outcome.out.splitlines() if "wrong_result" in line)
    assert "FLOP/s" not in row
    assert "element (17, 3)" in row


def test_emulated_times_are_refused(run, roofgate, records, peaks):
    outcome = show(run, roofgate, peaks, records / "emulated.json")
    assert outcome.status == 3
    assert outcome.out == ""
    assert "its times are not performance" in outcome.err


def test_a_host_stands_under_its_own_ceilings(run, roofgate, records, peaks):
    outcome = show(run, roofgate, peaks, records / "host.json")
    assert outcome.status == 0, outcome.text
    assert "roof   measured in this run: bf16 379 GFLOP/s" in outcome.out
    assert "of ceiling" in outcome.out
    assert "of roof" not in outcome.out
    assert "contended in rounds left out" in outcome.out


def test_a_record_that_was_disturbed_throughout_is_three(run, roofgate, records, peaks, tmp_path):
    tree = json.loads((records / "host.json").read_text())
    for case in tree["cases"]:
        for one in case["rounds"]:
            one["marks"] = [{"kind": "contended", "evidence": "CPU steal 12 % (limit 2 %)"}]
    file = tmp_path / "disturbed.json"
    file.write_text(json.dumps(tree))
    outcome = show(run, roofgate, peaks, file)
    assert outcome.status == 3
    assert "bf16 379 GFLOP/s disturbed" in outcome.out
    assert "x unfused" not in outcome.out


def test_case_glob_keeps_only_matching_cases(run, roofgate, records, peaks):
    outcome = show(run, roofgate, peaks, records / "h200.json", "--case", "elementwise/*")
    assert outcome.status == 0
    assert "elementwise/" in outcome.out
    assert "gemm/" not in outcome.out
    outcome = show(run, roofgate, peaks, records / "h200.json", "--case", "gem/*")
    assert outcome.status == 2
    assert "no case matches 'gem/*'" in outcome.err


def test_files_hold_numbers(run, roofgate, records, peaks, tmp_path):
    table, page, tree = tmp_path / "t.csv", tmp_path / "t.md", tmp_path / "t.json"
    outcome = show(run, roofgate, peaks, records / "h200.json", "--csv", table, "--markdown", page, "--json", tree)
    assert outcome.status == 0, outcome.text
    rows = {row["case"]: row for row in csv.DictReader(table.open())}
    cases = json.loads(tree.read_text())["cases"]
    assert len(rows) == len(cases) == 12
    for case in cases:
        row = rows[case["id"]]
        assert row["status"] == "ok"
        assert float(row["time_s"]) == pytest.approx(case["time_s"])
        if case["of_roof_ratio"] is None:
            assert row["of_roof_ratio"] == ""
        else:
            assert float(row["of_roof_ratio"]) == pytest.approx(case["of_roof_ratio"])
    gemm = rows["gemm/bf16/tn/m8192n8192k8192/align128/best"]
    assert float(gemm["flops_per_s"]) == pytest.approx(2 * 8192**3 / float(gemm["time_s"]))
    assert page.read_text().count("\n| ") >= 12


def test_an_output_that_cannot_be_written_is_an_error(run, roofgate, records, peaks, tmp_path):
    outcome = show(run, roofgate, peaks, records / "h200.json", "--csv", tmp_path / "none" / "t.csv")
    assert outcome.status != 0
    assert "none" in outcome.err


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "roofgate.record/9"}'])
def test_an_unreadable_record_is_two(run, roofgate, peaks, tmp_path, text):
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    outcome = show(run, roofgate, peaks, bad)
    assert outcome.status == 2
    assert "bad.json" in outcome.err


def test_a_missing_record_or_folder_is_two(run, roofgate, records, peaks, tmp_path):
    assert show(run, roofgate, peaks, tmp_path / "none.json").status == 2
    outcome = show(run, roofgate, tmp_path, records / "h200.json")
    assert outcome.status == 2
    assert "holds no *.json with peaks" in outcome.err


def test_the_peaks_that_ship_are_sound(run, roofgate, peaks):
    outcome = run(roofgate, "peaks", "--lint", "--peaks", peaks)
    assert outcome.status == 0, outcome.text
    assert " 0 open findings " in outcome.out


def test_lint_finds_a_planted_sparse_figure_and_the_roofline_refuses_it(run, roofgate, records, peaks, tmp_path):
    folder = shutil.copytree(peaks, tmp_path / "peaks")
    file = folder / "nvidia-hopper.json"
    tree = json.loads(file.read_text())
    entry = next(device for device in tree["devices"] if device["id"] == "h200-sxm")
    entry["figures"]["bf16_flops_per_s"] = {"value": 1979e12, "source": "a shop"}
    file.write_text(json.dumps(tree))

    outcome = run(roofgate, "peaks", "--lint", "--peaks", folder)
    assert outcome.status == 3
    assert "2.00 times the dense rate that multiprocessors and clock give: a sparse figure." in outcome.out

    outcome = show(run, roofgate, folder, records / "h200.json")
    assert "warning: peaks of h200-sxm, bf16_flops_per_s" in outcome.err
    assert "bf16 1071 TFLOP/s derived" in outcome.out


def test_peaks_lists_all_and_shows_one(run, roofgate, peaks):
    listed = run(roofgate, "peaks", "--peaks", peaks)
    assert listed.status == 0
    assert "h200-sxm" in listed.out and "mi300x" in listed.out
    for name in ("h200-sxm", "NVIDIA H200", "nvidia h200"):
        shown = run(roofgate, "peaks", name, "--peaks", peaks)
        assert shown.status == 0
        assert "NVIDIA H200 SXM 141 GB (h200-sxm)" in shown.out
        assert "sparse" in shown.out


def test_an_unknown_device_is_two_with_a_near_name(run, roofgate, peaks):
    outcome = run(roofgate, "peaks", "h200-sxn", "--peaks", peaks)
    assert outcome.status == 2
    assert "did you mean 'h200-sxm'?" in outcome.err


def test_peaks_of_a_records_devices(run, roofgate, records, peaks):
    outcome = run(roofgate, "peaks", "--record", records / "h200.json", "--peaks", peaks)
    assert outcome.status == 0
    assert "8 x NVIDIA H200  h200-sxm  989 TFLOP/s datasheet" in outcome.out
    outcome = run(roofgate, "peaks", "--record", records / "host.json", "--peaks", peaks)
    assert outcome.status == 3
    assert "no device in the record" in outcome.err


def test_peaks_answers_one_question_at_a_time(run, roofgate, peaks):
    assert run(roofgate, "peaks", "h200-sxm", "--lint", "--peaks", peaks).status == 2


def test_the_list_says_what_this_machine_has(run, roofgate, peaks):
    outcome = run(roofgate, "peaks", "--peaks", peaks)
    assert ("No device on this machine: " in outcome.out) != ("On this machine (a run's record" in outcome.out)


def test_the_example_of_the_page_is_a_sound_entry(run, roofgate, source_dir, tmp_path):
    page = (source_dir / "docs" / "peaks.md").read_text(encoding="utf-8")
    block = page[page.index('       {\n         "id": "x100-sxm"'):]
    entry = json.loads(block[:block.index("\n       }\n") + len("\n       }\n")])
    file = tmp_path / "test.json"
    file.write_text(json.dumps({"schema": "roofgate.peaks/1", "family": "Example", "devices": [entry]}))
    outcome = run(roofgate, "peaks", "--lint", "--peaks", tmp_path)
    assert outcome.status == 0, outcome.text
    assert "1 device · 0 open findings" in outcome.out


NO_NUMBER = re.compile(r"(?<![\w./-])[-+]?(inf|nan)(?![\w-])", re.IGNORECASE)


def without_power_and_clock(node):
    """Sensors that answer 0, as broken ones do."""
    if isinstance(node, dict):
        return {key: 0 if isinstance(value, (int, float)) and not isinstance(value, bool)
                and re.search("clock|power|_w$|_hz$|window|cost|limit", key) else without_power_and_clock(value)
                for key, value in node.items()}
    return [without_power_and_clock(each) for each in node] if isinstance(node, list) else node


@pytest.mark.parametrize("scale", [1.0, 1e-300, 1e300])
def test_a_share_of_nothing_is_a_dash_everywhere(run, roofgate, records, peaks, tmp_path, scale):
    document = json.loads((records / "h200.json").read_text())
    sick = without_power_and_clock(document)
    sick["id"] = "sick"
    sick["started_at"] = sick["started_at"].replace("2026", "2027")
    for case in sick["cases"][::2]:
        for each in case["rounds"]:
            each["time_s"] = [value * scale for value in each["time_s"]]
            each["rank_time_s"] = [[value * scale for value in rank] for rank in each.get("rank_time_s", [])]
    for name, content in (("well", document), ("sick", sick)):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    case = document["cases"][0]["id"]
    out = tmp_path / "out"
    out.mkdir()
    for command in (["roofline", "sick.json", "--markdown", out / "r.md", "--csv", out / "r.csv"],
                    ["compare", "--before", "well.json", "--after", "sick.json", "--all", "--markdown", out / "c.md",
                     "--junit", out / "c.xml"],
                    ["compare", "--before", "sick.json", "--after", "well.json", "--all", "--markdown", out / "d.md"],
                    ["gate", "well.json", "sick.json", "--all", "--annotations", "--markdown", out / "g.md", "--junit", out / "g.xml"],
                    ["explain", ".", case], ["scaling", "sick.json", "--all", "--markdown", out / "s.md", "--csv", out / "s.csv"],
                    ["history", case, "well.json", "sick.json", "--markdown", out / "h.md", "--csv", out / "h.csv"],
                    *(["export", "--format", name, "sick.json"]
                      for name in ("csv", "gbench", "github-action-benchmark", "openmetrics"))):
        done = run(roofgate, *command, cwd=tmp_path)
        told = done.text + "".join(file.read_text(encoding="utf-8") for file in out.iterdir())
        assert done.status in (0, 1, 3, 4) and done.text, (command, done.text)
        assert not NO_NUMBER.search(told), (command, [line for line in told.splitlines() if NO_NUMBER.search(line)])
