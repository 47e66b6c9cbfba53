"""The whole CUDA half of the quick suite on the stand-in runtime, and what becomes of its record."""

import re
import subprocess

import pytest
from emulation import COPY, PROGRAM, Emulation, devices, has_mpi, one_suite, run_program, scaled_suite

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM.name} is not built: no CUDA headers")


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    emulation = Emulation(tmp_path_factory.mktemp("quick"))
    return emulation, emulation.measure(scaled_suite("quick"), {"devices": devices(2)})


def test_every_case_of_quick_is_measured(quick):
    _, night = quick
    assert night.status == 0, night.text
    assert len(night.record["cases"]) > 40
    untimed = {case["id"]: r["marks"] for case in night.record["cases"] for r in case["rounds"] if not r["time_s"]}
    assert untimed == {}
    assert {case["kind"] for case in night.record["cases"]} >= {"ceiling", "memory", "gemm", "elementwise"}


def test_nothing_is_misused(quick):
    _, night = quick
    assert "misuse" not in night.text


def test_every_result_was_checked(quick):
    _, night = quick
    assert all(r["check_worst_error"] is not None and r["check_worst_error"] <= 1 for r in night.rounds(""))


def test_the_record_says_emulated(quick):
    _, night = quick
    assert night.record["environment"]["backend"] == "cuda-emulated"
    assert night.text.startswith("roofgate-bench: cuda-emulated · 2 x Emulated GPU") or "cuda-emulated" in night.text


def test_the_record_becomes_no_baseline(quick, roofgate):
    emulation, _ = quick
    done = run_program(roofgate, "baseline", "promote", emulation.folder / "record.json", "--baselines",
                       emulation.folder / "baselines", "--by", "test")
    assert done.status == 3
    assert "stand-in runtime" in done.text
    assert not list((emulation.folder / "baselines").glob("*/*.json"))


def test_its_times_are_shown_as_no_performance(quick, roofgate):
    emulation, night = quick
    done = run_program(roofgate, "roofline", emulation.folder / "record.json")
    assert done.status == 3
    assert "emulated CUDA backend: its times are not performance" in done.text
    assert not re.search(r"\d (T|G)(FLOP|B)/s", done.text)
    case = night.record["cases"][0]["id"]
    for arguments in (["gate", emulation.folder / "record.json", "--baselines", emulation.folder / "none"],
                      ["explain", emulation.folder / "record.json", case]):
        shown = run_program(roofgate, *arguments)
        assert not re.search(r"\d (T|G)(FLOP|B)/s", shown.text), shown.text


@pytest.mark.skipif(not has_mpi(), reason="no mpirun")
def test_four_ranks_reduce(tmp_path):
    suite = scaled_suite("quick", kinds={"allreduce"})
    night = Emulation(tmp_path).measure(suite, {"devices": devices(4)}, ranks=4, arguments=["--only", "collective"])
    assert night.status == 0, night.text
    assert len(night.record["cases"]) == 7
    assert all(len(r["rank_time_s"]) == 4 and r["time_s"] for r in night.rounds("allreduce"))
    assert "misuse" not in night.text


@pytest.mark.skipif(not has_mpi(), reason="no mpirun")
def test_more_ranks_than_devices_are_refused_by_nccl(tmp_path):
    suite = scaled_suite("smoke", kinds={"allreduce"})
    night = Emulation(tmp_path).measure(suite, {"devices": devices(1)}, ranks=2, arguments=["--only", "collective"])
    assert {kind for kind, _ in night.marks("allreduce")} == {"skipped"}
    assert "NCCL takes one device per rank" in str(night.marks("allreduce"))


def test_nothing_of_the_real_libraries_is_in_the_program():
    needed = subprocess.run(["readelf", "-d", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert not re.search(r"NEEDED.*lib(cudart|cublas|cublasLt|nccl|cuda|nvidia-ml)\.", needed)
    defined = subprocess.run(["nm", "-C", "--defined-only", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert not re.search(r"\bcuda(Malloc|Free|LaunchKernel|EventRecord)\b", defined)


def test_it_is_not_installed():
    install = (PROGRAM.parent / "cmake_install.cmake").read_text()
    assert "roofgate-bench-emulated" not in install


def test_a_slip_in_a_scenario_ends_it(tmp_path):
    night = Emulation(tmp_path).measure(one_suite(COPY), {"divices": []})
    assert night.status == 70
    assert "unknown field 'divices'" in night.text
