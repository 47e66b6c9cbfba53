"""Telemetry dumps of other tools: `roofgate doctor --telemetry`, and `--telemetry` beside a record."""

import json
import re

import pytest

HEADER = ("timestamp, index, name, clocks.sm [MHz], clocks.max.sm [MHz], power.draw [W], power.limit [W], "
          "utilization.gpu [%], clocks_event_reasons.active\n")


def row(second, device, clock=1755, power=650.0, busy=100, reasons=0, day="2026/11/29", clock_time="02:00"):
    return (f"{day} {clock_time}:{second:02d}.000, {device}, NVIDIA H200, {clock} MHz, 1980 MHz, {power:.2f} W, 700.00 W, "
            f"{busy} %, 0x{reasons:016x}\n")


def dump(folder, rows, name="smi.csv"):
    file = folder / name
    file.write_text(HEADER + "".join(rows))
    return file


def test_doctor_names_the_stalled_rank(run, roofgate, tmp_path):
    rows = [row(second, device, power=110 if device == 6 else 660) for second in range(5) for device in range(8)]
    done = run(roofgate, "doctor", "--telemetry", dump(tmp_path, rows))
    assert done.status == 3, done.text
    assert "taken for nvidia-smi --query-gpu CSV; 40 of 40 rows read" in done.out
    assert "STOP  device 6 (NVIDIA H200): 90 % utilised or more at 110 W, 0.17 of the 660 W beside it" in done.out
    assert "stalled in a collective" in done.out
    assert done.out.count("STOP  device") == 1


def test_doctor_lets_a_healthy_dump_pass(run, roofgate, tmp_path):
    done = run(roofgate, "doctor", "--telemetry", dump(tmp_path, [row(s, d) for s in range(3) for d in range(2)]))
    assert done.status == 0, done.text
    assert "nothing in it says that a measurement was spoilt" in done.out
    assert "1755 of 1980 MHz" in done.out and "650 of 700 W" in done.out


def test_a_power_cap_at_rest_is_a_note(run, roofgate, tmp_path):
    done = run(roofgate, "doctor", "--telemetry", dump(tmp_path, [row(0, 0, 345, 18, 0, 0x4)]))
    assert done.status == 0, done.text
    assert "note  device 0 (NVIDIA H200): sw_power_cap in 1 idle samples" in done.out


@pytest.mark.parametrize("text, lacks", [
    ("index, clocks.sm, utilization.gpu\n0, ERR!, [N/A]\n0, -5, [N/A]\n0, nan, [N/A]\n", None),
    ("index, clocks.sm, utilization.gpu, temperature.gpu\n0, ERR!, [N/A], 50\n0, -5 MHz, [N/A], 51\n",
     "the clock of its SMs, its utilisation, its clock reasons"),
    ("index, clocks.sm, utilization.gpu\n0, 1700, [N/A]\n", "its utilisation, its clock reasons"),
    ("index, utilization.gpu, clocks_event_reasons.active\n0, 90, 0x0\n", "the clock of its SMs"),
    ("index, temperature.gpu\n0, 50\n", "the clock of its SMs, its utilisation, its clock reasons"),
])
def test_a_dump_that_tells_too_little_is_no_verdict(run, roofgate, tmp_path, text, lacks):
    file = tmp_path / "smi.csv"
    file.write_text(text)
    done = run(roofgate, "doctor", "--telemetry", file)
    assert done.status == (2 if lacks is None else 3), done.text
    assert "nothing in it says" not in done.out
    if lacks:
        assert f"cannot tell  device 0: no sample tells {lacks}" in done.out
        assert "whether a measurement was spoilt cannot be told from it" in done.out


def test_names_cannot_steer_the_terminal(run, roofgate, tmp_path):
    file = tmp_path / "evil.csv"
    file.write_text("index, name, utilization.gpu\n0, \x1b[31mRED\u202e|x, 3\n")
    done = run(roofgate, "doctor", "--telemetry", file)
    assert done.status == 3, done.text
    assert "\x1b" not in done.text and "\u202e" not in done.text
    assert "\\x1B[31mRED" in done.out


@pytest.mark.parametrize("text, words", [
    ("", "is no telemetry dump that is known"),
    ("just words\n", "is no telemetry dump that is known"),
    ("index, name, utilization.gpu\n# gpu pwr sm\n", "could be nvidia-smi --query-gpu CSV or nvidia-smi dmon"),
    ("index, name, memory.used\n0, A, 3\n", "it tells nothing of a device"),
])
def test_what_is_no_dump_is_status_2(run, roofgate, tmp_path, text, words):
    file = tmp_path / "file"
    file.write_text(text)
    done = run(roofgate, "doctor", "--telemetry", file)
    assert done.status == 2, done.text
    assert words in done.err and done.out == ""


def test_a_missing_dump_is_status_2(run, roofgate, tmp_path):
    done = run(roofgate, "doctor", "--telemetry", tmp_path / "none")
    assert done.status == 2 and "none" in done.err


@pytest.fixture
def records(source_dir):
    return source_dir / "tests" / "data" / "records"


def bare(records, folder):
    """The healthy record without telemetry of its own, all of its rounds in the first minute."""
    tree = json.loads((records / "h200.json").read_text())
    for case in tree["cases"]:
        for one in case["rounds"]:
            one["started_at"] = "2026-11-29T02:00:10Z"
            one["telemetry"] = {key: [] if key == "clock_event_reasons" else 0 if key == "sample_count" else None
                                for key in one["telemetry"]}
    file = folder / "record.json"
    file.write_text(json.dumps(tree))
    return file


def test_a_dump_beside_a_record_marks_what_it_saw(run, roofgate, records, source_dir, tmp_path):
    record = bare(records, tmp_path)
    peaks = source_dir / "baselines" / "peaks"
    healthy = run(roofgate, "roofline", record, "--peaks", peaks, "--telemetry",
                  dump(tmp_path, [row(s, d) for s in range(9, 14) for d in range(8)]))
    assert healthy.status == 0, healthy.text
    assert "rounds seen, 0 marked" in healthy.err
    assert "1755" in healthy.out, "the held clock comes from the dump"
    hot = run(roofgate, "roofline", record, "--peaks", peaks, "--telemetry",
              dump(tmp_path, [row(s, d, 900, reasons=0x48) for s in range(9, 14) for d in range(8)]))
    assert hot.status == 3, hot.text
    assert "throttled" in hot.out


def test_gate_takes_a_dump_too(run, roofgate, records, tmp_path):
    (tmp_path / "baselines").mkdir()
    done = run(roofgate, "gate", bare(records, tmp_path), "--baselines", tmp_path / "baselines", "--all", "--telemetry",
               dump(tmp_path, [row(s, d, 900, reasons=0x48) for s in range(9, 14) for d in range(8)]))
    assert done.status == 3, done.text
    assert "rounds seen" in done.err and "hw_thermal_slowdown" in done.out + done.err


def reports_of_gate(run, roofgate, records, folder, telemetry):
    """What every report of the gate says: terminal, Markdown, JUnit as text, JSON as a tree."""
    (folder / "baselines").mkdir(exist_ok=True)
    files = {kind: folder / f"report.{kind}" for kind in ("markdown", "junit", "json")}
    done = run(roofgate, "gate", bare(records, folder), "--baselines", folder / "baselines",
               *(word for kind, file in files.items() for word in (f"--{kind}", file)),
               *(word for file in telemetry for word in ("--telemetry", file)))
    assert done.status == 3, done.text
    return done, files["markdown"].read_text(), files["junit"].read_text(), json.loads(files["json"].read_text())


RUN = range(5, 20)  # seconds that hold every round of `bare`


@pytest.mark.parametrize("rows, rule, sentence", [
    ([row(s, d) for s in RUN for d in range(7)], "telemetry_missing",
     "The telemetry given has no row with figures of device 7 (NVIDIA H200): no mark or reason of that device rests on it."),
    ([row(s, d, 345, 70, 0, 1) for s in RUN for d in range(8)], "telemetry_at_rest",
     "shows devices 0 to 7 at rest all the while the run was under way"),
    ([re.sub(r"1755 MHz|100 %|0x0+", "[N/A]", row(s, d)) for s in RUN for d in range(8)], "telemetry_untold",
     "tells neither clock nor clock reasons of devices 0 to 7 ([N/A], or not asked for)"),
])
def test_what_a_dump_does_not_tell_is_in_every_report(run, roofgate, records, tmp_path, rows, rule, sentence):
    done, markdown, junit, tree = reports_of_gate(run, roofgate, records, tmp_path, [dump(tmp_path, rows)])
    plain = " ".join(done.out.split())
    assert sentence in plain and sentence in done.err, done.text
    assert sentence in re.sub(r"\\(?=[\[\]])", "", markdown) and sentence in junit, markdown + junit
    told = [reason for reason in tree["common"] if reason["rule"] == rule]
    assert len(told) == 1 and sentence in told[0]["sentence"] and told[0]["evidence"], tree["common"]


def test_a_dump_of_the_whole_run_leaves_nothing_to_say(run, roofgate, records, tmp_path):
    done, markdown, junit, tree = reports_of_gate(
        run, roofgate, records, tmp_path, [dump(tmp_path, [row(s, d) for s in range(5, 60) for d in range(8)])])
    assert "telemetry given" not in done.text + markdown + junit, done.text
    assert not any(reason["rule"].startswith("telemetry") for reason in tree["common"])


def test_rounds_before_and_after_the_dump_are_counted(run, roofgate, records, tmp_path):
    record = bare(records, tmp_path)
    tree = json.loads(record.read_text())
    tree["cases"][0]["rounds"][0]["started_at"] = "2026-11-29T02:30:00Z"
    record.write_text(json.dumps(tree))
    (tmp_path / "baselines").mkdir()
    done = run(roofgate, "gate", record, "--baselines", tmp_path / "baselines", "--telemetry",
               dump(tmp_path, [row(s, d) for s in RUN for d in range(8)]))
    rounds = sum(len(case["rounds"]) for case in tree["cases"])
    assert f"No row of the telemetry given falls into 1 of {rounds} rounds" in done.out, done.text


@pytest.mark.parametrize("change, words", [
    (lambda text: text.replace("2026/11/29", "2026/11/27"), "no sample falls into a round"),
    (lambda text: text.replace("H200", "H200 NVL"), "none of the dump's devices is one of the record's"),
    (lambda text: text.replace("timestamp", "time"), "have no moments to join by"),
])
def test_why_a_dump_cannot_be_of_the_run_is_in_every_report(run, roofgate, records, tmp_path, change, words):
    (tmp_path / "baselines").mkdir()
    file = dump(tmp_path, [row(s, d) for s in RUN for d in range(8)])
    file.write_text(change(file.read_text()))
    files = {kind: tmp_path / f"report.{kind}" for kind in ("markdown", "junit", "json")}
    record = bare(records, tmp_path)
    tree = json.loads(record.read_text())
    for device in tree["environment"]["devices"]:
        device["uuid"] = device["pci_bus_id"] = ""
    record.write_text(json.dumps(tree))
    done = run(roofgate, "gate", record, "--baselines", tmp_path / "baselines", "--telemetry", file,
               *(word for kind, file in files.items() for word in (f"--{kind}", file)))
    assert done.status == 2 and words in done.err, done.text
    for kind, file in files.items():
        assert words in file.read_text().replace("&apos;", "'").replace("\\", ""), kind


def test_two_dumps_cover_together(run, roofgate, records, tmp_path):
    halves = [dump(tmp_path, [row(s, d) for s in range(5, 60) for d in part], f"{part[0]}.csv")
              for part in (range(4), range(4, 8))]
    done, *_ = reports_of_gate(run, roofgate, records, tmp_path, halves)
    assert "telemetry given" not in done.text and done.err.count("taken for nvidia-smi") == 2, done.text


def test_a_lost_device_is_no_healthy_night(run, roofgate, records, tmp_path):
    lost = [row(s, d) if d != 5 or s < 8 else
            "Unable to determine the device handle for GPU0000:43:00.0: Unknown Error\n" for s in RUN for d in range(8)]
    done, markdown, junit, tree = reports_of_gate(run, roofgate, records, tmp_path, [dump(tmp_path, lost)])
    words = 'device 5 (NVIDIA H200): lost ("Unknown Error"); its last figures are of 2026-11-29 02:00:07 (telemetry dump)'
    assert words in " ".join(done.out.split()) and words in markdown, done.text
    assert "lost (&quot;Unknown Error&quot;)" in junit or words in junit
    assert any(verdict["verdict"] == "invalid" and words in verdict["reasons"][0]["sentence"]
               for verdict in tree["verdicts"])


def test_roofline_and_explain_say_it_too(run, roofgate, records, tmp_path):
    (tmp_path / "baselines").mkdir()
    record = bare(records, tmp_path)
    file = dump(tmp_path, [row(s, d) for s in range(5, 60) for d in range(7)])
    words = "no row with figures of device 7 (NVIDIA H200)"
    out = tmp_path / "roofline.json"
    roofline = run(roofgate, "roofline", record, "--telemetry", file, "--json", out)
    assert words in " ".join(roofline.out.split()), roofline.text
    assert [caveat["rule"] for caveat in json.loads(out.read_text())["caveats"]] == ["telemetry_missing"]
    world = next(case["id"] for case in json.loads(record.read_text())["cases"] if case["rounds"][0]["world_size"] == 8)
    explain = run(roofgate, "explain", record, world, "--baselines", tmp_path / "baselines", "--telemetry", file)
    assert words in " ".join(explain.out.split()), explain.text


@pytest.mark.parametrize("instead", [
    "Unable to determine the device handle for GPU 0000:43:00.0: GPU is lost.  Reboot the system to recover this GPU\n",
    "2026/11/29 02:00:09.000, 5, NVIDIA H200, [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost], "
    "[GPU is lost]\n",
    "",
])
def test_doctor_names_the_lost_device(run, roofgate, tmp_path, instead):
    rows = [row(s, d) if d != 5 or s < 8 else instead for s in range(16) for d in range(8)]
    done = run(roofgate, "doctor", "--telemetry", dump(tmp_path, rows))
    assert done.status == 3, done.text
    assert "STOP  device 5 (NVIDIA H200): " in done.out and "its last figures are of 2026-11-29 02:00:07" in done.out
    assert "dmesg" in done.out and "reset the device or reboot" in " ".join(done.out.split())
    assert done.out.count("STOP  device") == 1, done.out


def test_doctor_cannot_tell_of_a_device_without_figures(run, roofgate, tmp_path):
    rows = [row(s, 0) + f"2026/11/29 02:00:{s:02d}.000, 1, NVIDIA H200{', [N/A]' * 6}\n" for s in range(3)]
    done = run(roofgate, "doctor", "--telemetry", dump(tmp_path, rows))
    assert done.status == 3 and "cannot tell  device 1 (NVIDIA H200): none of its rows tells figures" in done.out, done.text


def test_dumps_of_two_machines_for_one_are_refused(run, roofgate, records, tmp_path):
    (tmp_path / "baselines").mkdir()
    record = bare(records, tmp_path)
    tree = json.loads(record.read_text())
    for device in tree["environment"]["devices"]:
        device["uuid"] = ""
        device["pci_bus_id"] = ""
    record.write_text(json.dumps(tree))
    files = []
    for machine in "ab":
        files.append(tmp_path / f"{machine}.csv")
        files[-1].write_text("uuid, " + HEADER + "".join(f"GPU-{machine}{d}, " + row(10, d) for d in range(8)))
    done = run(roofgate, "gate", record, "--baselines", tmp_path / "baselines", "--telemetry", files[0], "--telemetry", files[1])
    assert done.status == 2 and "the dumps are of more machines than the run: device 0 (NVIDIA H200) has 2 UUIDs" in done.err, done.text


def test_doctor_reads_a_dump_of_nothing_but_a_lost_device(run, roofgate, tmp_path):
    file = tmp_path / "smi.txt"
    file.write_text("Unable to determine the device handle for GPU 0000:43:00.0: Unknown Error\n")
    done = run(roofgate, "doctor", "--telemetry", file)
    assert done.status == 3 and 'STOP  device 0000:43:00.0: lost ("Unknown Error")' in done.out, done.text


GEMM = "gemm/bf16/tn/m8192n8192k8192/align128/best"


def test_dcgm_counters_become_the_rungs_of_explain(run, roofgate, records, tmp_path):
    (tmp_path / "baselines").mkdir()
    explain = [roofgate, "explain", bare(records, tmp_path), GEMM, "--baselines", tmp_path / "baselines", "--telemetry"]
    lines = ["#Entity   POWER   SMCLK  GRACT  SMACT  SMOCC  TENSO  DRAMA  NVLTX  NVLRX", "ID        W       MHz"]
    lines += [f"GPU {device}  650.1  1755  0.999  0.981  0.125  {0.821 if device == 0 else 0.111}  N/A  1000  2000"
              for device in range(8)] * 5
    stamped = tmp_path / "dcgm.txt"
    stamped.write_text("".join(f"2026-11-29T02:00:{9 + i // 8:02d}Z {line}\n" for i, line in enumerate(lines)))
    done = run(*explain, stamped)
    assert done.status == 0, done.text
    assert "taken for dcgmi dmon" in done.err
    rungs = {line.split("  ")[0].strip(): line for line in done.out.splitlines()}
    for rung, value in {"kernel resident": "99.9 %", "SM active": "98.1 %", "SM occupancy": "12.5 %",
                        "tensor pipe busy": "82.1 %"}.items():
        assert value in rungs[rung] and "DCGM" in rungs[rung], done.out
    assert "not available" in rungs["DRAM busy"] and "DCGM" not in rungs["DRAM busy"], done.out
    assert "3" in rungs["NVLink"] and "DCGM" in rungs["NVLink"], done.out
    plain = tmp_path / "plain.txt"
    plain.write_text("\n".join(lines) + "\n")
    without = run(*explain, plain)
    assert without.status == 2 and "| TZ=UTC ts" in without.err, without.text


def test_local_time_is_said_and_can_be_told(run, roofgate, records, source_dir, tmp_path):
    record = bare(records, tmp_path)
    file = dump(tmp_path, [row(10, 0, day="2026/11/28")])
    wrong = run(roofgate, "roofline", record, "--telemetry", file)
    assert wrong.status == 2, wrong.text
    assert "no sample falls into a round" in wrong.err and "--telemetry-utc-offset" in wrong.err
    alone = run(roofgate, "roofline", record, "--telemetry-utc-offset", "+02:00")
    assert alone.status == 2 and "there is no dump that it could be of" in alone.err, alone.text
    odd = run(roofgate, "roofline", record, "--telemetry", file, "--telemetry-utc-offset", "two")
    assert odd.status == 2 and "'two' is no offset from UTC" in odd.err


@pytest.mark.parametrize("day, clock_time, offset, opposite", [
    ("2026/11/29", "04:00", "+02:00", "-02:00"),
    ("2026/11/28", "20:30", "-05:30", "+05:30"),
])
def test_a_dump_in_local_time_is_joined_by_its_offset(run, roofgate, records, tmp_path, day, clock_time, offset, opposite):
    record = bare(records, tmp_path)
    file = dump(tmp_path, [row(s, d, 900, reasons=0x48, day=day, clock_time=clock_time)
                           for s in range(9, 14) for d in range(8)])
    told = run(roofgate, "roofline", record, "--telemetry", file, "--telemetry-utc-offset", offset)
    assert told.status == 3, told.text
    seen, rounds, marked = map(int, re.search(r"(\d+) of (\d+) rounds seen, (\d+) marked", told.err).groups())
    assert seen == rounds == marked > 0 and "throttled" in told.out, told.text
    wrong = run(roofgate, "roofline", record, "--telemetry", file, "--telemetry-utc-offset", opposite)
    assert wrong.status == 2 and "no sample falls into a round" in wrong.err, wrong.text


@pytest.mark.parametrize("offset", ["two", "+2:00", "02:00", "+0200", "+02", "+02:00x", "+15:00", "+02:60", "Z"])
def test_what_is_no_offset_is_status_2(run, roofgate, records, tmp_path, offset):
    done = run(roofgate, "roofline", bare(records, tmp_path), "--telemetry", dump(tmp_path, [row(10, 0)]),
               f"--telemetry-utc-offset={offset}")
    assert done.status == 2 and f"'{offset}' is no offset from UTC" in done.err, done.text


def test_a_dump_of_other_devices_is_refused(run, roofgate, records, tmp_path):
    record = bare(records, tmp_path)
    file = tmp_path / "other.csv"
    file.write_text(HEADER + row(10, 0).replace("NVIDIA H200", "NVIDIA A100-SXM4-80GB"))
    other = run(roofgate, "roofline", record, "--telemetry", file)
    assert other.status == 2 and "none of the dump's devices is one of the record's" in other.err, other.text
    tree = json.loads(record.read_text())
    tree["environment"]["backend"] = "host"
    record.write_text(json.dumps(tree))
    host = run(roofgate, "roofline", record, "--telemetry", dump(tmp_path, [row(10, 0)]))
    assert host.status == 2 and "the record is of the host" in host.err, host.text
