#!/usr/bin/env python3
"""The products of a night once more by PyTorch, in the same minutes on the same device: is any of ours slower?

usage: torch_gemm.py RECORD [--seconds N]

Takes the bf16 products of RECORD that PyTorch can ask for (packed matrices, aligned pointers, no epilogue, cold caches), the
fastest of roofgate's choices for each shape, and times torch.matmul on random normal data: CUDA graphs of several calls, buffers
that rotate through more than twice the L2 cache, the median of 20. One line per shape; status 1 if one of ours takes more than
3 % longer, 3 if nothing could be compared (no PyTorch, no device, no product).
"""

import argparse
import json
import statistics
import sys
import time

from record_figures import is_measured, l2_bytes_of, median_s

TOLERANCE = 0.03  # two medians of minutes that follow each other, on one device
SAMPLES = 20
SHORTEST_GRAPH_S = 0.5e-3
MOST_CALLS = 64
MOST_BUFFERS = 64


def shape_of(case):
    """(layout, m, n, k), or None where PyTorch has no such call."""
    parameters = case["parameters"]
    transposed_a, transposed_b = (letter == "t" for letter in parameters["layout"])
    m, n, k = (parameters[name] for name in "mnk")
    packed = parameters["lda"] == (k if transposed_a else m) and parameters["ldb"] == (n if transposed_b else k)
    plain = parameters["dtype"] == "bf16" and parameters["epilogue"] == "none" and parameters["cache"] == "cold"
    if not packed or not plain or parameters["ldd"] != m or parameters["pointer_offset_bytes"] != 0:
        return None
    return parameters["layout"], m, n, k


def ours(record):
    """Shape -> (seconds, case id) of the fastest choice: the median over rounds of each round's median."""
    fastest = {}
    for case in record["cases"]:
        shape = shape_of(case) if case["kind"] == "gemm" else None
        if shape is None or not is_measured(case):
            continue
        seconds = median_s(case)
        if shape not in fastest or seconds < fastest[shape][0]:
            fastest[shape] = seconds, case["id"]
    return fastest


class Product:
    """D = op(A) op(B) of column-major matrices, which PyTorch sees transposed and row-major: D' = op(B)' op(A)'."""

    def __init__(self, torch, shape, l2_bytes):
        layout, m, n, k = shape
        sets = min(MOST_BUFFERS, 1 + 2 * l2_bytes // (2 * (m * k + k * n + m * n)))
        self.torch = torch

        def make(*extents):
            return torch.randn(*extents, device="cuda", dtype=torch.bfloat16)

        self.left = [make(k, n).t() if layout[1] == "t" else make(n, k) for _ in range(sets)]
        self.right = [make(m, k).t() if layout[0] == "t" else make(k, m) for _ in range(sets)]
        self.result = [torch.empty(n, m, device="cuda", dtype=torch.bfloat16) for _ in range(sets)]

    def call(self, i):
        at = i % len(self.left)
        self.torch.matmul(self.left[at], self.right[at], out=self.result[at])

    def elapsed(self, launch):
        start, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        launch()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) / 1e3

    def median_s(self):
        for i in range(3):  # the library's own warm-up may not stand in a graph
            self.call(i)
        self.torch.cuda.synchronize()
        calls = max(1, min(MOST_CALLS, round(SHORTEST_GRAPH_S / max(self.elapsed(lambda: self.call(0)), 1e-6))))
        graph = self.torch.cuda.CUDAGraph()
        with self.torch.cuda.graph(graph):
            for i in range(calls):
                self.call(i)
        graph.replay()
        return statistics.median(self.elapsed(graph.replay) / calls for _ in range(SAMPLES))


def compare(torch, record, seconds, clock=time.monotonic):
    """(lines of text, status)."""
    products = ours(record)
    if not products:
        return ["no product in the record that PyTorch could be asked for"], 3
    l2_bytes = l2_bytes_of(record)
    end = clock() + seconds
    lines, slower, compared = [], 0, 0
    for shape, (own_s, case_id) in products.items():
        if clock() > end:
            break
        torch_s = Product(torch, shape, l2_bytes).median_s()
        is_slower = own_s > torch_s * (1 + TOLERANCE)
        slower += is_slower
        compared += 1
        lines.append(f"{case_id}: {own_s * 1e6:.1f} us, PyTorch {torch_s * 1e6:.1f} us, ours is {torch_s / own_s:.3f} times as fast"
                     f"{'  SLOWER' if is_slower else ''}")
    verdict = f"{slower} slower than PyTorch {torch.__version__} by more than {TOLERANCE:.0%}" if slower else \
        f"none slower than PyTorch {torch.__version__}"
    return lines + [f"{compared} of {len(products)} shapes compared, {verdict}"], 1 if slower else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record")
    parser.add_argument("--seconds", type=float, default=60.0, help="shapes that are not begun by then are left out")
    options = parser.parse_args()
    try:
        import torch
    except ImportError as error:
        print(f"torch_gemm.py: {error}", file=sys.stderr)
        return 3
    if not torch.cuda.is_available():
        print("torch_gemm.py: this PyTorch sees no device", file=sys.stderr)
        return 3
    with open(options.record, encoding="utf-8") as file:
        lines, status = compare(torch, json.load(file), options.seconds)
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main())
