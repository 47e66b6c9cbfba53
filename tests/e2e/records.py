"""Records and baselines for the command-line tests: healthy nights of one invented machine, slowed where a test asks."""

import copy
import datetime
import json
import random
import re
import subprocess

GEMM = "gemm/bf16/tn/m4096n4096k4096/align128/first"
ALLREDUCE = "allreduce/bf16/out_of_place/bytes1048576/ranks2"
MACHINE = "sample-gpu-a-x2-700w-ecc"
ROUNDS = 5
SAMPLES = 12


def sample_record(build_dir):
    """The record that tests/bench/record/sample_record.cpp makes: it uses every key."""
    tool = build_dir / "tests/bench/record/record_tool"
    return json.loads(subprocess.run([tool, "sample"], capture_output=True, check=True).stdout)


def date_of(day):
    """Days 1 to 29 are the last ones before today: the gate judges by the age of a baseline."""
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=30 - day)).date().isoformat()


def make_night(build_dir, day, slower=None, rounds=ROUNDS):
    """A finished, unmarked night; `slower` maps a case id to the factor by which its times grow."""
    record = sample_record(build_dir)
    noise = random.Random(day)
    record["id"] = f"{date_of(day)}-e2e"
    record["started_at"] = f"{date_of(day)}T02:00:00Z"
    record["finished_at"] = f"{date_of(day)}T02:09:00Z"
    record["rounds_planned"] = rounds
    for case in record["cases"]:
        model = case["rounds"][0]
        typical = 3e-4 * (slower or {}).get(case["id"], 1.0) * noise.gauss(1.0, 0.001)
        case["rounds"] = []
        for index in range(rounds):
            measured = copy.deepcopy(model)
            level = typical * noise.gauss(1.0, 0.001)
            measured["index"] = index
            measured["started_at"] = record["started_at"]
            measured["marks"] = []
            measured["time_s"] = [level * noise.gauss(1.0, 0.001) for _ in range(SAMPLES)]
            measured["rank_time_s"] = [measured["time_s"]] * len(model["rank_time_s"])
            case["rounds"].append(measured)
    return record


def write(folder, record, name="record.json"):
    file = folder / name
    file.write_text(json.dumps(record), encoding="utf-8")
    return file


def tree_of(folder):
    """Every file and folder below, hidden ones too, with what the files hold: to see that nothing changed."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def is_sanitized(build_dir):
    cache = (build_dir / "CMakeCache.txt").read_text(encoding="utf-8")
    return re.search(r"^ROOFGATE_SANITIZE:\w+=.+$", cache, re.MULTILINE) is not None
