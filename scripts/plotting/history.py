"""One case through its nights, with the levels between its change points."""

import statistics

from .picture import COLOURS, MARKERS, plain

MOST_TICKS = 12


def draw(canvas, answer):
    nights = [(index, night) for index, night in enumerate(answer["nights"]) if night["value"] is not None]
    if not nights:
        return
    figure, ((axes,),) = canvas.figure()
    for position, state in enumerate(sorted({night["state"] for _, night in nights})):
        shown = [(index, night["value"]) for index, night in nights if night["state"] == state]
        axes.plot([index for index, _ in shown], [location for _, location in shown], linestyle="", markersize=8,
                  marker=MARKERS[position % len(MARKERS)], color=COLOURS[position % len(COLOURS)], label=plain(state))
    starts = [0] + [change["point"] for change in answer["changes"]] + [len(answer["nights"])]
    for number, (first, end) in enumerate(zip(starts, starts[1:])):
        level = [night["value"] for index, night in nights if first <= index < end]
        if level:
            axes.hlines(statistics.median(level), first - 0.4, end - 0.6, color="#555555", linewidth=2,
                        label="level" if number == 0 else None)
    for change in answer["changes"]:
        axes.axvline(change["point"] - 0.5, color=COLOURS[1], linestyle="--", linewidth=1.5)
        axes.annotate(f"{100 * (change['after'] / change['before'] - 1):+.1f} %", (change["point"] - 0.5, 0.97),
                      xycoords=("data", "axes fraction"), xytext=(6, 0), textcoords="offset points", va="top",
                      color=COLOURS[1])
    ticks = [index for index, _ in nights]
    ticks = ticks[:: max(1, len(ticks) // MOST_TICKS)]
    axes.set_xticks(ticks, [answer["nights"][index]["date"][:10] for index in ticks], rotation=30, ha="right")
    units = {"1": "ratio to its sibling", "s/B": "time per byte [s/byte]"}
    axes.set_ylabel(units.get(answer.get("unit"), "time [s]"))
    axes.set_xlabel("night")
    axes.set_title(plain(f"History · {answer['case']}"))
    axes.legend()
    canvas.write(figure, f"history_{answer['case']}")
