"""What the tests of the emulated program share: scenarios, the scaled suite, one way to run it."""

import importlib.util
import json
import os
import pathlib
import sys
from dataclasses import dataclass

# The command-line tests' fixtures, under a name that this folder's own conftest.py does not take.
_spec = importlib.util.spec_from_file_location("e2e_fixtures",
                                               pathlib.Path(__file__).resolve().parents[2] / "e2e/conftest.py")
fixtures = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = fixtures
_spec.loader.exec_module(fixtures)
BUILD_DIR, SOURCE_DIR, run_program = fixtures.BUILD_DIR, fixtures.SOURCE_DIR, fixtures.run_program

PROGRAM = BUILD_DIR / "tests/cpu_cuda/standin/roofgate-bench-emulated"
# As short as measuring can be: times are virtual, only the loop's own work is real.
SAMPLING = {"max_warmup_s": 0.02, "min_sampling_s": 0.001, "max_sampling_s": 0.05, "max_samples": 30, "max_case_s": 60}
# A suite has both halves; this one is never measured here.
HOST_HALF = {"grids": [{"kind": "memory", "ops": ["copy"], "bytes": [4096]}]}
UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def bytes_of(size):
    if isinstance(size, int):
        return size
    number, unit = size.split()
    return int(number) * UNITS[unit]


def scaled_grid(grid):
    """One grid of a suite for a device a thousand times smaller: the same kinds, variants and alignments."""
    scaled = dict(grid)
    if "bytes" in grid:
        # Ranks meet once for every 64 KiB: what they reduce is scaled further.
        divisor = 8192 if grid["kind"] == "allreduce" else 1024
        scaled["bytes"] = sorted({max(8, bytes_of(size) // divisor) for size in grid["bytes"]})
    if "elements" in grid:
        scaled["elements"] = [max(4096, count // 8192) for count in grid["elements"]]
    if "shapes" in grid:
        least = 256 if "align" in grid else 16  # the alignment ladder starts from multiples of 256
        scaled["shapes"] = [[max(least, side // 16) for side in shape] for shape in grid["shapes"]]
    if "projections" in grid:
        scaled["projections"] = [{**p, "out": p["out"] // 32, "in": p["in"] // 32} for p in grid["projections"]]
        scaled["tokens"] = [max(16, tokens // 32) for tokens in grid["tokens"]]
    return scaled


def scaled_suite(name, kinds=None, sampling=None):
    """The CUDA half of a shipped suite, scaled down; only some kinds if named."""
    suite = json.loads((SOURCE_DIR / "bench/suite/suites" / f"{name}.json").read_text())
    grids = [scaled_grid(grid) for grid in suite["cuda"]["grids"] if kinds is None or grid["kind"] in kinds]
    half = {"sampling": {**SAMPLING, **(sampling or {})}, "grids": grids}
    return {"schema": suite["schema"], "name": f"{name}-scaled", "purpose": "the shipped suite on an emulated device",
            "cuda": half, "host": HOST_HALF}


def one_suite(*grids, sampling=None):
    half = {"sampling": {**SAMPLING, **(sampling or {})}, "grids": list(grids)}
    return {"schema": "roofgate.suite/1", "name": "one", "purpose": "one question", "cuda": half,
            "host": HOST_HALF}


COPY = {"kind": "memory", "ops": ["copy"], "bytes": [2**20]}
PRODUCT = {"kind": "gemm", "shapes": [[128, 128, 128]], "choices": ["first"]}


@dataclass
class Night:
    status: int
    text: str
    record: dict

    def rounds(self, part):
        return [r for case in self.record["cases"] if part in case["id"] for r in case["rounds"]]

    def marks(self, part):
        """Of the device: what this machine's CPUs go through is no part of a scenario."""
        return [(m["kind"], m["evidence"]) for r in self.rounds(part) for m in r["marks"] if "CPU" not in m["evidence"]]


class Emulation:
    """A folder with a suite and a scenario, and the program run in it."""

    def __init__(self, folder, program=PROGRAM):
        self.folder = folder
        self.program = program

    def measure(self, suite, scenario=None, ranks=1, env=None, arguments=(), each_rank=()):
        """`each_rank`: the words of a command through which every rank is started."""
        (self.folder / "suite.json").write_text(json.dumps(suite))
        (self.folder / "scenario.json").write_text(json.dumps(scenario or {}))
        record = self.folder / "record.json"
        command = [self.program, "--suite", self.folder / "suite.json", "--backend", "cuda", "--record", record,
                   "--allow-debug-build", *arguments]
        if ranks > 1:
            command = ["mpirun", "--oversubscribe", "-n", str(ranks), *each_rank, *command]
        surroundings = {"ROOFGATE_STANDIN": self.folder / "scenario.json", "OMP_NUM_THREADS": "1",
                        "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                        "CUDA_VISIBLE_DEVICES": None, "LD_LIBRARY_PATH": None, **(env or {})}
        done = run_program(command[0], *command[1:], env=surroundings, cwd=self.folder)
        content = json.loads(record.read_text()) if record.exists() else {"cases": []}
        return Night(done.status, done.text, content)


def devices(count, **fields):
    return [dict(fields) for _ in range(count)]


def has_mpi():
    return any(os.access(pathlib.Path(p) / "mpirun", os.X_OK) for p in os.environ["PATH"].split(":"))
