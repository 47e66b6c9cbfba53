"""A night that is not whole, not checked or not of today is no pass."""

import json
import random

import pytest

SIZES = (8388608, 33554432, 134217728, 536870912)


def log(host, day, slower=1.0, checked=True, date=True, latency_us=40):
    """One run of all_reduce_perf on four devices of a node."""
    noise = random.Random(f"{host} {day}")
    lines = [f"# date: {day}"] if date else []
    lines += ["# Collective test starting: all_reduce_perf", "# Using devices"]
    lines += [f"#  Rank {rank:2d} Group  0 Pid {400 + rank} on {host} device {rank:2d} [0000:{16 + rank:02x}:00] "
              "NVIDIA H100 80GB HBM3" for rank in range(4)]
    lines.append("#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong")
    for size in SIZES:
        cells = ""
        for _ in range(2):
            time = (latency_us + size / 150e3) * slower * noise.gauss(1, 0.001)
            cells += f"  {time:.2f}  {size / time / 1e3:.2f}  {1.5 * size / time / 1e3:.2f}  {'0' if checked else 'N/A'}"
        lines.append(f"  {size}  {size // 4}  float  sum  -1{cells}")
    return "\n".join(lines) + "\n"


def write(folder, host, day, **changes):
    folder.mkdir(exist_ok=True)
    file = folder / f"nccl-{host}-{day}.log"
    file.write_text(log(host, day, **changes), encoding="utf-8")
    return file


def day_of(number):
    return f"2026-10-{number:02d}"


@pytest.fixture
def nights(tmp_path):
    """Eight healthy nights of two nodes."""
    for number in range(1, 9):
        for host in ("lynx-1", "lynx-2"):
            write(tmp_path / "nights", host, day_of(number))
    return tmp_path / "nights"


@pytest.fixture
def promoted(nights, run, roofgate, tmp_path):
    for file in sorted(nights.iterdir()):
        done = run(roofgate, "baseline", "promote", file, "--baselines", tmp_path / "baselines", "--by", "test")
        assert done.status == 0, done.text
    return tmp_path / "baselines"


def policy(tmp_path, **keys):
    """The nights here have fixed dates: a baseline of any age may be compared with."""
    file = tmp_path / "policy.json"
    file.write_text(json.dumps({"schema": "roofgate.policy/1", "max_baseline_age_days": 36500, **keys}), encoding="utf-8")
    return file


def test_a_place_that_was_asked_for_has_no_earlier_night_stand_for_its_lost_one(nights, run, roofgate):
    write(nights, "lynx-1", day_of(9))
    done = run(roofgate, "gate", nights, "--place", "lynx-2*")
    assert done.status == 3, done.text
    assert "Missing in the latest night: lynx-2" in done.out
    assert "its latest run is of 2026-10-08" in done.out
    assert run(roofgate, "gate", nights, "--place", "lynx-1*").status == 0
    whole = run(roofgate, "gate", nights)
    assert whole.status == 3
    assert "Missing in the latest night: lynx-2" in whole.out


def test_machines_in_turn_are_judged_by_their_own_last_night(tmp_path, run, roofgate):
    for number in range(1, 17):
        write(tmp_path / "turns", f"lynx-{1 + number % 2}", day_of(number))
    assert run(roofgate, "gate", tmp_path / "turns", "--place", "lynx-2*").status == 0


def test_places_that_only_the_baseline_knows_are_named_and_can_be_required(promoted, run, roofgate, tmp_path):
    tonight = write(tmp_path / "tonight", "lynx-1", day_of(9))

    def gate(*arguments, **keys):
        return run(roofgate, "gate", tonight, "--baselines", promoted, "--policy", policy(tmp_path, **keys), *arguments)

    named = gate()
    assert named.status == 0, named.text
    assert "Not judged here: lynx-2" in named.out
    assert "required_places" in named.out
    assert "Not judged here" not in gate("--place", "lynx-1*").text
    required = gate(required_places=["lynx-1*", "lynx-2*"])
    assert required.status == 3, required.text
    assert "Missing in the latest night: 'lynx-2*': the policy requires the place" in required.out
    assert gate("--place", "lynx-1*", required_places=["lynx-2*"]).status == 0
    write(tmp_path / "tonight", "lynx-2", day_of(9))
    both = run(roofgate, "gate", tmp_path / "tonight", "--baselines", promoted,
               "--policy", policy(tmp_path, required_places=["lynx-?*"]))
    assert both.status == 0, both.text
    assert "Not judged here" not in both.text


def test_ranks_that_a_baseline_has_figures_of(run, roofgate, tmp_path):
    def results(day, ranks):
        noise = random.Random(day)
        values = {f"mem-bw/h2d_bw:{rank}": noise.gauss(25, 0.02) for rank in ranks}
        file = tmp_path / f"results-{day}.jsonl"
        file.write_text(json.dumps({"node": "n1", **values, "mem-bw/return_code": 0}) + "\n", encoding="utf-8")
        return file

    for number in range(1, 9):
        done = run(roofgate, "baseline", "promote", results(day_of(number), range(4)), "--baselines", tmp_path / "b", "--by", "t")
        assert done.status == 0, done.text
    def gate(day, ranks):
        return run(roofgate, "gate", results(day, ranks), "--baselines", tmp_path / "b", "--policy", policy(tmp_path))

    whole = gate(day_of(9), range(4))
    assert whole.status == 0, whole.text
    done = gate(day_of(10), [0])
    assert done.status == 3, done.text
    assert "1 of 4 ranks reported a figure: what the others would have measured is not known." in done.out


def test_checks_that_were_switched_off(nights, promoted, run, roofgate, tmp_path):
    write(nights, "lynx-1", day_of(9), checked=False)
    write(nights, "lynx-2", day_of(9))
    done = run(roofgate, "gate", nights)
    assert done.status == 3, done.text
    assert "The results of 8 cases were checked in the night before and are not in this one: no pass." in done.out
    single = write(tmp_path / "tonight", "lynx-1", day_of(9), checked=False)
    alone = run(roofgate, "gate", single, "--baselines", promoted, "--policy", policy(tmp_path))
    assert alone.status == 3, alone.text
    assert "no pass. Measure with the checks switched on." in alone.out


def test_nights_that_were_never_checked_may_pass(tmp_path, run, roofgate):
    for number in range(1, 9):
        write(tmp_path / "nights", "lynx-1", day_of(number), checked=False)
    done = run(roofgate, "gate", tmp_path / "nights")
    assert done.status == 0, done.text
    assert "The results of 8 cases were not checked" in done.out


def test_a_night_of_the_future_is_not_the_latest(nights, run, roofgate):
    for host in ("lynx-1", "lynx-2"):
        write(nights, host, "2099-10-09")
    done = run(roofgate, "gate", nights)
    assert done.status == 3, done.text
    assert "in the future" in done.out


def test_a_job_that_died(nights, run, roofgate, tmp_path):
    assert run(roofgate, "gate", nights).status == 0
    done = run(roofgate, "gate", nights, "--policy", policy(tmp_path, max_night_age_days=1))
    assert done.status == 3, done.text
    assert "days old, the policy allows 1: is the job that measures still running?" in done.out


def test_a_clock_that_was_set_back(nights, run, roofgate):
    for host in ("lynx-1", "lynx-2"):
        file = nights / f"nccl-{host}-2026-10-09.log"
        file.write_text(log(host, "2020-01-01", slower=1.3).replace("# date: 2020-01-01", "# Date: 2020-01-01"), encoding="utf-8")
    assert run(roofgate, "gate", nights).status in (1, 2, 3)
    benchmark = nights.parent / "gbench-2026-10-09.json"
    benchmark.write_text(json.dumps({
        "context": {"date": "2020-01-01T00:00:00+00:00", "num_cpus": 4, "mhz_per_cpu": 3000, "library_build_type": "release"},
        "benchmarks": [{"name": "BM_a", "run_name": "BM_a", "run_type": "iteration", "repetitions": 0, "repetition_index": 0,
                        "threads": 1, "iterations": 10, "real_time": 5.0, "cpu_time": 5.0, "time_unit": "ms"}]}), encoding="utf-8")
    done = run(roofgate, "gate", benchmark)
    assert done.status == 2, done.text
    assert "its name is of 2026-10-09 and what it holds of 2020-01-01: which night it is is not known" in done.err


def test_a_line_that_shows_no_latency_spoils_no_night(tmp_path, run, roofgate):
    for number in range(1, 9):
        write(tmp_path / "nights", "lynx-1", day_of(number), latency_us=0)
    done = run(roofgate, "gate", tmp_path / "nights", "--all")
    assert done.status == 0, done.text
    assert "invalid" not in done.out
