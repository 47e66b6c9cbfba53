"""A rank that is killed, hangs or is too late in the middle of a sweep ends its world size: marked, status 3, what was
measured is kept, other worlds go on, a resumed run measures the rest, nothing is left behind.

ROOFGATE_FAULT_RUNS=20 repeats the faults that often in all; by default each is tried once.
"""

import json
import os
import pathlib
import shutil

import pytest

RUNS = int(os.environ.get("ROOFGATE_FAULT_RUNS", "3"))
SUITE = {
    "schema": "roofgate.suite/1",
    "name": "faults",
    "purpose": "A sweep of sizes with a fault in its middle.",
    "host": {
        "sampling": {"max_warmup_s": 0.02, "min_sampling_s": 0.02, "max_sampling_s": 0.05, "max_samples": 20, "max_case_s": 10},
        "grids": [
            {"kind": "allreduce", "dtypes": ["bf16"], "placements": ["out_of_place"], "bytes": {"from": 8, "to": 32}},
            {"kind": "collective", "ops": ["all_gather"], "dtypes": ["bf16"], "placements": ["out_of_place"], "bytes": [1024]},
        ],
    },
}
STRUCK = "allreduce/bf16/out_of_place/bytes16/ranks2"
SPARED = {"allreduce/bf16/out_of_place/bytes8/ranks2", "allreduce/bf16/out_of_place/bytes32/ranks2",
          "all_gather/bf16/out_of_place/bytes1024/ranks2"}
OTHER_WORLD = {case.replace("/ranks2", "/ranks3") for case in SPARED | {STRUCK}}
FAULTS = {"killed@1": "mpirun", "hang@1": "did not return within 10 s", "late@1": "did not return within 10 s"}


@pytest.fixture(scope="module")
def suite(tmp_path_factory, build_dir):
    if shutil.which("mpirun") is None:
        pytest.skip("no mpirun: worlds of more than one rank cannot be tried here")
    if "ROOFGATE_SANITIZE:STRING=address" in (build_dir / "CMakeCache.txt").read_text():
        pytest.skip("a sanitized build reports what the MPI library itself leaks")
    file = tmp_path_factory.mktemp("suite") / "faults.json"
    file.write_text(json.dumps(SUITE))
    return file


def processes_naming(text):
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command = (entry / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if text in command and int(entry.name) != os.getpid():
            found.append(command.replace("\0", " "))
    return found


@pytest.mark.parametrize("number", range(RUNS))
def test_a_fault_ends_its_world_and_leaves_nothing(number, suite, roofgate, bench_planted, run, tmp_path):
    fault = list(FAULTS)[number % len(FAULTS)]
    record = tmp_path / "record.json"
    session = tmp_path / "session"
    session.mkdir()
    surroundings = {"ROOFGATE_BENCH": bench_planted, "TMPDIR": session, "OMPI_MCA_rmaps_base_oversubscribe": "1",
                    "OMPI_MCA_btl_vader_backing_directory": session}

    def measure(*arguments, plant=None):
        done = run(roofgate, "run", *arguments, env={**surroundings, "ROOFGATE_PLANT": plant})
        assert done.status == 3, done.text
        assert processes_naming(str(record)) == []
        left = [path for path in session.rglob("*") if not path.is_dir()]
        assert left == [], "files of shared memory or sessions"
        assert {path.name for path in tmp_path.iterdir()} <= {"record.json", "record.log", "session"}
        return done, {case["id"]: case["rounds"] for case in json.loads(record.read_text())["cases"]}

    done, cases = measure("--suite", suite, "--backend", "host", "--rounds", 1, "--world-sizes", "2,3", "-o", record,
                          "--seed", number, plant=f"{STRUCK}={fault}")
    (struck,) = cases[STRUCK]
    assert struck["time_s"] == []
    (mark,) = struck["marks"]
    assert mark["kind"] == "error" and FAULTS[fault] in mark["evidence"], mark
    assert STRUCK in done.out
    assert "the world of 2 ranks ended in round 1" in done.err, done.err
    before = set(cases) & SPARED
    for case in before | OTHER_WORLD:
        assert cases[case][0]["time_s"], f"{case} was measured before the fault or in another world"
    done, cases = measure("--resume", record, "--suite", suite, "--world-sizes", "2,3")
    assert set(cases) == SPARED | OTHER_WORLD | {STRUCK}
    for case in SPARED:
        assert cases[case][0]["time_s"], f"{case} is measured by the resumed run"
    assert cases[STRUCK] == [struck], "what failed stays as it was"
