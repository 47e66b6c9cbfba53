#!/usr/bin/env python3
"""Not a test: how long `roofgate import` takes for a million nvbench samples. Prints what docs/import_benchmarks.md quotes.

usage: tests/e2e/measure_import_speed.py PATH/TO/roofgate
"""

import array
import json
import pathlib
import subprocess
import sys
import tempfile
import time

STATES, SAMPLES = 100, 10_000


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        samples = folder / "run.json-bin"
        samples.mkdir()
        states = []
        for index in range(STATES):
            (samples / f"{index}.bin").write_bytes(
                array.array("f", [1e-3 * (1 + (i * 7919 + index) % 1000 / 1e5) for i in range(SAMPLES)]).tobytes())
            states.append({
                "device": 0, "is_skipped": False,
                "axis_values": [{"name": "Size", "value": str(index)}],
                "summaries": [
                    {"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "value": "0.001"}]},
                    {"tag": "nv/cold/sample_size", "data": [{"name": "value", "value": str(SAMPLES)}]},
                    {"tag": "nv/json/bin:nv/cold/sample_times",
                     "data": [{"name": "filename", "value": f"run.json-bin/{index}.bin"},
                              {"name": "size", "value": str(SAMPLES)}]}]})
        file = folder / "run.json"
        file.write_text(json.dumps({
            "devices": [{"id": 0, "name": "NVIDIA H200", "sm_version": 900, "ptx_version": 900}],
            "benchmarks": [{"name": "copy", "index": 0, "states": states}]}))
        started = time.monotonic()
        subprocess.run([sys.argv[1], "import", file], check=True, stdout=subprocess.DEVNULL)
        print(f"{STATES * SAMPLES} nvbench samples: {time.monotonic() - started:.2f} s")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
