"""roofgate-bench in a world of two ranks: rank 0 alone speaks and writes, all ranks decide alike."""

import json
import os
import shutil

import pytest

SMALL = "allreduce/bf16/out_of_place/bytes8/ranks2"
LARGE = "allreduce/bf16/out_of_place/bytes1048576/ranks2"


@pytest.fixture(scope="module")
def mpirun(roofgate_bench, build_dir):
    if shutil.which("mpirun") is None:
        pytest.skip("no mpirun: worlds of more than one rank cannot be tried here")
    if "ROOFGATE_SANITIZE:STRING=address" in (build_dir / "CMakeCache.txt").read_text():
        pytest.skip("a sanitized build reports what the MPI library itself leaks")
    return ["mpirun", "-n", "2", "--oversubscribe", "--bind-to", "none"]


ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
FLAGS = ("--backend", "host", "--suite", "smoke")


def world(run, mpirun, program, *arguments, env=None):
    return run(mpirun[0], *mpirun[1:], program, *FLAGS, *arguments, env={**ROOT, **(env or {})})


def cases_of(record):
    return {case["id"]: case for case in json.loads(record.read_text())["cases"]}


def test_collectives_keep_each_ranks_times(run, mpirun, roofgate_bench, tmp_path):
    record = tmp_path / "record.json"
    outcome = world(run, mpirun, roofgate_bench, "--record", record)
    assert outcome.status == 0, outcome.text
    assert outcome.out.count("case ") == 1, "rank 0 alone prints"
    cases = cases_of(record)
    assert set(cases) == {SMALL, LARGE}, "cases of one process are not measured by two"
    for case in cases.values():
        (measured,) = case["rounds"]
        assert measured["world_size"] == 2
        ranks = measured["rank_time_s"]
        assert len(ranks) == 2
        assert measured["time_s"] == [max(pair) for pair in zip(*ranks)]


def test_single_and_collective_rounds_share_a_record(run, mpirun, roofgate_bench, tmp_path):
    record = tmp_path / "record.json"
    single = run(roofgate_bench, *FLAGS, "--benchmark_filter=launch", "--record", record)
    assert single.status == 0, single.text
    outcome = world(run, mpirun, roofgate_bench, "--only", "collective", "--record", record)
    assert outcome.status == 0, outcome.text
    assert set(cases_of(record)) == {"ceiling/launch", SMALL, LARGE}


def test_a_bound_rank_still_knows_the_machine(run, mpirun, roofgate_bench):
    if (os.cpu_count() or 1) < 2:
        pytest.skip("one CPU: there is nothing to bind to")
    alone = json.loads(run(roofgate_bench, *FLAGS, "--describe").out)
    bound = run("mpirun", "-n", "2", "--bind-to", "core", roofgate_bench, *FLAGS, "--describe", env=ROOT)
    if bound.status != 0:
        pytest.skip(f"mpirun cannot bind here: {bound.err[:200]}")
    assert json.loads(bound.out)["cpu"]["cores"] >= min(2, alone["cpu"]["cores"])


def test_more_ranks_than_cores_are_marked(run, mpirun, roofgate_bench, tmp_path):
    record = tmp_path / "record.json"
    ranks = 2 * (os.cpu_count() or 1)
    outcome = run("mpirun", "-n", ranks, "--oversubscribe", "--bind-to", "none", roofgate_bench, *FLAGS, "--record",
                  record, "--benchmark_filter=bytes1048576", env=ROOT)
    assert outcome.status == 0, outcome.text
    (case,) = cases_of(record).values()
    assert "oversubscribed" in [mark["kind"] for mark in case["rounds"][0]["marks"]]


def test_one_process_cases_are_refused_in_a_world(run, mpirun, roofgate_bench):
    outcome = world(run, mpirun, roofgate_bench, "--only", "single")
    assert outcome.status == 2
    assert outcome.err.count("2 ranks cannot measure cases of one process") == 1


def test_a_usage_error_is_said_once(run, mpirun, roofgate_bench):
    outcome = world(run, mpirun, roofgate_bench, "--suite", "none-such")
    assert outcome.status == 2
    assert outcome.err.count("roofgate-bench: ") == 1


def test_a_hung_collective_ends_all_ranks(run, mpirun, bench_planted, tmp_path):
    record = tmp_path / "record.json"
    outcome = world(run, mpirun, bench_planted, "--record", record, "--no-shuffle", "--max-seconds-per-case", 3,
                    env={"ROOFGATE_PLANT": f"{LARGE}=hang"})
    assert outcome.status == 3, outcome.text
    cases = cases_of(record)
    assert cases[SMALL]["rounds"][0]["time_s"]
    assert cases[LARGE]["rounds"][0]["marks"][0]["kind"] == "error"
