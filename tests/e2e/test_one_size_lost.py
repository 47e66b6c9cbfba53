"""A loss at one message size: the mean over sizes hides it, the gate does not."""

import statistics

import pytest

import worlds
from records import date_of

MIB = 1 << 20
SIZES = [8 * 2**power for power in range(31)]  # 8 B to 8 GiB, as nccl-tests sweeps them
RANKS = 8
LOST = f"allreduce/bf16/out_of_place/bytes{MIB}/ranks{RANKS}"


FEW = [8 * MIB * 4**power for power in range(4)]


def night(build_dir, day, slower=None, sizes=SIZES):
    record = worlds.allreduce_night(build_dir, worlds=(RANKS,), sizes=sizes, seed=day, slower=slower)
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


def gate_after_five_nights(run, roofgate, build_dir, folder, sizes):
    for day in range(1, 6):
        file = worlds.write(folder, night(build_dir, day, sizes=sizes), f"{day}.json")
        done = run(roofgate, "baseline", "promote", file, "--baselines", folder / "baselines", "--by", "test")
        assert done.status == 0, done.text

    def call(record, *arguments):
        file = worlds.write(folder, record, "tonight.json")
        return run(roofgate, "gate", file, "--baselines", folder / "baselines", *arguments)

    return call


@pytest.fixture(scope="module")
def gate(run, roofgate, build_dir, tmp_path_factory):
    """`gate(record)` against five healthy nights."""
    return gate_after_five_nights(run, roofgate, build_dir, tmp_path_factory.mktemp("sizes"), SIZES)


@pytest.fixture(scope="module")
def gate_of_few(run, roofgate, build_dir, tmp_path_factory):
    return gate_after_five_nights(run, roofgate, build_dir, tmp_path_factory.mktemp("few"), FEW)


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


@pytest.mark.parametrize("lost", [FEW[-1:], FEW[2:], FEW[1:3], FEW])
def test_a_loss_of_12_percent_at_some_of_few_sizes_is_no_wild_night(gate_of_few, build_dir, lost):
    outcome = gate_of_few(night(build_dir, 7, slower={(RANKS, size): 1.13 for size in lost}, sizes=FEW))
    assert outcome.status == 1, outcome.text
    named = [line.split()[1] for line in outcome.out.splitlines() if line.startswith("REGRESSED")]
    shown = [case for case in named if case.startswith("allreduce/")]
    assert all(any(f"bytes{size}/" in case for size in lost) for case in shown), outcome.text
    assert not [line for line in outcome.out.splitlines() if line.startswith("improved")], "no term of the fit gained"


def test_a_size_that_gains_fails_no_fit_through_it(gate_of_few, build_dir):
    outcome = gate_of_few(night(build_dir, 7, slower={(RANKS, FEW[-1]): 0.9}, sizes=FEW), "--all")
    assert outcome.status == 0, outcome.text
    assert "gained and no size lost: the line through them tilted, nothing got slower." in outcome.text
