"""The library chooses another algorithm: said as a switch, judged by what it costs, then a series of its own."""

import pytest

import records
import worlds

CASE = records.ALLREDUCE
RING = {"algorithm": "RING", "protocol": "LL128", "channels": "16"}
NVLS = {"algorithm": "NVLS", "protocol": "SIMPLE", "channels": "24"}


@pytest.fixture
def night(build_dir, tmp_path):
    """`night(day, algorithm, factor)`: the file of a night whose allreduce ran it, slower by the factor."""

    def make(day, algorithm, factor=1.0):
        record = records.make_night(build_dir, day, {CASE: factor})
        for case in record["cases"]:
            for one in case["rounds"]:
                one["algorithm"] = algorithm if case["id"] == CASE else {}
        return records.write(tmp_path, record, f"{day}.json")

    return make


@pytest.fixture
def command(run, roofgate, tmp_path):
    def call(*arguments):
        return run(roofgate, *arguments, "--baselines", tmp_path / "baselines")

    return call


@pytest.fixture
def ring_nights(command, night):
    for day in range(1, 6):
        done = command("baseline", "promote", night(day, RING))
        assert done.status == 0, done.text


def test_a_switch_that_is_slower_fails(ring_nights, command, night):
    outcome = command("gate", night(6, NVLS, 1.2))
    assert outcome.status == 1, outcome.text
    assert f"REGRESSED     {CASE}" in outcome.out
    assert "another algorithm (algorithm RING -> NVLS, channels 16 -> 24, protocol LL128 -> SIMPLE)" in outcome.out


def test_a_switch_that_is_faster_is_no_gain_and_then_its_own_measure(ring_nights, command, night):
    switch = night(6, NVLS, 0.8)
    outcome = command("gate", switch)
    assert outcome.status == 0, outcome.text
    assert f"The library chose another algorithm in 1 case: {CASE} (algorithm RING -> NVLS" in outcome.out
    assert "improved" not in outcome.out
    explained = command("explain", switch, CASE)
    assert "A switch, not a gain: +2" in explained.out
    assert command("baseline", "promote", switch).status == 0
    fell = night(7, NVLS, 0.95)
    outcome = command("gate", fell)
    assert outcome.status == 1, "slower than its own night, though faster than rings ever were\n" + outcome.text
    assert "another algorithm" not in outcome.out
    assert "Left out: 5 nights in which the library chose another algorithm." in command("explain", fell, CASE).out
    assert command("gate", night(8, RING, 1.0)).status == 1, "back to rings: slower than what was accepted last"


FIT = "fit/allreduce/bf16/out_of_place/ranks8/latency"
FITTED_SIZES = [8, 1 << 12, 1 << 16, 1 << 20, 1 << 26]


def night_of_sizes(build_dir, folder, day, algorithm, factor=1.0):
    """A night of several sizes, so that the fit through them is judged too."""
    slower = {(8, size): factor for size in FITTED_SIZES}
    record = worlds.allreduce_night(build_dir, worlds=(8,), sizes=FITTED_SIZES, seed=day, slower=slower)
    date = records.date_of(day)
    record.update(id=f"{date}-e2e", started_at=f"{date}T02:00:00Z", finished_at=f"{date}T02:09:00Z")
    for case in record["cases"]:
        for one in case["rounds"]:
            one["algorithm"] = algorithm
    return records.write(folder, record, f"{day}.json")


def test_a_fit_through_sizes_that_switched_is_a_switch_too(command, build_dir, tmp_path):
    for day in range(1, 6):
        done = command("baseline", "promote", night_of_sizes(build_dir, tmp_path, day, RING))
        assert done.status == 0, done.text
    switch = night_of_sizes(build_dir, tmp_path, 6, NVLS, 0.8)
    outcome = command("gate", switch)
    assert outcome.status == 0, outcome.text
    assert "improved" not in outcome.out
    assert "algorithm RING -> NVLS" in command("explain", switch, FIT).out
    for day in (6, 7):
        file = switch if day == 6 else night_of_sizes(build_dir, tmp_path, day, NVLS, 0.8)
        assert command("baseline", "promote", file).status == 0
    fell = night_of_sizes(build_dir, tmp_path, 8, NVLS, 0.95)
    outcome = command("gate", fell, "--all")
    assert outcome.status == 1, outcome.text
    assert f"REGRESSED     {FIT}" in outcome.out
    assert "Left out: 5 nights in which the library chose another algorithm." in command("explain", fell, FIT).out
