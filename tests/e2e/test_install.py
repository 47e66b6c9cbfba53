"""`cmake --install`: programs that run from any folder, find their data, and write nothing into their prefix."""

import json
import pathlib
import shutil
import subprocess

import pytest

CLEAN = {"ROOFGATE_BENCH": None, "ROOFGATE_BASELINES": None, "ROOFGATE_SUITES": None}


def contents(folder):
    return {str(path.relative_to(folder)): (path.lstat().st_mtime_ns, path.lstat().st_size)
            for path in folder.rglob("*")}


@pytest.fixture(scope="module")
def prefix(build_dir, tmp_path_factory):
    made = tmp_path_factory.mktemp("installed")
    done = subprocess.run(["cmake", "--install", build_dir, "--prefix", made / "first"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    moved = made / "moved here"  # a prefix can be moved, also to a path with a blank
    shutil.move(made / "first", moved)
    for path in [moved, *moved.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)
    yield moved
    for path in [moved, *moved.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o200)


@pytest.fixture(scope="module")
def flags(build_dir):
    release = "CMAKE_BUILD_TYPE:STRING=Release" in (build_dir / "CMakeCache.txt").read_text()
    return [] if release else ["--allow-debug-build"]


def test_programs_data_and_documents_are_there(prefix):
    for file in ("bin/roofgate", "bin/roofgate-bench", "share/roofgate/policy.json", "share/roofgate/suites/quick.json",
                 "share/roofgate/record.schema.json", "share/doc/roofgate/cli.md", "share/doc/roofgate/LICENSE"):
        assert (prefix / file).is_file(), file
    assert list((prefix / "share/roofgate/baselines/peaks").glob("*.json"))
    assert not list(prefix.rglob("*planted*")), "the test build's program is not installed"


def test_doctor_takes_everything_from_the_prefix(prefix, run, flags, tmp_path):
    done = run(prefix / "bin/roofgate", "doctor", "--suite", "smoke", *flags, cwd=tmp_path, env=CLEAN)
    assert done.status == 0, done.text
    taken = [line for line in done.out.splitlines() if line.rstrip().endswith(" taken")]
    assert len(taken) == 5 and all(str(prefix) in line for line in taken), done.out
    assert "source tree" not in done.out


def test_a_night_is_measured_and_shown_from_another_folder(prefix, run, flags, tmp_path):
    before = contents(prefix)
    program = prefix / "bin/roofgate"
    done = run(program, "run", "--suite", "smoke", "--rounds", 1, "--launcher", "none", *flags, "-o", "r.json",
               cwd=tmp_path, env=CLEAN)
    assert done.status == 0, done.text
    assert json.loads((tmp_path / "r.json").read_text())["suite"] == "smoke"
    done = run(program, "roofline", "r.json", cwd=tmp_path, env=CLEAN)
    assert done.status in (0, 3), done.text
    done = run(program, "gate", "r.json", cwd=tmp_path, env=CLEAN)
    assert done.status == 3, "there is no baseline yet: " + done.text
    assert run(program, "peaks", cwd=tmp_path, env=CLEAN).status == 0
    assert contents(prefix) == before, "nothing is written into the prefix"


def test_baselines_go_into_the_users_folder(prefix, run, build_dir, tmp_path):
    if "CMAKE_BUILD_TYPE:STRING=Release" not in (build_dir / "CMakeCache.txt").read_text():
        pytest.skip("not a Release build: its nights are no baseline")
    before = contents(prefix)
    done = run(prefix / "bin/roofgate", "nightly", "--suite", "smoke", "--rounds", 3, "--baseline-nights", 1,
               "--launcher", "none", "--no-remeasure", cwd=tmp_path, env=CLEAN)
    assert done.status in (0, 3), done.text
    assert contents(prefix) == before
    if "this night cannot be a baseline" in done.out:
        pytest.skip("this machine is too busy for a baseline")
    assert list(pathlib.Path(tmp_path).glob("baselines/*/smoke.json"))
