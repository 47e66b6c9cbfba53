"""scripts/aa_nights.sh and scripts/gate_speed.sh: what they refuse, and nights from a scripted measuring program."""

import os
import subprocess

import pytest

from conftest import SOURCE_DIR


def run_script(name, *arguments, **surroundings):
    return subprocess.run([SOURCE_DIR / "scripts" / name, *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, **surroundings}, timeout=120)


@pytest.mark.parametrize("arguments, told", [
    ([], "usage: scripts/aa_nights.sh"),
    (["--nights"], "usage: scripts/aa_nights.sh"),
    (["--nights", "many", "folder"], "'many' is not a whole number"),
    (["--fast", "folder"], "unknown option '--fast'"),
    (["one", "two"], "usage: scripts/aa_nights.sh"),
])
def test_nights_that_cannot_be_meant(arguments, told):
    done = run_script("aa_nights.sh", *arguments)
    assert done.returncode == 2
    assert told in done.stderr


def test_nights_need_the_programs(tmp_path):
    done = run_script("aa_nights.sh", str(tmp_path / "nights"), ROOFGATE=str(tmp_path / "missing"))
    assert done.returncode == 2
    assert "build it, or set ROOFGATE" in done.stderr


def test_nights_that_are_there_are_kept(tmp_path):
    program = tmp_path / "roofgate"
    program.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho measured >"$2"\n', encoding="utf-8")
    program.chmod(0o755)
    folder = tmp_path / "nights"
    folder.mkdir()
    (folder / "night-0002.json").write_text("mine\n", encoding="utf-8")
    done = run_script("aa_nights.sh", "--nights", "3", "--every", "0", str(folder), ROOFGATE=str(program))
    assert done.returncode == 0, done.stderr
    assert (folder / "night-0001.json").read_text(encoding="utf-8") == "measured\n"
    assert (folder / "night-0002.json").read_text(encoding="utf-8") == "mine\n"
    assert sorted(file.name for file in folder.glob("night-*")) == [f"night-000{i}.json" for i in (1, 2, 3)]


def test_the_speed_script_says_what_is_missing(tmp_path):
    done = run_script("gate_speed.sh", str(tmp_path))
    assert done.returncode == 2
    assert "build it first" in done.stderr
    assert run_script("gate_speed.sh", "--help").returncode == 0
