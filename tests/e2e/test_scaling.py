"""`roofgate scaling` as a capacity planner runs it, on invented worlds whose answers are known."""

import csv
import json
import re

import pytest

import worlds

MIB = 1 << 20


@pytest.fixture
def scaling(run, roofgate, source_dir):
    def call(*arguments, **more):
        return run(roofgate, "scaling", *arguments, "--peaks", source_dir / "baselines" / "peaks", **more)

    return call


def test_a_step_has_its_table(scaling, build_dir, tmp_path):
    outcome = scaling(worlds.write(tmp_path, worlds.step_night(build_dir)))
    assert outcome.status == 0, outcome.text
    assert outcome.err == ""
    assert "weak scaling · efficiency against 1 rank" in outcome.out
    rows = [line.split() for line in outcome.out.splitlines() if re.match(r"\s+(1|8|16)\s", line)]
    assert [row[0] for row in rows] == ["1", "8", "16"]
    assert "crosses to 2 nodes" in outcome.out
    assert "exposed 4." in outcome.out or "exposed 5." in outcome.out
    assert "--all shows every variant" in outcome.out


def test_efficiency_and_loss_are_what_was_built_in(scaling, build_dir, tmp_path):
    file = tmp_path / "scaling.json"
    outcome = scaling(worlds.write(tmp_path, worlds.step_night(build_dir)), "--json", file)
    assert outcome.status == 0, outcome.text
    rows = {(row["series"].split("/")[2], row["ranks"]): row for row in json.loads(file.read_text())["worlds"]}
    sixteen = rows["overlap", 16]
    assert sixteen["efficiency_ratio"] == pytest.approx(40 / 46, abs=0.01)
    low, high = sixteen["efficiency_low_95_ratio"], sixteen["efficiency_high_95_ratio"]
    assert low < sixteen["efficiency_ratio"] < high < 1.02 * low
    assert sixteen["exposed_s"] == pytest.approx(0.006, abs=0.0004)
    assert sixteen["overlap_efficiency_ratio"] == pytest.approx(2 / 3, abs=0.05)
    assert sixteen["tokens_per_s"] == pytest.approx(16 * 8192 / 0.046, rel=0.01)
    lost = sixteen["lost_exposed_ratio"] + sixteen["lost_skew_ratio"] + sixteen["lost_rest_ratio"]
    assert lost == pytest.approx(1 - sixteen["efficiency_ratio"], abs=1e-9)


def test_one_record_per_world_is_the_same_as_one_with_all(scaling, build_dir, tmp_path):
    whole = worlds.allreduce_night(build_dir, sizes=[8, MIB, 64 * MIB])
    answers = []
    for name, records in (("one", [whole]), ("many", [])):
        if name == "many":
            for ranks in (2, 4, 8):
                part = dict(whole, id=f"part-{ranks}", cases=[c for c in whole["cases"] if c["id"].endswith(f"ranks{ranks}")])
                records.append(part)
        files = [worlds.write(tmp_path, record, f"{name}{i}.json") for i, record in enumerate(records)]
        answer = tmp_path / f"{name}.out"
        assert scaling(*files, "--json", answer).status == 0
        key = lambda row: (row["series"], row["ranks"])
        answers.append(sorted(json.loads(answer.read_text())["worlds"], key=key))
    assert answers[0] == answers[1]


def test_weak_and_strong_are_never_one_table(scaling, build_dir, tmp_path):
    record = worlds.step_night(build_dir)
    record["cases"] += worlds.step_night(build_dir, growth="strong")["cases"]
    outcome = scaling(worlds.write(tmp_path, record))
    assert outcome.status == 0, outcome.text
    assert outcome.out.count("weak scaling") == 1
    assert outcome.out.count("strong scaling") == 1


def test_a_sick_rank_is_named_with_node_and_device(scaling, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, worlds=(2, 16), sizes=[8, MIB, 64 * MIB], slow_rank=(16, 11, 1.09))
    outcome = scaling(worlds.write(tmp_path, record))
    assert outcome.status == 0, outcome.text
    assert "SICK  rank 11 (node node1, device 3): last in 40 of 40 repeats" in outcome.out
    assert "3 cases of this world name it" in outcome.out
    assert "11 (node node1, device 3) 40 of 40: sick" in outcome.out


def test_a_tail_that_wanders_is_noise(scaling, build_dir, tmp_path):
    outcome = scaling(worlds.write(tmp_path, worlds.allreduce_night(build_dir, sizes=[8, MIB, 64 * MIB])))
    assert "wanders" in outcome.out
    assert "SICK" not in outcome.out


def test_oversubscribed_worlds_stand_apart(scaling, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, worlds=(2, 4, 8), sizes=[8, MIB])
    record["worlds"][2]["oversubscribed"] = True
    outcome = scaling(worlds.write(tmp_path, record))
    assert outcome.status == 0
    head, apart = outcome.out.split("oversubscribed: more ranks than devices or cores")
    assert not re.search(r"^\s+\S+ \S+\s+8 ", head, re.MULTILINE)
    assert re.search(r"\s8\s", apart)


def test_extrapolation_is_called_one_and_has_its_doubt(scaling, build_dir, tmp_path):
    record = worlds.write(tmp_path, worlds.allreduce_night(build_dir, sizes=[8, 64 * 1024, MIB, 64 * MIB]))
    file = tmp_path / "s.json"
    outcome = scaling(record, "--extrapolate", "64,65536", "--json", file)
    assert outcome.status == 0, outcome.text
    assert "EXTRAPOLATION, not measured: ring model" in outcome.out
    assert "the one that fits best" in outcome.out
    assert "All measured worlds lie within one node" in outcome.out
    ring = json.loads(file.read_text())["extrapolations"][0]
    assert ring["model"] == "ring" and ring["fits_best"]
    at = next(time for time in ring["times"] if time["ranks"] == 64 and time["message_bytes"] == MIB)
    assert at["time_s"] == pytest.approx(worlds.ring_time(64, MIB), rel=0.05)
    assert at["time_low_95_s"] < worlds.ring_time(64, MIB) < at["time_high_95_s"]
    assert {time["ranks"] for time in ring["times"]} == {64, 65536}


def test_the_fit_tells_latency_and_bandwidth_of_each_world(scaling, build_dir, tmp_path):
    file = tmp_path / "s.json"
    assert scaling(worlds.write(tmp_path, worlds.allreduce_night(build_dir)), "--json", file).status == 0
    fits = {fit["ranks"]: fit for fit in json.loads(file.read_text())["fits"]}
    assert fits[8]["latency_s"]["value"] == pytest.approx(14 * worlds.HOP_S + 1e-6, rel=0.02)
    assert fits[8]["bandwidth_bytes_per_s"]["value"] == pytest.approx(worlds.LINK_BYTES_PER_S / 1.75, rel=0.02)


def test_files_hold_numbers_and_text_is_escaped(scaling, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, worlds=(2, 16), sizes=[8, MIB], slow_rank=(16, 3, 1.2))
    record["worlds"][1]["ranks"][3]["node"] = "a|b\x1b[31m<b>*x*\nc"
    table, page = tmp_path / "t.csv", tmp_path / "t.md"
    outcome = scaling(worlds.write(tmp_path, record), "--csv", table, "--markdown", page)
    assert outcome.status == 0, outcome.text
    assert "\x1b" not in outcome.out and "\x1b" not in page.read_text()
    assert "<b>" not in page.read_text().replace("&lt;b&gt;", "")
    rows = list(csv.DictReader(table.open(newline="")))
    assert len(rows) == 4
    for row in rows:
        assert float(row["algorithm_bytes_per_s"]) == pytest.approx(float(row["message_bytes"]) / float(row["time_s"]))
        assert row["oversubscribed"] == "false"


def test_records_of_two_nights_are_refused(scaling, build_dir, tmp_path):
    files = [worlds.write(tmp_path, worlds.allreduce_night(build_dir, sizes=[8], seed=seed), f"{seed}.json") for seed in (1, 2)]
    outcome = scaling(*files)
    assert outcome.status == 2
    assert "allreduce/bf16/out_of_place/bytes8/ranks2 is in two records: worlds-1 and worlds-2" in outcome.err


def test_other_software_between_the_records_is_said(scaling, build_dir, tmp_path):
    files = []
    for ranks, version in ((2, "2.19.3"), (8, "2.20.3")):
        record = worlds.allreduce_night(build_dir, worlds=(ranks,), sizes=[8, MIB])
        record["environment"]["software"]["nccl"] = version
        files.append(worlds.write(tmp_path, record, f"{ranks}.json"))
    outcome = scaling(*files)
    assert outcome.status == 0, outcome.text
    assert "the records differ in software" in outcome.out
    assert "nccl 2.19.3, 2.20.3" in outcome.out


def test_nothing_to_compare_is_three(scaling, build_dir, source_dir, tmp_path):
    outcome = scaling(worlds.write(tmp_path, worlds.allreduce_night(build_dir, worlds=(2,), sizes=[8])))
    assert outcome.status == 3
    assert "nothing to compare" in outcome.err
    record = worlds.allreduce_night(build_dir, sizes=[8])
    record["cases"] = []
    outcome = scaling(worlds.write(tmp_path, record))
    assert outcome.status == 3
    assert "no case in it ran on several ranks" in outcome.err


def test_what_was_asked_for_and_cannot_be_told_is_three(scaling, build_dir, tmp_path):
    record = worlds.write(tmp_path, worlds.step_night(build_dir))
    outcome = scaling(record, "--extrapolate", "64")
    assert outcome.status == 3
    assert "--extrapolate: no allreduce was measured cleanly in two worlds" in outcome.err
    outcome = scaling(record, "--bisect")
    assert outcome.status == 3
    assert "no send_recv cases" in outcome.err


def test_a_wrong_result_is_four(scaling, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, sizes=[8])
    record["cases"][0]["rounds"][0]["marks"] = [{"kind": "wrong_result", "evidence": "element 3"}]
    outcome = scaling(worlds.write(tmp_path, record))
    assert outcome.status == 4
    assert "not measured" in outcome.out


@pytest.mark.parametrize("text", ["", "{", '{"schema": "roofgate.record/9"}'])
def test_unreadable_records_are_two(scaling, tmp_path, text):
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    outcome = scaling(bad)
    assert outcome.status == 2
    assert "bad.json" in outcome.err


@pytest.mark.parametrize("value", ["1", "-4", "x", "99999999999", "64,,128", "64,", ",64", "64,64"])
def test_an_impossible_world_is_usage(scaling, build_dir, tmp_path, value):
    outcome = scaling(worlds.write(tmp_path, worlds.allreduce_night(build_dir, sizes=[8])), "--extrapolate", value)
    assert outcome.status == 2


def test_between_measured_worlds_it_is_an_interpolation(scaling, build_dir, tmp_path):
    outcome = scaling(worlds.write(tmp_path, worlds.allreduce_night(build_dir)), "--extrapolate", "3,6")
    assert "INTERPOLATION, not measured: ring model" in outcome.out
    assert "EXTRAPOLATION" not in outcome.out


@pytest.mark.parametrize("value", ["1,,2", "1,2,", "2,2"])
def test_world_sizes_that_miss_or_repeat_one_are_usage(run, roofgate, tmp_path, value):
    outcome = run(roofgate, "run", "--suite", "smoke", "--world-sizes", value, "-o", tmp_path / "record.json")
    assert outcome.status == 2, outcome.text
    assert not (tmp_path / "record.json").exists()


def test_emulated_times_are_refused(scaling, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, sizes=[8])
    record["environment"]["backend"] = "cuda-emulated"
    outcome = scaling(worlds.write(tmp_path, record))
    assert outcome.status == 3
    assert "its times are not performance" in outcome.err


def dated(record, day):
    return dict(record, id=f"dated-{day}", started_at=f"2026-11-{day:02}T02:00:00Z", finished_at=f"2026-11-{day:02}T02:09:00Z")


def test_a_later_run_hides_only_the_worlds_that_it_measured(scaling, build_dir, tmp_path):
    worlds.write(tmp_path, dated(worlds.allreduce_night(build_dir, worlds=(2, 4, 8), sizes=[MIB]), 1), "a.json")
    worlds.write(tmp_path, dated(worlds.allreduce_night(build_dir, worlds=(2,), sizes=[MIB]), 2), "b.json")
    answer = tmp_path / "answer.out"
    outcome = scaling(tmp_path, "--json", answer)
    assert outcome.status == 0, outcome.text
    assert sorted(row["ranks"] for row in json.loads(answer.read_text())["worlds"]) == [2, 4, 8]
    assert "left out: dated-1, worlds of 2: a later run has as many ranks" in outcome.err


def test_a_later_run_without_a_world_hides_nothing(scaling, build_dir, tmp_path):
    whole = worlds.allreduce_night(build_dir, worlds=(2, 4), sizes=[MIB])
    worlds.write(tmp_path, dated(whole, 1), "a.json")
    skipped = json.loads(json.dumps(dated(whole, 2)))
    for case in skipped["cases"]:
        for one in case["rounds"]:
            one.update(time_s=[], rank_time_s=[], marks=[{"kind": "skipped", "evidence": "one device"}])
    worlds.write(tmp_path, skipped, "b.json")
    outcome = scaling(tmp_path)
    assert outcome.status == 0, outcome.text
    assert "left out" not in outcome.err
