"""Quantities that must not mix do not compile; those that may, do, so that a failure is the mix and nothing else."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = """#include "kernels/base/quantity.hpp"
using namespace roofgate;
int main() {{
  const Seconds time{{2.0}}; const Bytes size{{8.0}}; const Flops flops{{4.0}}; const Celsius hot{{80.0}};
  const BytesPerSecond rate = size / time;
  (void)time; (void)size; (void)flops; (void)hot; (void)rate;
  {line}
  return 0;
}}
"""
MEANINGFUL = [
    "const FlopsPerSecond speed = flops / time; (void)speed;",
    "const FlopsPerByte intensity = flops / size; (void)intensity;",
    "const Seconds back = size / rate; (void)back;",
    "const Ratio same = time / time; (void)same;",
    "const Joules energy = Watts{3.0} * time; (void)energy;",
    "const FlopsPerSecond roof = FlopsPerByte{2.0} * rate; (void)roof;",
    "const Seconds twice = 2.0 * time; (void)(twice < time); (void)(hot < Celsius{90.0});",
]
MEANINGLESS = [
    "(void)(time + size);",
    "(void)(flops - size);",
    "(void)(rate < time);",
    "const Seconds wrong = rate; (void)wrong;",
    "const BytesPerSecond wrong = flops / time; (void)wrong;",
    "const Seconds wrong = 3.0; (void)wrong;",
    "const double wrong = time; (void)wrong;",
    "const Hertz wrong = time; (void)wrong;",
    "(void)(hot + hot);",
    "(void)(hot * 2.0);",
    "(void)(hot < time);",
    "(void)(time + 1.0);",
]


def compiles(line):
    command = [os.environ.get("ROOFGATE_CXX", "c++"), "-std=c++20", "-I", str(ROOT), "-fsyntax-only", "-x", "c++", "-"]
    return subprocess.run(command, input=PROGRAM.format(line=line), text=True, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("line", MEANINGFUL)
def test_meaningful_algebra_compiles(line):
    assert compiles(line)


@pytest.mark.parametrize("line", MEANINGLESS)
def test_meaningless_algebra_does_not(line):
    assert not compiles(line)
