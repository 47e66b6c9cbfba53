#!/usr/bin/env python3
"""Bytes that a profiler saw cross the memory bus, against the count that roofgate's rates are made of.

usage: dram_bytes.py cases RECORD          ids of the elementwise cases, largest tensors only
       dram_bytes.py compare RECORD CSV    each case's ncu bytes over its counted bytes; status 1 if one is off by 10 %

CSV: lines of `ncu --csv --metrics dram__bytes_read.sum,dram__bytes_write.sum --print-units base`, each after its case's id.
"""

import csv
import json
import sys

from record_figures import bytes_of, l2_bytes_of, leaves_the_cache

TOLERANCE = 0.10  # lines of the cache that were written before and leave it now; see docs/cuda.md
METRICS = ("dram__bytes_read.sum", "dram__bytes_write.sum")


def counted(record):
    """Case id -> counted bytes of one iteration, for chains whose data leaves every cache."""
    cases = [case for case in record["cases"] if case["kind"] == "elementwise"]
    l2 = l2_bytes_of(record)
    return {case["id"]: bytes_of(case["work"]) for case in cases if leaves_the_cache(case, l2)}


def seen(lines):
    """Case id -> bytes over all kernels of its range. ncu's own lines (==PROF== …) and other metrics are passed over."""
    total = {}
    for row in csv.reader(lines):
        metric = next((cell for cell in row if cell in METRICS), None)
        if metric is None:
            continue
        total[row[0]] = total.get(row[0], 0.0) + float(row[-1].replace(",", ""))
    return total


def compare(record, lines):
    """(text lines, whether every case agrees); nothing to compare is no agreement."""
    expected, found = counted(record), seen(lines)
    rows, agrees = [], bool(found)
    for case, size in expected.items():
        if case not in found:
            rows.append(f"{case}: not profiled")
            agrees = False
            continue
        ratio = found[case] / size
        is_near = abs(ratio - 1.0) <= TOLERANCE
        agrees = agrees and is_near
        rows.append(f"{case}: {found[case]:.0f} of {size:.0f} bytes counted, {ratio:.3f}{'' if is_near else '  OFF'}")
    compared = sum(case in found for case in expected)
    agrees = agrees and compared > 0
    return rows + [f"{compared} of {len(expected)} cases compared with ncu, {'all' if agrees else 'not all'} within {TOLERANCE:.0%}"], agrees


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "cases":
        print("\n".join(counted(json.load(open(arguments[1], encoding="utf-8")))))
        return 0
    if len(arguments) == 3 and arguments[0] == "compare":
        with open(arguments[1], encoding="utf-8") as record, open(arguments[2], encoding="utf-8") as lines:
            rows, agrees = compare(json.load(record), lines)
        print("\n".join(rows))
        return 0 if agrees else 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
