"""Efficiency over world sizes: what was reached, the 95 % band, and the ideal."""

import re
import textwrap

from .picture import plain, rank_axis, style_of, bytes_text

MOST_CURVES = 4
# Weak and strong scaling ask different questions: never in one picture.
PICTURES = {"weak scaling": ("scaling_weak", "Data-parallel step · weak scaling"),
            "strong scaling": ("scaling_strong", "Data-parallel step · strong scaling"),
            None: ("scaling_collectives", "Collectives · bus bandwidth")}


def curves_of(answer):
    """Series -> rows with an efficiency, by rising ranks; only those with at least two worlds."""
    curves = {}
    for row in answer["worlds"]:
        if row["efficiency_ratio"] is not None:
            curves.setdefault(row["series"], []).append(row)
    return {name: sorted(rows, key=lambda row: row["ranks"]) for name, rows in curves.items() if len(rows) > 1}


def chosen(curves, growth):
    """Steps of that growth: the overlapped variants. Collectives (None): the largest messages."""
    names = [name for name, rows in curves.items() if (rows[0]["growth"] if rows[0]["kind"] == "step" else None) == growth]
    if growth is not None:
        overlapped = [name for name in names if "/overlap/" in name]
        return (overlapped or names)[:MOST_CURVES]
    largest = {}
    for name in names:
        row = curves[name][0]
        if row["kind"] == "send_recv":
            continue
        key = name.replace(f"bytes{row['message_bytes']:.0f}", "")
        if key not in largest or row["message_bytes"] > curves[largest[key]][0]["message_bytes"]:
            largest[key] = name
    return list(largest.values())[:MOST_CURVES]


def labels_of(names, curves):
    """What each curve is, whole, without what all of them share."""
    parts = {name: name.split("/")[2:] if curves[name][0]["kind"] == "step" else
             [curves[name][0]["kind"], *(part for part in name.split("/")[1:] if not re.fullmatch("bytes[0-9]+", part)),
              bytes_text(curves[name][0]["message_bytes"])] for name in names}
    shared = set.intersection(*(set(own) for own in parts.values())) if len(names) > 1 else set()
    labels = {}
    for name, own in parts.items():
        is_step = curves[name][0]["kind"] == "step"
        kept = [part for index, part in enumerate(own) if part not in shared or (not is_step and index in (0, len(own) - 1))]
        if len(names) == 1 and not is_step:
            kept = [own[0], own[-1]]
        labels[name] = "\n".join(plain(line) for line in textwrap.wrap(" ".join(kept) or own[0], 36))
    return labels


def mark_switches(axes, rows, colour):
    """Where the library chose another algorithm the two sides do not compare."""
    for before, row in zip(rows, rows[1:]):
        if before["algorithm"] and row["algorithm"] and before["algorithm"] != row["algorithm"]:
            axes.annotate(plain(f"{before['algorithm']} → {row['algorithm']}"), (row["ranks"], 100 * row["efficiency_ratio"]),
                          textcoords="offset points", xytext=(0, 12), ha="right", fontsize=11, color=colour)
            axes.axvline((before["ranks"] * row["ranks"]) ** 0.5, color=colour, linestyle=":", linewidth=1.2)


def draw_curve(axes, label, rows, index):
    style = style_of(index)
    ranks = [row["ranks"] for row in rows]
    axes.plot(ranks, [100 * row["efficiency_ratio"] for row in rows], label=label, linewidth=2, **style)
    banded = [row for row in rows if row["efficiency_low_95_ratio"] is not None]
    if banded:
        axes.fill_between([row["ranks"] for row in banded], [100 * row["efficiency_low_95_ratio"] for row in banded],
                          [100 * row["efficiency_high_95_ratio"] for row in banded], color=style["color"], alpha=0.2)
    mark_switches(axes, rows, style["color"])
    return ranks


def draw(canvas, answer):
    curves = curves_of(answer)
    for growth, (file, title) in PICTURES.items():
        names = chosen(curves, growth)
        if not names:
            continue
        figure, ((axes,),) = canvas.figure()
        labels = labels_of(names, curves)
        ranks = set()
        for index, name in enumerate(names):
            ranks.update(draw_curve(axes, labels[name], curves[name], index))
        axes.axhline(100, color="#555555", linestyle="--", label="ideal")
        rank_axis(axes, sorted(ranks))
        axes.set_ylim(bottom=0, top=max(110.0, 1.05 * axes.get_ylim()[1]))
        axes.set_ylabel("efficiency [%], band: 95 %")
        axes.set_title(title)
        axes.legend(loc="lower left")
        canvas.write(figure, file)
