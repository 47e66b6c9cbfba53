"""What nvcc makes of the bandwidth kernels, on every architecture: no spills, no stack frames, 16-byte accesses."""

import os
import pathlib
import re
import shutil
import subprocess
import sysconfig

import pytest

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[3]
BUILD_DIR = pathlib.Path(os.environ.get("ROOFGATE_BUILD_DIR", SOURCE_DIR / "build" / "release")).resolve()
ARCHITECTURES = ["80", "90a", "100", "120"]
SOURCES = {"elementwise": "kernels/elementwise/chain.cu", "memory": "kernels/memory/memory.cu",
           "gemm": "kernels/gemm/bias_gelu.cu"}


def nvcc():
    compiler = os.environ.get("ROOFGATE_NVCC") or shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not pathlib.Path(compiler).exists():
        pytest.skip("no nvcc on this machine")
    return compiler


def resource_usage(source, architecture, folder):
    """ptxas' report: {mangled kernel: {"stack": bytes, "stores": bytes, "loads": bytes, "registers": count}}."""
    command = [nvcc(), "-std=c++20", "-O3", f"-arch=sm_{architecture}", "-cubin", "-Xptxas", "-v", "-I", str(SOURCE_DIR),
               "-o", str(folder / "kernel.cubin"), str(SOURCE_DIR / source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return parse_report(done.stderr)


def parse_report(report):
    pattern = re.compile(
        r"Compiling entry function '(\w+)'.*?(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
        r".*?Used (\d+) registers", re.DOTALL)
    return {name: {"stack": int(stack), "stores": int(stores), "loads": int(loads), "registers": int(registers)}
            for name, stack, stores, loads, registers in pattern.findall(report)}


def test_a_spill_in_a_report_is_seen():
    report = """ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90a'
ptxas info    : Function properties for _Z1kPf
    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 64 registers, used 0 barriers
"""
    assert parse_report(report) == {"_Z1kPf": {"stack": 16, "stores": 8, "loads": 4, "registers": 64}}


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("room, kernels", [("elementwise", 18), ("memory", 4), ("gemm", 2)])
def test_no_spill_and_no_stack_frame(room, kernels, architecture, tmp_path):
    usage = resource_usage(SOURCES[room], architecture, tmp_path)
    assert len(usage) == kernels, "a kernel came or went: say so here, so that none is missed"
    for name, used in usage.items():
        assert (used["stack"], used["stores"], used["loads"]) == (0, 0, 0), name
        # 4 blocks of 256 threads share 65536 registers (kernels/cuda/geometry.hpp).
        assert used["registers"] <= 64, name


def disassembler():
    """cuobjdump and the folder with nvdisasm, which it runs: from a variable, PATH, or the PyPI packages."""
    environment = pathlib.Path(sysconfig.get_paths()["purelib"])
    folders = [environment / "nvidia" / "cu13" / "bin", environment / "nvidia" / "cuda_nvdisasm" / "bin",
               pathlib.Path("/usr/local/cuda/bin")]
    search = os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)])
    program = os.environ.get("ROOFGATE_CUOBJDUMP") or shutil.which("cuobjdump", path=search)
    if not program:
        pytest.skip("no cuobjdump: set ROOFGATE_CUOBJDUMP or install tests/requirements.txt (nvidia-cuda-cuobjdump)")
    if not shutil.which("nvdisasm", path=search) and "NVDISASM_PATH" not in os.environ:
        pytest.skip("no nvdisasm, which cuobjdump -sass runs: install tests/requirements.txt (nvidia-cuda-nvdisasm)")
    return program, {**os.environ, "PATH": search}


def accesses(room, architecture):
    """{kernel: [global loads and stores of its SASS]} from the library that was built."""
    library = BUILD_DIR / "kernels" / room / f"libroofgate_kernels_{room}_cuda.a"
    if not library.exists():
        pytest.skip(f"{library} is not built")
    program, surroundings = disassembler()
    done = subprocess.run([program, "-sass", "-arch", f"sm_{architecture}", str(library)], env=surroundings,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    functions = re.split(r"^\s*Function : ", done.stdout, flags=re.MULTILINE)[1:]
    found = {text.split(maxsplit=1)[0]: re.findall(r"\b((?:LDG|STG)[\w.]*)", text) for text in functions}
    assert found, f"no code for sm_{architecture} in {library}"
    return found


def widths(instructions, kind):
    return {"128" if ".128" in name else "narrow" for name in instructions if name.startswith(kind)}


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_memory_kernels_move_16_bytes_at_a_time(architecture):
    kernels = accesses("memory", architecture)
    reading = [name for name in kernels if "write_words" not in name]
    writing = [name for name in kernels if "sum_words" not in name]
    assert len(reading) == len(writing) == 3
    assert all("128" in widths(kernels[name], "LDG") for name in reading)
    assert all("128" in widths(kernels[name], "STG") for name in writing)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_aligned_chains_move_16_bytes_at_a_time(architecture):
    kernels = accesses("elementwise", architecture)
    aligned = [name for name in kernels if "ILi8E" in name]
    assert len(aligned) == 9
    for name in aligned:
        assert "128" in widths(kernels[name], "LDG"), name
        assert "128" in widths(kernels[name], "STG"), name
        wide = [access for access in kernels[name] if ".128" in access and access.startswith("LDG")]
        assert len(wide) >= 2, f"{name}: a thread keeps several loads in flight"


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_aligned_epilogue_moves_16_bytes_at_a_time(architecture):
    aligned = [accesses_ for name, accesses_ in accesses("gemm", architecture).items() if "ILi8E" in name]
    assert len(aligned) == 1
    assert "128" in widths(aligned[0], "LDG") and "128" in widths(aligned[0], "STG")


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_unaligned_chains_never_use_16_byte_accesses(architecture):
    kernels = accesses("elementwise", architecture)
    unaligned = [name for name in kernels if "ILi1E" in name]
    assert len(unaligned) == 9
    for name in unaligned:
        assert widths(kernels[name], "LDG") == widths(kernels[name], "STG") == {"narrow"}, name
