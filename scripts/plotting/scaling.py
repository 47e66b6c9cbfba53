"""Efficiency over world sizes: what was reached, the 95 % band, and the ideal."""

from .picture import plain, rank_axis, style_of, bytes_text

MOST_CURVES = 4


def curves_of(answer):
    """Series -> rows with an efficiency, by rising ranks; only those with at least two worlds."""
    curves = {}
    for row in answer["worlds"]:
        if row["efficiency_ratio"] is not None:
            curves.setdefault(row["series"], []).append(row)
    return {name: sorted(rows, key=lambda row: row["ranks"]) for name, rows in curves.items() if len(rows) > 1}


def chosen(curves, kind):
    """Steps: the overlapped variants. Collectives: the largest messages."""
    names = [name for name, rows in curves.items() if (rows[0]["kind"] == "step") == (kind == "step")]
    if kind == "step":
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


def label_of(name, row):
    if row["kind"] == "step":
        _, _, variant, growth, *stack = name.split("/")
        return plain(f"{variant}, {growth}\n{' '.join(stack)[:34]}")
    return plain(f"{row['kind']} {bytes_text(row['message_bytes'])}")


def draw_curve(axes, name, rows, index):
    style = style_of(index)
    ranks = [row["ranks"] for row in rows]
    axes.plot(ranks, [100 * row["efficiency_ratio"] for row in rows], label=label_of(name, rows[0]), linewidth=2, **style)
    banded = [row for row in rows if row["efficiency_low_95_ratio"] is not None]
    if banded:
        axes.fill_between([row["ranks"] for row in banded], [100 * row["efficiency_low_95_ratio"] for row in banded],
                          [100 * row["efficiency_high_95_ratio"] for row in banded], color=style["color"], alpha=0.2)
    return ranks


def draw(canvas, answer):
    curves = curves_of(answer)
    panels = [(kind, chosen(curves, kind)) for kind in ("step", "collective")]
    panels = [(kind, names) for kind, names in panels if names]
    if not panels:
        return
    figure, rows = canvas.figure(len(panels))
    titles = {"step": "Data-parallel step", "collective": "Collectives (bus bandwidth)"}
    for axes, (kind, names) in zip(rows[0], panels):
        ranks = set()
        for index, name in enumerate(names):
            ranks.update(draw_curve(axes, name, curves[name], index))
        axes.axhline(100, color="#555555", linestyle="--", label="ideal")
        rank_axis(axes, sorted(ranks))
        axes.set_ylim(bottom=0, top=max(110.0, 1.05 * axes.get_ylim()[1]))
        axes.set_ylabel("efficiency [%], band: 95 %")
        axes.set_title(titles[kind])
        axes.legend(loc="lower left")
    canvas.write(figure, "scaling")
