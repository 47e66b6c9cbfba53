"""scripts/gpu_check.sh, proven as far as a machine without a GPU can; and the comparison of ncu's bytes."""

import json
import sys

import pytest
from emulation import BUILD_DIR, COPY, PRODUCT, PROGRAM, SOURCE_DIR, one_suite, run_program

sys.path.insert(0, str(SOURCE_DIR / "scripts"))
import dram_bytes  # noqa: E402

SCRIPT = SOURCE_DIR / "scripts/gpu_check.sh"
emulated = pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM.name} is not built: no CUDA headers")


@emulated
def test_emulated_it_ends_with_one_table(tmp_path):
    suite = tmp_path / "suite.json"
    suite.write_text(json.dumps(one_suite(COPY, PRODUCT)))
    done = run_program(SCRIPT, "--emulated", "--build", BUILD_DIR, "--out", tmp_path / "out", "--suite", suite,
                       "--skip", "tests")
    assert done.status == 0, done.text + (tmp_path / "out/summary.txt").read_text()
    assert "EMULATED: not run on a GPU" in done.out
    rows = {line.split()[0]: line.split()[1] for line in done.out.splitlines() if line and line[0].islower()}
    assert rows["build"] == "carried"
    assert rows["sanitizer"] == "emulated"
    assert rows["ab"] == "undecided"  # emulated times are never safe
    assert rows["night"] == "passed"
    assert rows["baseline"] == "refused"
    assert rows["bytes"] == rows["goals"] == rows["torch"] == "skipped"
    assert (tmp_path / "out/record.json").exists()
    assert (tmp_path / "out/summary.txt").read_text() == done.out
    assert "FLOP/s" not in done.out


def test_without_a_gpu_it_says_so(tmp_path):
    done = run_program(SCRIPT, "--out", tmp_path, env={"PATH": "/usr/bin:/bin"})
    if "found" in done.out:
        pytest.skip("this machine has a GPU")
    assert done.status == 3
    assert "nvidia-smi shows none" in done.out


def test_a_build_that_is_not_there(tmp_path):
    done = run_program(SCRIPT, "--emulated", "--build", tmp_path / "none", "--out", tmp_path)
    assert done.status == 4
    assert "is missing" in done.out


@pytest.mark.parametrize("arguments", [["--nonsense"], ["--out"], ["--minutes", "soon"], ["--skip", "nigth"]])
def test_usage(arguments):
    assert run_program(SCRIPT, *arguments).status == 2


def test_help():
    done = run_program(SCRIPT, "--help")
    assert done.status == 0 and done.out.startswith("usage: scripts/gpu_check.sh")


RECORD = {"environment": {"devices": [{"l2_cache_bytes": 1000}]}, "cases": [
    {"id": "elementwise/large", "kind": "elementwise",
     "work": {"bytes_read": 8000, "bytes_written": 2000, "working_set_bytes": 10000}},
    {"id": "elementwise/small", "kind": "elementwise",
     "work": {"bytes_read": 80, "bytes_written": 20, "working_set_bytes": 100}}]}


def ncu_line(metric, value, case="elementwise/large"):
    return f'"{case}","0","1","kernel","{metric}","byte","{value}"'


def test_ncu_bytes_that_agree():
    lines = [ncu_line("dram__bytes_read.sum", "8,100"), ncu_line("dram__bytes_write.sum", "2,050"), "==PROF== done"]
    text, agrees = dram_bytes.compare(RECORD, lines)
    assert agrees and text[-1] == "1 of 1 cases compared with ncu, all within 10%"


def test_ncu_bytes_that_disagree():
    lines = [ncu_line("dram__bytes_read.sum", "3,000"), ncu_line("dram__bytes_write.sum", "2,000")]
    text, agrees = dram_bytes.compare(RECORD, lines)
    assert not agrees and "0.500  OFF" in text[0]


def test_a_case_that_was_not_profiled_is_no_agreement():
    second = {**RECORD["cases"][0], "id": "elementwise/larger"}
    record = {**RECORD, "cases": [*RECORD["cases"], second]}
    lines = [ncu_line("dram__bytes_read.sum", "8,100"), ncu_line("dram__bytes_write.sum", "2,050")]
    text, agrees = dram_bytes.compare(record, lines)
    assert not agrees and "elementwise/larger: not profiled" in text


def test_kernels_of_a_case_add_up():
    lines = [ncu_line("dram__bytes_read.sum", "4,000")] * 2 + [ncu_line("dram__bytes_write.sum", "1,000")] * 2
    assert dram_bytes.compare(RECORD, lines)[1]


def test_nothing_measured_is_no_agreement():
    assert not dram_bytes.compare(RECORD, ["==PROF== no kernels were profiled"])[1]


def test_only_what_leaves_the_cache_is_compared():
    assert list(dram_bytes.counted(RECORD)) == ["elementwise/large"]
