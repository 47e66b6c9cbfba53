"""A slow rank and a slow link, planted into real exchanges between four ranks, are told apart by --bisect."""

import json
import os
import re
import shutil

import pytest

RANKS = 4
PAIRINGS = [1, 2, 3]
ALL_LATE_S = 0.1  # before each exchange, asleep: far above what four ranks on two cores do to each other
LATE_S = 0.5  # of what is slow
SUITE = {
    "schema": "roofgate.suite/1",
    "name": "pairs",
    "purpose": "Every rank exchanges with every other one.",
    "host": {
        "sampling": {"max_warmup_s": 0.05, "min_sampling_s": 0.05, "max_sampling_s": 2.0, "max_samples": 6, "max_case_s": 60},
        "grids": [{"kind": "collective", "ops": ["send_recv"], "dtypes": ["fp32"], "placements": ["out_of_place"],
                   "bytes": [4096], "pairings": PAIRINGS}],
    },
}


def late(pairing, seconds, rank=""):
    part = f"/pairing{pairing}" if pairing > 1 else ""
    return f"send_recv/fp32/out_of_place/bytes4096{part}/ranks{RANKS}=late{seconds}{rank}"


@pytest.fixture(scope="module")
def bisect(run, roofgate, bench_planted, build_dir, source_dir, tmp_path_factory):
    """`bisect(*slow)`: what --bisect says of a run in which they are late, its pairs, and what is slow."""
    if shutil.which("mpirun") is None:
        pytest.skip("no mpirun: worlds of more than one rank cannot be tried here")
    if "ROOFGATE_SANITIZE:STRING=address" in (build_dir / "CMakeCache.txt").read_text():
        pytest.skip("a sanitized build reports what the MPI library itself leaks")

    def call(*slow):
        plant = ",".join([*slow, *(late(pairing, ALL_LATE_S) for pairing in PAIRINGS)])
        folder = tmp_path_factory.mktemp("pairs")
        suite, file, answer = folder / "pairs.json", folder / "record.json", folder / "answer.json"
        suite.write_text(json.dumps(SUITE))
        done = run(roofgate, "run", "--suite", suite, "--backend", "host", "--rounds", 1, "--world-sizes", RANKS, "-o", file,
                   env={"ROOFGATE_BENCH": bench_planted, "ROOFGATE_PLANT": plant})
        assert done.status == 0, done.text
        record = json.loads(file.read_text())
        if (os.cpu_count() or 1) < RANKS:  # ranks that take turns are left out of every table; here only the order counts
            for world in record["worlds"]:
                world["oversubscribed"] = False
        for one in record["cases"]:
            for measured in one["rounds"]:
                measured["marks"] = []
        file.write_text(json.dumps(record))
        outcome = run(roofgate, "scaling", file, "--bisect", "--json", answer, "--peaks", source_dir / "baselines" / "peaks")
        (pairs,) = json.loads(answer.read_text())["pairs"]
        assert len(pairs["pairs"]) == RANKS * (RANKS - 1) // 2
        fastest_s = min(pair["time_s"] for pair in pairs["pairs"])
        if fastest_s > 2 * ALL_LATE_S:
            pytest.skip(f"this machine is too busy: an exchange that sleeps {ALL_LATE_S} s took {fastest_s:.2f} s at best")
        # What else runs on this machine may make a pair 10 % slower too; what is planted is five times as slow.
        return outcome, pairs, [(part["rank"], part["peer"]) for part in pairs["slow"] if part["of_healthy_ratio"] > 2]

    return call


def test_a_slow_rank_slows_all_of_its_pairs(bisect):
    outcome, pairs, slow = bisect(*(late(pairing, LATE_S, "@2") for pairing in PAIRINGS))
    assert outcome.status in (0, 3), outcome.text
    assert slow == [(2, None)], pairs
    slowest = sorted(pairs["pairs"], key=lambda pair: pair["time_s"])[-3:]
    assert all(2 in pair["ranks"] for pair in slowest), pairs["pairs"]
    assert all(pair["time_s"] >= LATE_S for pair in slowest)
    assert re.search(r"^SLOW  rank 2 \(node .*\): the median of its 3 pairs takes ", outcome.out, re.MULTILINE), outcome.out
    assert "pair by pair" in outcome.out


def test_a_slow_link_slows_one_pair(bisect):
    outcome, pairs, slow = bisect(late(3, LATE_S, "@1"))  # of pairing 3 rank 1's partner is 2
    assert outcome.status in (0, 3), outcome.text
    assert [sorted(link) for link in slow] == [[1, 2]], pairs
    assert "SLOW  link between ranks 1 and 2" in outcome.out
