"""`roofgate export` as a user runs it, and the tools that its formats are for: google/benchmark's compare.py, promtool."""

import json
import pathlib
import re
import shutil
import subprocess

import pytest

# Debian's libbenchmark-tools: google/benchmark's own tools.
COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")


@pytest.fixture
def h200(source_dir):
    return source_dir / "tests" / "data" / "records" / "h200.json"


def slower(record, folder, factor):
    tree = json.loads(record.read_text())
    for case in tree["cases"]:
        for one in case["rounds"]:
            one["time_s"] = [factor * time for time in one["time_s"]]
            one["rank_time_s"] = [[factor * time for time in row] for row in one["rank_time_s"]]
    file = folder / "slower.json"
    file.write_text(json.dumps(tree))
    return file


def test_compare_py_reads_what_is_exported(run, roofgate, h200, tmp_path):
    if not COMPARE.exists():
        pytest.skip(f"{COMPARE} is not installed (Debian package libbenchmark-tools)")
    if subprocess.run(["/usr/bin/python3", "-c", "import scipy"], capture_output=True, check=False).returncode != 0:
        pytest.skip("compare.py needs scipy for /usr/bin/python3 (Debian package python3-scipy)")
    for name, record in (("before", h200), ("after", slower(h200, tmp_path, 1.25))):
        done = run(roofgate, "export", "--format", "gbench", record, "-o", tmp_path / f"{name}.json")
        assert done.status == 0, done.text
        assert "cases written to" in done.err
    compared = subprocess.run(
        ["/usr/bin/python3", COMPARE, "--no-color", "benchmarks", tmp_path / "before.json", tmp_path / "after.json"],
        capture_output=True, text=True, check=False)
    assert compared.returncode == 0, compared.stderr
    rows = [line for line in compared.stdout.splitlines() if line.startswith("gemm/bf16/tn/m8192n8192k8192")]
    assert rows and any("+0.25" in row for row in rows), compared.stdout
    assert "_pvalue" in compared.stdout, "rounds are repetitions: the U test runs on them"


def test_promtool_accepts_what_is_exported(run, roofgate, h200):
    promtool = shutil.which("promtool")
    if not promtool:
        pytest.skip("promtool is not installed (Debian package prometheus)")
    exported = run(roofgate, "export", "--format", "openmetrics", h200)
    assert exported.status == 0, exported.text
    assert exported.out.endswith("# EOF\n")
    checked = subprocess.run([promtool, "check", "metrics"], input=exported.out, capture_output=True, text=True,
                             check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout + checked.stderr == "", "not even a remark"


def test_the_own_record_comes_back_without_loss(run, roofgate, h200, tmp_path):
    first = run(roofgate, "export", "--format", "record", h200, "-o", tmp_path / "one.json")
    assert first.status == 0, first.text
    second = run(roofgate, "export", "--format", "record", tmp_path / "one.json")
    assert second.out == (tmp_path / "one.json").read_text()
    assert json.loads(second.out)["cases"][0]["rounds"][0]["time_s"] == \
        json.loads(h200.read_text())["cases"][0]["rounds"][0]["time_s"]


def test_github_action_json_names_unit_and_range(run, roofgate, h200):
    done = run(roofgate, "export", "--format", "github-action-benchmark", h200)
    assert done.status == 0, done.text
    entries = json.loads(done.out)
    assert all(entry["unit"] == "s" and entry["value"] > 0 and entry["range"].startswith("± ") for entry in entries)


def test_what_stays_behind_is_said(run, roofgate, source_dir):
    done = run(roofgate, "export", "--format", "github-action-benchmark",
               source_dir / "tests" / "data" / "records" / "h200_wrong.json")
    assert done.status == 0, done.text
    assert "left out: 1 case: a wrong result" in done.err


def test_a_csv_with_its_mapping_is_exported(run, roofgate, tmp_path):
    (tmp_path / "times.csv").write_text("bench,ms\nsort,10.5\n")
    (tmp_path / "times.map").write_text("id = bench\nvalue = ms\nunit = ms\n")
    done = run(roofgate, "export", "--format", "csv", "times.csv", "--mapping", "times.map", cwd=tmp_path)
    assert done.status == 0, done.text
    assert "sort" in done.out and "0.0105" in done.out
    without = run(roofgate, "export", "--format", "csv", "times.csv", cwd=tmp_path)
    assert without.status == 2 and "--mapping" in without.err, without.text
    over = run(roofgate, "export", "--format", "csv", "times.csv", "--mapping", "times.map", "-o", "times.map", cwd=tmp_path)
    assert over.status == 2 and "would overwrite it" in over.err, over.text


def test_better_leaves_the_other_direction_out(run, roofgate, h200, source_dir):
    samples = source_dir / "tests" / "data" / "readers"
    both = run(roofgate, "export", "--format", "csv", samples / "nvbandwidth.json")
    lower = run(roofgate, "export", "--format", "csv", samples / "nvbandwidth.json", "--better", "lower")
    assert ",higher," in both.out and ",lower," in both.out, both.text
    assert ",higher," not in lower.out and ",lower," in lower.out
    assert re.search(r"left out: \d+ cases?: higher is better", lower.err), lower.text
    none = run(roofgate, "export", "--format", "gbench", "--better", "higher", h200)
    assert none.status == 3 and none.out == "" and "lower is better" in none.err, none.text


@pytest.mark.parametrize("arguments, status, words", [
    (["--format", "gbensh", "RECORD"], 2, "known: gbench, csv, github-action-benchmark, openmetrics, record"),
    (["RECORD"], 2, "--format"),
    (["--format", "csv", "no-such.json"], 2, "no-such.json"),
    (["--format", "csv", "RECORD", "--better", "sideways"], 2, "sideways"),
    (["--format", "csv", "RECORD", "-o", "no/such/folder/x.csv"], 2, "no/such/folder"),
    (["--format", "github-action-benchmark", "--better", "higher", "RECORD"], 3, "nothing in the record can be exported"),
])
def test_what_cannot_be_exported_says_why(run, roofgate, h200, tmp_path, arguments, status, words):
    done = run(roofgate, "export", *[h200 if word == "RECORD" else word for word in arguments], cwd=tmp_path)
    assert done.status == status, done.text
    assert words in done.err
    assert done.out == ""
