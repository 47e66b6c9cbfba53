"""Fixtures: the judging program as the command-line tests have it, and a folder to emulate in."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from emulation import BUILD_DIR, Emulation  # noqa: E402


@pytest.fixture(scope="session")
def roofgate():
    return BUILD_DIR / "bench/roofgate/roofgate"


@pytest.fixture
def emulation(tmp_path):
    return Emulation(tmp_path)
