"""A loss at one message size: the mean over sizes hides it, the gate does not."""

import statistics

import pytest

import worlds
from records import date_of

MIB = 1 << 20
SIZES = [8 * 2**power for power in range(31)]  # 8 B to 8 GiB, as nccl-tests sweeps them
RANKS = 8
LOST = f"allreduce/bf16/out_of_place/bytes{MIB}/ranks{RANKS}"


def night(build_dir, day, slower=None):
    record = worlds.allreduce_night(build_dir, worlds=(RANKS,), sizes=SIZES, seed=day, slower=slower)
    moment = date_of(day)
    record.update(id=f"{moment}-sizes", started_at=f"{moment}T02:00:00Z", finished_at=f"{moment}T02:30:00Z")
    for case in record["cases"]:
        for one in case["rounds"]:
            one["started_at"] = record["started_at"]
    return record


def mean_bus_bandwidth(record):
    factor = 2 * (RANKS - 1) / RANKS
    return statistics.mean(
        factor * case["parameters"]["bytes"] / statistics.median(t for one in case["rounds"] for t in one["time_s"])
        for case in record["cases"])


@pytest.fixture(scope="module")
def gate(run, roofgate, build_dir, tmp_path_factory):
    """`gate(record)` against five healthy nights."""
    folder = tmp_path_factory.mktemp("sizes")
    for day in range(1, 6):
        file = worlds.write(folder, night(build_dir, day), f"{day}.json")
        done = run(roofgate, "baseline", "promote", file, "--baselines", folder / "baselines", "--by", "test")
        assert done.status == 0, done.text

    def call(record, *arguments):
        file = worlds.write(folder, record, "tonight.json")
        return run(roofgate, "gate", file, "--baselines", folder / "baselines", *arguments)

    return call


def test_a_healthy_night_passes(gate, build_dir):
    outcome = gate(night(build_dir, 7))
    assert outcome.status == 0, outcome.text


def test_a_loss_of_60_percent_at_one_size_is_found_where_the_mean_moves_by_under_one(gate, build_dir):
    healthy, lost = night(build_dir, 7), night(build_dir, 7, slower={(RANKS, MIB): 2.5})
    moved = 1 - mean_bus_bandwidth(lost) / mean_bus_bandwidth(healthy)
    assert 0.005 < moved < 0.01, f"the mean moved by {moved:.2%}"
    outcome = gate(lost)
    assert outcome.status == 1, outcome.text
    named = [line.split()[1] for line in outcome.out.splitlines() if line.startswith("REGRESSED")]
    assert LOST in named
    assert not [case for case in named if case.startswith("allreduce/") and case != LOST], "the other sizes did not lose"
