"""A rank that dies, fails or hangs takes the whole job down: nothing is left behind, and the status is not 0."""

import os
import pathlib
import re
import shutil
import subprocess
import time

import pytest

PROGRAM = pathlib.Path(os.environ["ROOFGATE_BUILD_DIR"]) / "tests/kernels/collective/mpi_failures"
LAUNCHED = re.compile(r"^(OMPI_|PMIX_|PMI_|PRTE_|SLURM_)")

pytestmark = [
    pytest.mark.skipif(shutil.which("mpirun") is None, reason="no mpirun on this machine"),
    pytest.mark.skipif(not PROGRAM.exists(), reason="built without MPI"),
]


def surroundings(**more):
    kept = {name: value for name, value in os.environ.items() if not LAUNCHED.match(name)}
    as_root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    crowded = {"OMPI_MCA_rmaps_base_oversubscribe": "1", "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}
    return {**kept, **as_root, **crowded, "ASAN_OPTIONS": "detect_leaks=0", **more}


def run(way, ranks=2):
    return subprocess.run(["mpirun", "-n", str(ranks), str(PROGRAM), way], capture_output=True, text=True, timeout=120,
                          env=surroundings())


def still_alive(pids):
    return [pid for pid in pids if pathlib.Path(f"/proc/{pid}/exe").exists()
            and pathlib.Path(f"/proc/{pid}/exe").resolve() == PROGRAM.resolve()]


def assert_nothing_left(done, ranks=2):
    pids = [int(pid) for pid in re.findall(r"pid (\d+)", done.stdout)]
    assert len(pids) == ranks, done.stderr
    for _ in range(100):
        if not still_alive(pids):
            return
        time.sleep(0.1)
    raise AssertionError(f"left behind: {still_alive(pids)}")


def test_all_is_well_without_a_failure():
    done = run("well")
    assert done.returncode == 0, done.stderr
    assert_nothing_left(done)


@pytest.mark.parametrize("way", ["killed", "exits", "throws"])
def test_a_dead_rank_takes_the_job_down(way):
    done = run(way)
    assert done.returncode != 0
    assert_nothing_left(done)


@pytest.mark.parametrize("way", ["ends_all", "hangs"])
def test_the_job_ends_with_the_status_it_was_given(way):
    done = run(way)
    assert done.returncode == 3, done.stderr
    assert_nothing_left(done)


def test_an_error_of_mpi_is_a_value_and_ends_the_job():
    done = run("mpi_error")
    assert done.returncode == 3
    assert "MPI_Barrier: " in done.stderr
    assert "hint: a rank or the connection to it was lost" in done.stderr
    assert_nothing_left(done)


def test_srun_without_an_mpi_plugin_is_refused_at_once():
    slurm = {"SLURM_STEP_ID": "0", "SLURM_PROCID": "1", "SLURM_STEP_NUM_TASKS": "8"}
    done = subprocess.run([str(PROGRAM), "well"], capture_output=True, text=True, timeout=60, env=surroundings(**slurm))
    assert done.returncode == 3
    assert "srun started 8 processes without an MPI plug-in" in done.stderr
    assert "srun --mpi=pmix" in done.stderr


def test_a_launcher_of_another_mpi_is_noticed():
    """MPICH's mpiexec would start as many worlds of one rank as it has processes."""
    done = subprocess.run([str(PROGRAM), "well"], capture_output=True, text=True, timeout=60,
                          env=surroundings(PMI_SIZE="4", PMI_RANK="0"))
    assert done.returncode == 3
    assert "mpirun started 4 processes, but this MPI sees 1" in done.stderr
    assert "start with the launcher of the MPI library this program was built with" in done.stderr
