#!/usr/bin/python3
"""How the night-to-night spreads of a suite's cases are distributed: the gate's model takes their log to be normal.

Of each series of at least 30 values the spread is the median absolute difference of successive logs. Printed are the
standard deviation and the skewness of the log of these spreads; beside it the skewness of a scaled inverse chi-square
distribution (the conjugate prior) of the same standard deviation. A normal one has none.

    scripts/spread_shape.py data.js         # a history of github-action-benchmark
    scripts/spread_shape.py baseline.json   # accepted nights of roofgate
"""

import argparse
import collections
import json
import math
import statistics

from scipy import optimize, special

FEWEST = 30


def series_of(file):
    text = open(file, encoding="utf-8").read()
    document = json.loads(text[text.index("{"):].rstrip().rstrip(";"))
    series = collections.defaultdict(list)
    if "nights" in document:
        for night in document["nights"]:
            for name, case in night["cases"].items():
                rounds = sorted(case.get("round_location_s") or case.get("round_value") or [])
                if rounds:
                    series[name].append(rounds[(len(rounds) - 1) // 4])
    else:
        for suite, runs in document["entries"].items():
            for bench in (bench for run in runs for bench in run["benches"]):
                series[suite, bench["name"], bench.get("unit")].append(bench["value"])
    return [values for values in series.values() if len(values) >= FEWEST and min(values) > 0]


def log_spread(values):
    logs = [math.log(value) for value in values]
    spread = statistics.median(abs(b - a) for a, b in zip(logs, logs[1:]))
    return math.log(spread) if spread > 0 else None


def conjugate_skewness(deviation):
    """Of log tau, where tau^2 is scaled inverse chi-square and log tau has that standard deviation."""
    def excess(freedom):
        return 0.5 * math.sqrt(special.polygamma(1, 0.5 * freedom)) - deviation

    half = 0.5 * optimize.brentq(excess, 1e-3, 1e6)
    return -special.polygamma(2, half) / special.polygamma(1, half)**1.5


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    logs = [log for log in map(log_spread, series_of(parser.parse_args().file)) if log is not None]
    if len(logs) < 3:
        parser.error(f"fewer than 3 series of {FEWEST} values")
    deviation = statistics.pstdev(logs)
    skewness = statistics.fmean(((log - statistics.fmean(logs)) / deviation)**3 for log in logs)
    print(f"{len(logs)} series, median spread {math.exp(statistics.median(logs)):.2%}; log of the spreads: standard deviation "
          f"{deviation:.2f}, skewness {skewness:+.2f} (inverse chi-square: {conjugate_skewness(deviation):+.2f}, normal: 0)")


if __name__ == "__main__":
    main()
