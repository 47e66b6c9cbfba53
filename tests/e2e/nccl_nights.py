"""Nights of one invented job of nccl-tests, as its log files."""

import pathlib
import re

SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "data" / "readers"
EIGHT_RANKS = "nccl_allreduce_2x4.log"


def night(text, factor, day):
    """The sample of eight ranks with every time longer by `factor`, and bandwidths to match."""
    def slower(match):
        size = int(match[1])
        halves = [float(match[3]) * factor, float(match[5]) * factor]
        cells = []
        for time in halves:
            algbw = size / time / 1e3
            cells.append(f"{time:8.2f}  {algbw:6.2f}  {algbw * 1.75:6.2f}      0")
        return f"{match[1]}{match[2]}{cells[0]}  {cells[1]}"

    row = re.compile(r"(\d+)(\s+\d+\s+float\s+sum\s+-1\s+)([\d.]+)(\s+[\d.]+\s+[\d.]+\s+0\s+)([\d.]+)\s+[\d.]+\s+[\d.]+\s+0")
    return f"nccl-2026-10-{day:02d}.log", row.sub(slower, text)


def write_nights(folder, factors):
    """A file per factor, from the first of October 2026 on."""
    text = (SAMPLES / EIGHT_RANKS).read_text(encoding="utf-8")
    folder.mkdir()
    for day, factor in enumerate(factors, start=1):
        name, content = night(text, factor, day)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def log_of_world(ranks, time_us, size=33554432):
    """A log of one node with so many ranks and one size."""
    factor = 2 * (ranks - 1) / ranks
    algbw = size / time_us / 1e3
    half = f"{time_us:.1f}  {algbw:.2f}  {algbw * factor:.2f}      0"
    devices = "".join(f"#  Rank {rank:2d} Group  0 Pid {400 + rank} on lynx-1 device {rank:2d} [0000:{16 + rank:02x}:00] "
                      "NVIDIA H100 80GB HBM3\n" for rank in range(ranks))
    return ("# Collective test starting: all_reduce_perf\n# Using devices\n" + devices +
            "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong\n"
            f"  {size}  {size // 4}  float  sum  -1  {half}  {half}\n")
