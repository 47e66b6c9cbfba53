"""Nights that are dated, named or written in ways of their own: read, refused or told, and never passed over."""

import json

from nccl_nights import log_of_world, write_nights

STEADY = (1.0, 1.004, 0.997, 1.002, 0.999, 1.001, 1.003, 0.998, 1.0)


def test_folders_that_are_dates_date_their_logs(roofgate, run, tmp_path):
    for day, factor in enumerate(STEADY, start=1):
        folder = tmp_path / f"2026-11-{day:02d}"
        folder.mkdir()
        (folder / "all_reduce.log").write_text(log_of_world(2, 400 * factor), encoding="utf-8")
    done = run(roofgate, "gate", f"{tmp_path}/2026-*/all_reduce.log")
    assert done.status == 0 and "8 nights, 2026-11-01 to 2026-11-08" in done.out, done.text
    (tmp_path / "2026-11-10").mkdir()
    (tmp_path / "2026-11-10" / "all_reduce.log").write_text("", encoding="utf-8")
    lost = run(roofgate, "gate", f"{tmp_path}/2026-*/all_reduce.log")
    assert lost.status == 2 and "2026-11-10/all_reduce.log: the latest file holds no run: is empty" in lost.err, lost.text
    said = run(roofgate, "import", tmp_path / "2026-11-01" / "all_reduce.log")
    assert "dated by the date that its folder is named" in said.out, said.text


def test_two_runs_of_one_host_at_one_moment_are_not_said_to_be_nowhere(roofgate, run, tmp_path):
    for number, factor in enumerate((1.0, 1.2)):
        (tmp_path / f"{'ab'[number]}-2026-11-01.log").write_text(log_of_world(2, 400 * factor), encoding="utf-8")
    done = run(roofgate, "gate", tmp_path)
    assert done.status == 3 and "measured the same cases at one moment, and both are of lynx-1" in done.err, done.text


def test_a_new_device_or_host_name_is_named_beside_the_place_that_it_was(roofgate, run, tmp_path):
    def last(text):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        for day, factor in enumerate(STEADY[:-1], start=1):
            (folder / f"n-2026-11-{day:02d}.log").write_text(log_of_world(2, 400 * factor), encoding="utf-8")
        (folder / "n-2026-11-09.log").write_text(text, encoding="utf-8")
        return run(roofgate, "gate", folder)

    renamed = last(log_of_world(2, 400).replace("lynx-1", "lynx-9"))
    assert renamed.status == 3 and "the nearest place with a past differs: host lynx-1, now lynx-9" in renamed.err
    swapped = last(log_of_world(2, 400).replace("H100 80GB HBM3", "H200"))
    assert swapped.status == 3, swapped.text
    assert "differs: hardware or suite h100-80gb-hbm3-x2/imported-nccl-tests, now h200" in swapped.err, swapped.text


def test_a_gate_without_a_baseline_names_the_hardware_that_has_one(roofgate, run, tmp_path):
    baselines = ("--baselines", tmp_path / "baselines")
    log = tmp_path / "n-2026-11-01.log"
    log.write_text(log_of_world(2, 400), encoding="utf-8")
    assert run(roofgate, "baseline", "promote", log, *baselines).status == 0
    swapped = tmp_path / "n-2026-11-02.log"
    swapped.write_text(log_of_world(2, 401).replace("H100 80GB HBM3", "H200"), encoding="utf-8")
    done = run(roofgate, "gate", swapped, *baselines)
    assert done.status == 3, done.text
    assert "The suite has one of h100-80gb-hbm3-x2: the hardware is another." in done.out, done.text


def test_history_counts_the_nights_that_it_cannot_show(roofgate, run, tmp_path):
    folder = write_nights(tmp_path / "nights", STEADY)
    (folder / "nccl-2026-10-04.log").write_text("", encoding="utf-8")
    done = run(roofgate, "history", "allreduce/fp32/in_place/bytes33554432/ranks8", folder)
    assert done.status == 0 and "left out: " in done.err and "warning" not in done.err, done.text
    assert "1 file is left out that was to be a night: what there was to see in it is not known." in done.out, done.text


def test_baseline_show_and_prune_take_a_place(roofgate, run, tmp_path):
    baselines = ("--baselines", tmp_path / "baselines")
    for host in ("lynx-1", "lynx-2"):
        for day, factor in enumerate(STEADY[:2], start=1):
            log = tmp_path / f"{host}-2026-11-{day:02d}.log"
            log.write_text(log_of_world(2, 400 * factor + ord(host[-1])).replace("lynx-1", host), encoding="utf-8")
            assert run(roofgate, "baseline", "promote", log, *baselines).status == 0
    both = run(roofgate, "baseline", "show", *baselines)
    assert both.out.count("  lynx-1 ") == 2 and both.out.count("  lynx-2 ") == 2, both.text
    one = run(roofgate, "baseline", "show", "--place", "lynx-2", *baselines)
    assert one.status == 0 and "lynx-1" not in one.out and one.out.count("  lynx-2 ") == 2, one.text
    none = run(roofgate, "baseline", "show", "--place", "lynx-3", *baselines)
    assert none.status == 2 and "no night in it is of the place 'lynx-3'" in none.err and "lynx-1" in none.err
    pruned = run(roofgate, "baseline", "prune", "--place", "lynx-2", *baselines)
    assert pruned.status == 0 and "4 left" in pruned.out, pruned.text
    assert run(roofgate, "baseline", "prune", "--place", "lynx-3", *baselines).status == 2


def test_iso_moments_of_nccl_tests_json_are_read(roofgate, run, tmp_path):
    half = {"time": 640.0, "alg_bw": 52.43, "bus_bw": 52.43, "nwrong": 0}
    text = {"version": 1, "start_time": "2026-11-02T03:00:00+01:00", "end_time": "2026-11-02T03:00:09+01:00",
            "args": ["all_reduce_perf"], "nccl_version": 22703,
            "config": {"minimum_bytes": 33554432, "maximum_bytes": 33554432, "step_factor": 2, "devices": [
                {"rank": rank, "hostname": "lynx-1", "device": rank, "device_info": "NVIDIA H200"} for rank in (0, 1)]},
            "results": [{"size": 33554432, "count": 8388608, "type": "float", "redop": "sum", "root": -1,
                         "out_of_place": half, "in_place": half}]}
    file = tmp_path / "run.json"
    file.write_text(json.dumps(text), encoding="utf-8")
    done = run(roofgate, "import", file)
    assert done.status == 0 and "2026-11-02T02:00:00Z, dated by the file" in done.out, done.text
    assert "time zone is not known" not in done.out


def benchmark(name, time, **more):
    return {"name": name, "run_name": name, "run_type": "iteration", "iterations": 100, "real_time": time, "cpu_time": time,
            "time_unit": "us", **more}


def test_google_benchmarks_that_are_none_are_told(take):
    text = json.dumps({"context": {"num_cpus": 2}, "benchmarks": [
        benchmark("BM_a", 10), benchmark("BM_none", 10, iterations=0), benchmark("BM_long", 1e308), benchmark("  ", 10),
        benchmark("n" * 70_000, 10), {"twice": 1, **benchmark("BM_twice", 10)}]}).replace('"twice": 1', '"real_time": 1.0')
    done, (record,) = take(text)
    assert done.status == 0, done.text
    marks = {case["id"]: [mark["evidence"] for mark in case["rounds"][0]["marks"]] for case in record["cases"]}
    assert set(marks) == {"BM_a", "BM_none", "BM_long"} and marks["BM_a"] == []
    assert marks["BM_none"] == ["0 iterations: not measured"] and "real_time is" in marks["BM_long"][0]
    for words in ("a benchmark without a name", "a name of over 4096 bytes", "a key twice in one benchmark"):
        assert words in done.out, (words, done.text)
