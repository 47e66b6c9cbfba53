#!/usr/bin/env python3
"""What an H200 is expected to reach, against a record of one.

usage: gpu_goals.py RECORD

Each goal with the best figure of the record and whether it is met; status 1 if one is missed, 3 if the record is of
another device or holds none of the cases.
"""

import json
import sys

from record_figures import bytes_of, is_measured, l2_bytes_of, leaves_the_cache, median_s

COPY_BYTES_PER_S = 4.3e12  # reads and writes
CHAIN_OF_COPY = 0.90
GEMM_FLOPS_PER_S = 790e12  # 8192 x 8192 x 8192, random normal data


def best(record, amount, is_wanted):
    """The highest rate of `amount(work)` per second, None where no case is wanted."""
    rates = [amount(case["work"]) / median_s(case) for case in record["cases"]
             if is_wanted(case) and is_measured(case)]
    return max(rates, default=None)


def goals(record):
    """(name, figure or None, goal, unit)"""
    l2 = l2_bytes_of(record)

    def moves(prefix):
        return best(record, bytes_of, lambda case: case["id"].startswith(prefix) and leaves_the_cache(case, l2))

    copy = moves("memory/copy/")
    chain = moves("elementwise/bias_gelu_scale_residual/fused/")
    gemm = best(record, lambda work: work["flops"],
                lambda case: "/m8192n8192k8192/align128" in case["id"] and case["parameters"]["choice"] == "best")
    yield "copy, both directions", copy and copy / 1e12, COPY_BYTES_PER_S / 1e12, "TB/s"
    yield "fused chain of the copy", chain and copy and chain / copy, CHAIN_OF_COPY, ""
    yield "best product at 8192", gemm and gemm / 1e12, GEMM_FLOPS_PER_S / 1e12, "TFLOP/s"


def judge(record):
    """(lines of text, status)."""
    names = {device["name"] for device in record["environment"]["devices"]}
    if not names or any("H200" not in name or "GH200" in name for name in names):
        return [f"the goals are an H200's, the record's devices are {', '.join(sorted(names)) or 'none'}"], 3
    lines, missed, told = [], 0, 0
    for name, figure, goal, unit in goals(record):
        if figure is None:
            lines.append(f"{name}: not measured")
            continue
        told += 1
        missed += figure < goal
        lines.append(f"{name}: {figure:.3g} {unit}".rstrip() + f", goal {goal:g}" + ("  MISSED" if figure < goal else ""))
    return lines + [f"{told - missed} of 3 goals met"], 3 if told == 0 else 1 if missed or told < 3 else 0


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        lines, status = judge(json.load(file))
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
