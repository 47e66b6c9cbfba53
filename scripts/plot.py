#!/usr/bin/env python3
"""Draws what records say: roofline, scaling curve, bandwidth by size, rank skew, history with change points.

Nothing is judged here: figures come from `roofgate roofline`, `scaling` and `history` as JSON, raw rank times from the
records. Needs matplotlib (Debian and Ubuntu: python3-matplotlib).
"""

import argparse
import json
import os
import pathlib
import sys

SYSTEM_PYTHON = "/usr/bin/python3"  # the one that python3-matplotlib is for, whatever stands first on PATH
NO_MATPLOTLIB = 3  # the same status as "cannot judge": nothing was drawn, nothing is wrong


def parse():
    parser = argparse.ArgumentParser(
        description="Draws records as SVG and PNG: roofline, scaling, bandwidth by size, rank skew, history.",
        epilog="Exit status: 0 drawn, 2 usage or unreadable input, 3 nothing to draw or no matplotlib.")
    parser.add_argument("records", nargs="+", type=pathlib.Path, metavar="RECORD",
                        help="run records: one night with several world sizes, or one per world size")
    parser.add_argument("--output", type=pathlib.Path, default=None, metavar="DIR",
                        help="folder of the pictures; default: 'plots' beside the first record")
    parser.add_argument("--roofgate", type=pathlib.Path, default=None, metavar="FILE",
                        help="the judging program; default: beside this script's build, then PATH")
    parser.add_argument("--peaks", type=pathlib.Path, default=None, metavar="DIR",
                        help="folder of the peaks data base; default: the one that doctor names")
    parser.add_argument("--history", action="append", default=[], metavar="CASE",
                        help="draws this case through the nights of all records and of their baseline instead of the other "
                             "pictures; may be given again")
    parser.add_argument("--baselines", type=pathlib.Path, default=None, metavar="DIR",
                        help="folder of the baselines of --history; default: the one that doctor names")
    parser.add_argument("--format", action="append", choices=["svg", "png"], default=[],
                        help="kind of file; default: both")
    return parser.parse_args()


def draw_night(canvas, program, paths, records):
    """Every picture of one night, or of several records with a world size each."""
    from plotting import bandwidth, roofline, scaling, skew

    for path, record in zip(paths, records):
        roofline.draw(canvas, program.roofline(path), record, path.stem if len(records) > 1 else "")
    worlds = program.scaling(paths)
    if worlds is not None:
        scaling.draw(canvas, worlds)
        bandwidth.draw(canvas, worlds)
        skew.draw(canvas, worlds, records)


def main():
    options = parse()
    try:
        import matplotlib
    except ImportError:
        if sys.executable != SYSTEM_PYTHON and os.access(SYSTEM_PYTHON, os.X_OK):
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
        print("plot.py: matplotlib is not installed: nothing was drawn\n"
              "  hint: apt-get install python3-matplotlib", file=sys.stderr)
        return NO_MATPLOTLIB
    matplotlib.use("Agg")
    from plotting import history
    from plotting.picture import Canvas
    from plotting.program import Program, ProgramError

    try:
        records = [json.loads(path.read_text(encoding="utf-8")) for path in options.records]
        program = Program(options.roofgate, options.peaks, options.baselines)
        canvas = Canvas(options.output or options.records[0].resolve().parent / "plots", options.format or ["svg", "png"])
        for case in options.history:
            history.draw(canvas, program.history(case, options.records))
        if not options.history:
            draw_night(canvas, program, options.records, records)
    except (OSError, ValueError) as problem:
        print(f"plot.py: {type(problem).__name__}: {problem}\n  hint: give records that `roofgate run` wrote",
              file=sys.stderr)
        return 2
    except ProgramError as problem:
        print(f"plot.py: {problem}", file=sys.stderr)
        return 2
    for file in canvas.files:
        print(file)
    if not canvas.files:
        print("plot.py: the records hold nothing that can be drawn", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
