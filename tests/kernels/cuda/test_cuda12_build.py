"""scripts/compat_cuda12.sh, without its downloads; the program that it built, where it was run; and what nvcc generates."""

import os
import pathlib
import shutil
import subprocess

import pytest

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[3]
SCRIPT = SOURCE_DIR / "scripts/compat_cuda12.sh"
PROGRAM = SOURCE_DIR / "build/cuda12.4/bench/roofgate-bench/roofgate-bench"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=60,
                          **options)


@pytest.fixture
def fake_nvcc(tmp_path):
    def make(release):
        file = tmp_path / f"nvcc-{release}"
        file.write_text(f"#!/bin/sh\necho 'Cuda compilation tools, release {release}, V{release}.88'\n")
        file.chmod(0o755)
        return file
    return make


def test_help():
    done = run(SCRIPT, "--help")
    assert done.returncode == 0 and done.stdout.startswith("usage: scripts/compat_cuda12.sh")


@pytest.mark.parametrize("arguments, words", [
    (["--nonsense"], "unknown argument '--nonsense'"),
    (["--cuda"], "--cuda takes a value"),
    (["--cuda", "11.8"], "--cuda takes 12.4 or 12.8"),
    (["--nccl", "newest"], "--nccl takes a version"),
    (["--jobs", "0"], "--jobs takes a number"),
    (["--nvcc", "/nowhere/nvcc"], "--nvcc: no such program"),
])
def test_usage(arguments, words):
    done = run(SCRIPT, *arguments)
    assert done.returncode == 2 and words in done.stderr, done.stderr


def test_an_nvcc_of_another_release_is_refused(fake_nvcc):
    done = run(SCRIPT, "--nvcc", fake_nvcc("13.0"))
    assert done.returncode == 2
    assert "--nvcc is of release '13.0', and --cuda asks for 12.4" in done.stderr


def test_the_program_of_cuda_12_starts_on_its_libraries():
    if not PROGRAM.exists():
        pytest.skip("not built with CUDA 12.4 here: scripts/compat_cuda12.sh does it, and downloads what it needs")
    needed = run("ldd", PROGRAM).stdout
    for library in ("libcudart.so.12", "libcublasLt.so.12", "libnccl.so.2"):
        assert f"{library} => {SOURCE_DIR}/build/cuda12/12.4/" in needed, needed
    if "libcuda.so.1" in run("ldconfig", "-p", env={**os.environ, "PATH": "/usr/sbin:/sbin:/usr/bin:/bin"}).stdout:
        pytest.skip("this machine has a driver")
    done = run(PROGRAM, "--backend", "cuda")
    assert done.returncode == 3, done.stderr
    assert "CUDA driver not found (libcuda.so.1)" in done.stderr


@pytest.mark.parametrize("release, asked, chosen", [
    ("12.4", "", "80-real;90a-real;90-virtual"),
    ("12.8", "", "80-real;90a-real;100-real;120-real;120-virtual"),
    ("13.0", "", "80-real;90a-real;100-real;120-real;120-virtual"),
    ("12.4", "86-real", "86-real"),
])
def test_nvcc_is_asked_for_what_it_knows(fake_nvcc, tmp_path, release, asked, chosen):
    cmake = shutil.which("cmake")
    if cmake is None:
        pytest.skip("no cmake on this machine")
    script = tmp_path / "choose.cmake"
    script.write_text(f"""include("{SOURCE_DIR}/cmake/RoofgateCuda.cmake")
set(ROOFGATE_CUDA_ARCHITECTURES "{asked}")
set(CMAKE_CUDA_COMPILER "{fake_nvcc(release)}")
roofgate_choose_cuda_architectures(chosen)
file(WRITE "{tmp_path}/chosen" "${{chosen}}")
""")
    done = run(cmake, "-P", script)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "chosen").read_text() == chosen
    assert ("knows no sm_100 and sm_120" in done.stdout) == (release == "12.4" and not asked)
