"""scripts/spread_shape.py: how the spreads of a suite's cases are distributed."""

import json
import math
import random
import re
import subprocess

import pytest

from conftest import SOURCE_DIR

SCRIPT = SOURCE_DIR / "scripts" / "spread_shape.py"


@pytest.fixture
def shape(tmp_path):
    if subprocess.run(["/usr/bin/python3", "-c", "import scipy"], capture_output=True, check=False).returncode != 0:
        pytest.skip("needs scipy for /usr/bin/python3 (Debian package python3-scipy)")

    def call(text):
        file = tmp_path / "data.js"
        file.write_text(text, encoding="utf-8")
        return subprocess.run(["/usr/bin/python3", SCRIPT, file], capture_output=True, text=True, check=False, timeout=120)

    return call


def history(spreads, values=200):
    noise = random.Random(1)
    runs = [{"benches": [{"name": f"case{i}", "unit": "ns", "value": 100 * math.exp(noise.gauss(0, spread))}
                         for i, spread in enumerate(spreads)]} for _ in range(values)]
    return "window.BENCHMARK_DATA = " + json.dumps({"entries": {"Benchmark": runs}})


def skewness(done):
    assert done.returncode == 0, done.stderr
    return float(re.search(r"skewness ([+-][\d.]+)", done.stdout)[1])


def test_log_normal_spreads_have_no_skewness_and_the_conjugate_ones_have(shape):
    draw = random.Random(2)
    normal = [0.003 * math.exp(0.6 * draw.gauss(0, 1)) for _ in range(400)]
    conjugate = [0.003 / math.sqrt(draw.gammavariate(0.75, 1)) for _ in range(400)]
    assert abs(skewness(shape(history(normal)))) < 0.4
    assert skewness(shape(history(conjugate))) > 0.8


def test_the_nights_of_a_baseline(shape):
    done = shape((SOURCE_DIR / "tests" / "data" / "nights_epyc_2026-11-29.json").read_text(encoding="utf-8"))
    assert done.stdout.startswith("19 series, median spread 2.6"), done.stderr
    assert abs(skewness(done)) < 0.4


def test_too_few_series(shape):
    done = shape(history([0.01, 0.02]))
    assert done.returncode == 2
    assert "fewer than 3 series of 30 values" in done.stderr
