"""Fixtures of the command-line tests: the programs under test and one way to run them.

The build folder comes from ROOFGATE_BUILD_DIR (ctest sets it); by hand: ROOFGATE_BUILD_DIR=build/release pytest tests/e2e
"""

import json
import os
import pathlib
import subprocess
from dataclasses import dataclass

import pytest

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[2]
BUILD_DIR = pathlib.Path(os.environ.get("ROOFGATE_BUILD_DIR", SOURCE_DIR / "build" / "release")).resolve()


@dataclass
class Outcome:
    """What one program run left behind."""

    status: int
    out: str
    err: str

    @property
    def text(self):
        return self.out + self.err


def run_program(program, *arguments, env=None, cwd=None, stdin=None, timeout=300):
    """Runs a program to its end; `env` adds to the surroundings, a value of None removes a variable."""
    surroundings = {**os.environ, "NO_COLOR": "1"}
    for name, value in (env or {}).items():
        if value is None:
            surroundings.pop(name, None)
        else:
            surroundings[name] = str(value)
    done = subprocess.run(
        [str(program), *map(str, arguments)],
        env=surroundings, cwd=cwd, input=stdin, capture_output=True, timeout=timeout, check=False,
        encoding="utf-8", errors="surrogateescape",
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def built(path):
    program = BUILD_DIR / path
    if not program.exists():
        pytest.fail(f"{program} is not built: build the tree first or set ROOFGATE_BUILD_DIR")
    return program


@pytest.fixture(scope="session")
def source_dir():
    return SOURCE_DIR


@pytest.fixture(scope="session")
def build_dir():
    return BUILD_DIR


@pytest.fixture(scope="session")
def roofgate():
    """Path of the judging program."""
    return built("bench/roofgate/roofgate")


@pytest.fixture(scope="session")
def roofgate_bench():
    """Path of the measuring program."""
    return built("bench/roofgate-bench/roofgate-bench")


@pytest.fixture(scope="session")
def bench_planted():
    """Path of the measuring program that can slow named cases (ROOFGATE_PLANT); built for tests only."""
    return built("tests/bench/roofgate-bench/roofgate-bench-planted")


@pytest.fixture(scope="session")
def run():
    """`run(program, *arguments, env=…, cwd=…, stdin=…)` -> Outcome(status, out, err, text)."""
    return run_program


@pytest.fixture(scope="session")
def shared_dir():
    """Real public files to try things on; absent in a user's clone, so tests that want them skip."""
    folder = pathlib.Path(os.environ.get("ROOFGATE_SHARED", SOURCE_DIR.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent: extra checks on real public files are left out (set ROOFGATE_SHARED)")
    return folder


@pytest.fixture
def take(run, roofgate, tmp_path):
    """Imports one text; gives the outcome and the records, in order."""

    def imported(text, name="input.json", *more):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        folder = tmp_path / "out"
        done = run(roofgate, "import", file, "-o", f"{folder}/", *more)
        records = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))] if folder.exists() else []
        return done, sorted(records, key=lambda record: (record["started_at"], record["id"]))

    return imported
