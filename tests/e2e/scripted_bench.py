#!/usr/bin/env python3
"""A measuring program that invents its times, for tests of what `roofgate nightly` does with nights.

It answers and records as roofgate-bench does. Its machine is the real one (ROOFGATE_REAL_BENCH is asked), its cases are
three, steady to 0.2 %. ROOFGATE_PLANT: `<case id>=<factor>` makes one slower, `<case id>=contended` marks it, and so do
both for `all`. ROOFGATE_DEAF: losses that --plant-loss asks for do not show. ROOFGATE_PACE: seconds that a case takes.
"""

import argparse
import datetime
import json
import os
import pathlib
import random
import secrets
import subprocess
import sys
import time

CASES = {"ceiling/fma_fp32": "ceiling", "gemm/bf16/tn/m256n256k256/align128": "gemm", "memory/copy/bytes268435456": "memory"}
NOTHING_SEEN = {
    **dict.fromkeys(
        ["window_s", "clock_hz_min", "clock_hz_median", "clock_hz_max", "memory_clock_hz_median", "power_w_median",
         "power_w_max", "power_limit_w", "temperature_celsius_max", "steal_ratio", "pressure_ratio",
         "involuntary_switches", "foreign_load_ratio", "run_delay_ratio", "quota_throttled_ratio", "thermal_events",
         "ecc_errors", "foreign_processes"]),
    "clock_event_reasons": [], "sample_count": 0,
}


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def ask_real(*arguments):
    return subprocess.run([os.environ["ROOFGATE_REAL_BENCH"], *arguments], capture_output=True, text=True, check=True).stdout


def new_record(options):
    version, revision, build_type = ask_real("--version").removeprefix("roofgate-bench ").rstrip(")\n").replace(
        " (git ", ",").replace(", ", ",").split(",")
    return {
        "schema": "roofgate.record/1", "id": f"scripted-{secrets.token_hex(8)}", "started_at": now(), "finished_at": None,
        "tool": {"version": version, "git_revision": revision, "build_type": build_type},
        "environment": json.loads(ask_real("--describe", "--backend", "host")), "suite": options.suite,
        "rounds_planned": options.rounds, "notes": {"planted_loss": f"{options.plant_loss:g}"} if options.plant_loss else {},
        "cases": [],
    }


def new_case(case_id):
    return {
        "id": case_id, "kind": CASES[case_id], "parameters": {}, "definition": "scripted1",
        "work": {"flops": 2e6, "bytes_read": 1e6, "bytes_written": 1e6, "link_bytes": 0, "working_set_bytes": 2e6,
                 "subject": "bytes" if CASES[case_id] == "memory" else "flops"},
        "better": "lower", "rounds": [],
    }


def new_round(options, case_id, position, plant):
    typical = 1e-3 * random.gauss(1, 0.002) * (1.0 if plant == "contended" else float(plant))
    if "ROOFGATE_DEAF" not in os.environ:
        typical /= 1 - options.plant_loss
    marks = [{"kind": "contended", "evidence": "other processes used 60 % of our CPUs' time"}] if plant == "contended" else []
    return {
        "index": options.round, "position": position, "started_at": now(), "world_size": 1, "iterations_per_sample": 1,
        "stop": "converged", "interval_half_width_ratio": 0.001, "warmup_s": 0.1, "check_worst_error": 0,
        "algorithm": {}, "telemetry": NOTHING_SEEN, "marks": marks, "rank_time_s": [],
        "time_s": [typical * random.gauss(1, 0.002) for _ in range(15)],
    }


def main():
    parser = argparse.ArgumentParser(add_help=False)
    for flag in ("--describe", "--list-json", "--allow-debug-build"):
        parser.add_argument(flag, action="store_true")
    for name in ("--suite", "--backend", "--record", "--cases", "--only", "--seed", "--ranks"):
        parser.add_argument(name)
    parser.add_argument("--plant-loss", type=float, default=0)
    for name in ("--round", "--rounds"):
        parser.add_argument(name, type=int)
    options = parser.parse_args()
    if options.describe:
        print(ask_real("--describe", "--backend", "host"), end="")
        return
    if options.list_json:
        print(json.dumps([{"id": case_id, "kind": kind, "definition": "scripted1", "collective": False}
                          for case_id, kind in CASES.items()]))
        return
    plants = dict(entry.split("=") for entry in os.environ.get("ROOFGATE_PLANT", "").split(",") if entry)
    file = pathlib.Path(options.record)
    record = json.loads(file.read_text()) if file.exists() else new_record(options)
    record["rounds_planned"] = max(record["rounds_planned"], options.rounds)
    for position, case_id in enumerate(pathlib.Path(options.cases).read_text().split()):
        case = next((each for each in record["cases"] if each["id"] == case_id), None)
        if case is None:
            case = new_case(case_id)
            record["cases"].append(case)
        time.sleep(float(os.environ.get("ROOFGATE_PACE", 0)))
        case["rounds"].append(new_round(options, case_id, position, plants.get(case_id, plants.get("all", "1"))))
        temporary = file.with_suffix(".new")
        temporary.write_text(json.dumps(record))
        temporary.replace(file)
        print(case_id, "1.00 ms", flush=True)


if __name__ == "__main__":
    sys.exit(main())
