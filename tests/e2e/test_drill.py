"""`roofgate drill`: what it plants is in no night, and its status says whether the gate kept its word."""

import json
import pathlib

import pytest

SCRIPTED = pathlib.Path(__file__).with_name("scripted_bench.py")


@pytest.fixture(scope="module")
def nights(roofgate, roofgate_bench, run, tmp_path_factory):
    """A folder with a baseline of five scripted nights and a policy of a steady machine."""
    folder = tmp_path_factory.mktemp("nights")
    (folder / "policy.json").write_text(json.dumps({
        "schema": "roofgate.policy/1", "tolerance": 0.02,
        "spread": {"floor": 0.001, "typical": 0.002, "bootstrapped_floor": 0.002, "common_typical": 0.001,
                   "common_bootstrapped_floor": 0.001}}))
    for number in range(5):
        record = folder / f"{number}.json"
        measured = run(roofgate, "run", "--suite", "smoke", "--rounds", 5, "--bench", SCRIPTED, "-o", record,
                       env={"ROOFGATE_REAL_BENCH": roofgate_bench})
        assert measured.status == 0, measured.text
        document = json.loads(record.read_text())
        document["tool"]["build_type"] = "Release"  # sanitized trees too: the times are invented
        record.write_text(json.dumps(document))
        kept = run(roofgate, "baseline", "promote", record, "--baselines", folder / "baselines", "--by", "test",
                   "--policy", folder / "policy.json", cwd=folder)
        assert kept.status in (0, 1), kept.text
    return folder


@pytest.fixture
def drill(roofgate, roofgate_bench, run, nights, build_dir, tmp_path):
    if "CMAKE_BUILD_TYPE:STRING=Release" not in (build_dir / "CMakeCache.txt").read_text():
        pytest.skip("not a Release build: its nights are not judged")

    def drill_with(*more, env=None, baselines=None):
        return run(roofgate, "drill", "--suite", "smoke", "--rounds", 5, "--bench", SCRIPTED, "-o", tmp_path / "drill",
                   "--baselines", baselines or nights / "baselines", "--policy", nights / "policy.json", *more,
                   cwd=tmp_path, env={"ROOFGATE_REAL_BENCH": roofgate_bench, **(env or {})})

    return drill_with


def test_losses_that_the_gate_claims_are_caught(drill, tmp_path):
    # Far above and far below what it can claim: next to its claims one trial in twenty may miss.
    done = drill("--losses", "0.2,10")
    assert done.status == 0, done.text
    assert "10 % slower: 3 failed" in done.out
    assert "the gate kept its claims in 6 trials" in done.out
    assert "Smallest planted loss that was caught in every case" in done.out
    assert sorted(file.name for file in (tmp_path / "drill").glob("*.json")) == [
        "night.json", "planted-0.002.json", "planted-0.1.json"]


def test_a_gate_that_sees_nothing_of_what_it_claims_is_status_1(drill):
    done = drill("--losses", "10", env={"ROOFGATE_DEAF": "1"})
    assert done.status == 1, done.text
    assert "10 % slower: 3 MISSED" in done.out
    assert "the gate missed 3 of 3 planted losses that it claims to see" in done.out


def test_a_disturbed_machine_is_status_3(drill):
    done = drill("--losses", "10", env={"ROOFGATE_PLANT": "all=contended"})
    assert done.status == 3, done.text
    assert "cannot tell" in done.out


def test_without_a_baseline_it_ends_before_measuring(drill, tmp_path):
    (tmp_path / "empty").mkdir()
    done = drill(baselines=tmp_path / "empty")
    assert done.status == 3 and "there is no baseline for suite 'smoke'" in done.err, done.text
    assert not (tmp_path / "drill").exists()


def test_its_records_are_no_nights(drill, roofgate, run, nights, tmp_path):
    assert drill("--losses", "5").status == 0
    for name in ("night", "planted-0.05"):
        record = tmp_path / "drill" / f"{name}.json"
        assert json.loads(record.read_text())["notes"]["planted_loss"] == ("0" if name == "night" else "0.05")
        kept = run(roofgate, "baseline", "promote", record, "--baselines", nights / "baselines", "--by", "test", cwd=tmp_path)
        assert kept.status == 3 and "planted losses in this record" in kept.text, kept.text
        judged = run(roofgate, "gate", record, "--baselines", nights / "baselines")
        assert judged.status == 3 and "planted losses in this record: it is no night" in judged.out, judged.text


def test_the_measuring_program_plants_only_into_a_record_that_says_so(roofgate_bench, run, tmp_path):
    done = run(roofgate_bench, "--suite", "smoke", "--backend", "host", "--plant-loss", "0.05")
    assert done.status == 2 and "planted losses are measured into a record that says so" in done.err, done.text


def test_mistakes_are_status_2(roofgate, run, tmp_path):
    for arguments in (["--losses", "0"], ["--losses", "60"], ["--cases", "0"], ["-o", "."]):
        done = run(roofgate, "drill", *arguments, cwd=tmp_path)
        assert done.status == 2, (arguments, done.text)


def test_the_real_program_measures_what_the_drill_asks_for(roofgate, roofgate_bench, run, build_dir, tmp_path):
    if "CMAKE_BUILD_TYPE:STRING=Release" not in (build_dir / "CMakeCache.txt").read_text():
        pytest.skip("not a Release build: its nights are not judged")
    suite = tmp_path / "tiny.json"
    suite.write_text(json.dumps({
        "schema": "roofgate.suite/1", "name": "tiny", "purpose": "one case, long enough to plant a loss in",
        "host": {"sampling": {"max_warmup_s": 0.05, "min_sampling_s": 0.05, "max_sampling_s": 0.2},
                 "grids": [{"kind": "memory", "ops": ["copy"], "bytes": [2**25]}]}}))
    common = ["--suite", suite, "--backend", "host", "--rounds", 3, "--bench", roofgate_bench]
    night = run(roofgate, "run", *common, "-o", tmp_path / "night.json", cwd=tmp_path)
    assert night.status == 0, night.text
    document = json.loads((tmp_path / "night.json").read_text())
    for case in document["cases"]:
        for measured in case["rounds"]:
            measured["marks"] = []  # this machine may be busy; what is tested is that the drill measures
    (tmp_path / "night.json").write_text(json.dumps(document))
    kept = run(roofgate, "baseline", "promote", tmp_path / "night.json", "--baselines", tmp_path / "baselines", "--by", "test")
    assert kept.status == 0, kept.text
    done = run(roofgate, "drill", *common, "--losses", "50", "-o", tmp_path / "drill", "--baselines", tmp_path / "baselines",
               cwd=tmp_path)
    assert done.status in (0, 1, 3), done.text
    assert "50 % slower" in done.out
    planted = json.loads((tmp_path / "drill" / "planted-0.5.json").read_text())
    assert planted["notes"]["planted_loss"] == "0.5"
    assert all(len(case["rounds"]) == 3 for case in planted["cases"])
