#!/usr/bin/env python3
"""Writes tests/data/history/levels.txt: series of our own and the changes that ruptures finds in them.

    pip install ruptures && python3 tests/bench/stats/change_points_reference.py

Columns: name; penalty; last index of each level but the last, as ruptures 1.1 gives it (PELT, cost "l1", min_size 3,
jump 1); values. The values are what the test reads, so that no two generators have to agree."""

import math
import pathlib
import random

import numpy
import ruptures

TARGET = pathlib.Path(__file__).resolve().parents[2] / "data/history/levels.txt"


def series():
    draw = random.Random(20261129)

    def level(mean, count, spread=1.0):
        return [draw.gauss(mean, spread) for _ in range(count)]

    yield "flat", level(0, 40)
    yield "one step", level(0, 20) + level(5, 20)
    yield "step and back", level(0, 15) + level(6, 12) + level(0, 15)
    yield "three steps", level(0, 12) + level(4, 10) + level(9, 14) + level(3, 11)
    yield "late step", level(0, 30) + level(6, 4)
    yield "outliers", [x + (12 if i % 11 == 5 else 0) for i, x in enumerate(level(0, 44))]
    yield "step among outliers", [x + (10 if i % 9 == 4 else 0) for i, x in enumerate(level(0, 20) + level(5, 20))]
    yield "ramp", [x + 0.4 * i for i, x in enumerate(level(0, 30))]
    yield "heavy tails", [draw.gauss(0, 1) / max(0.15, abs(draw.gauss(0, 1))) for _ in range(40)] + level(8, 20)
    yield "short", level(0, 3) + level(9, 3)


def main():
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, values in series():
        values = [round(value, 3) for value in values]
        penalty = round(2 * math.log(len(values)), 6)
        model = ruptures.Pelt(model="l1", min_size=3, jump=1).fit(numpy.array(values))
        found = model.predict(pen=penalty)[:-1]
        lines.append("; ".join([name, str(penalty), " ".join(map(str, found)), " ".join(map(str, values))]))
    TARGET.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
