#!/usr/bin/env python3
"""How fast and in how much memory `roofgate import` reads: a table of nccl-tests with a million rows, a log that is
nearly all noise, and a million samples of nvbench in its sample files.

usage: scripts/import_speed.py [--roofgate PROGRAM] [--rows N] [--noise-mb N] [--samples N]
"""

import argparse
import array
import json
import os
import pathlib
import subprocess
import tempfile
import time

HEAD = """# Collective test starting: all_reduce_perf
# Using devices
#  Rank  0 Group  0 Pid      1 on      node1 device  0 [0000:01:00] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid      2 on      node1 device  1 [0000:02:00] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
"""


def row(size, cycle):
    time_us = 20.0 + size / 1.5e5 * (1.0 + cycle % 97 / 1e4)
    half = f"{time_us:8.2f}  {size / time_us / 1e3:6.2f}  {size / time_us / 1e3:6.2f}      0"
    return f"{size:12d}  {size // 4:12d}     float     sum      -1  {half}  {half}\n"


def write_rows(file, rows):
    with open(file, "w", encoding="utf-8") as out:
        out.write(HEAD)
        sizes = [2**power for power in range(8, 33)]
        for cycle in range(-(-rows // len(sizes))):
            out.write(f"# Testing {cycle + 1} cycle.\n")
            out.writelines(row(size, cycle) for size in sizes[: rows - cycle * len(sizes)])


def write_noise(file, megabytes):
    block = "".join(f"node1:{i}:{i} [{i % 8}] NCCL INFO Channel {i % 32:02d}/0 : {i % 8}[{i % 8}] -> 0[0] via P2P/CUMEM\n"
                    for i in range(10_000))
    with open(file, "w", encoding="utf-8") as out:
        out.write(HEAD)
        for _ in range(megabytes * 2**20 // len(block) + 1):
            out.write(block + row(2**20, 0))


def write_samples(file, samples):
    """Sets of 10,000 samples, each in a file of its own beside `file`."""
    each = 10_000
    folder = file.with_name(file.name + "-bin")
    folder.mkdir()
    states = []
    for index in range(-(-samples // each)):
        count = min(each, samples - index * each)
        (folder / f"{index}.bin").write_bytes(
            array.array("f", [1e-3 * (1 + (i * 7919 + index) % 1000 / 1e5) for i in range(count)]).tobytes())
        states.append({
            "device": 0, "is_skipped": False,
            "axis_values": [{"name": "Size", "value": str(index)}],
            "summaries": [
                {"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "value": "0.001"}]},
                {"tag": "nv/cold/sample_size", "data": [{"name": "value", "value": str(count)}]},
                {"tag": "nv/json/bin:nv/cold/sample_times",
                 "data": [{"name": "filename", "value": f"{folder.name}/{index}.bin"},
                          {"name": "size", "value": str(count)}]}]})
    file.write_text(json.dumps({
        "devices": [{"id": 0, "name": "NVIDIA H200", "sm_version": 900, "ptx_version": 900}],
        "benchmarks": [{"name": "copy", "index": 0, "states": states}]}), encoding="utf-8")


def measure(program, file, what):
    begin = time.monotonic()
    process = subprocess.Popen([program, "import", str(file)], stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - begin
    print(f"{what}: {wall:.2f} s, {usage.ru_utime + usage.ru_stime:.2f} s of CPU, peak {usage.ru_maxrss / 1024:.0f} MiB, "
          f"exit status {os.waitstatus_to_exitcode(status)}")
    print("  " + out.splitlines()[1].strip() if out.count("\n") > 1 else out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--roofgate", default="build/release/bench/roofgate/roofgate")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--noise-mb", type=int, default=1024)
    parser.add_argument("--samples", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "rows-2026-10-01.log"
        write_rows(table, options.rows)
        measure(options.roofgate, table, f"{options.rows} rows, {table.stat().st_size / 2**20:.0f} MiB")
        table.unlink()
        noise = pathlib.Path(folder) / "noise-2026-10-01.log"
        write_noise(noise, options.noise_mb)
        measure(options.roofgate, noise, f"{noise.stat().st_size / 2**20:.0f} MiB of NCCL INFO lines around a table")
        noise.unlink()
        samples = pathlib.Path(folder) / "samples-2026-10-01.json"
        write_samples(samples, options.samples)
        measure(options.roofgate, samples, f"{options.samples} samples of nvbench in its sample files")


if __name__ == "__main__":
    main()
