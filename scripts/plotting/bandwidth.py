"""Bus bandwidth by message size, one line per world, one picture per collective."""

import re

from .picture import bytes_text, plain, style_of


def groups_of(answer):
    """Collective -> (ranks, oversubscribed) -> rows by rising size."""
    groups = {}
    for row in answer["worlds"]:
        if row["bus_bytes_per_s"] is None or row["kind"] == "send_recv":
            continue
        name = re.sub(r"/bytes[0-9]+", "", row["series"])
        groups.setdefault(name, {}).setdefault((row["ranks"], row["oversubscribed"]), []).append(row)
    return groups


def draw(canvas, answer):
    for name, worlds in groups_of(answer).items():
        if max(len(rows) for rows in worlds.values()) < 2:
            continue
        figure, ((axes,),) = canvas.figure()
        sizes = set()
        for index, ((ranks, oversubscribed), rows) in enumerate(sorted(worlds.items())):
            rows.sort(key=lambda row: row["message_bytes"])
            sizes.update(row["message_bytes"] for row in rows)
            note = ", oversubscribed" if oversubscribed else ""
            axes.plot([row["message_bytes"] for row in rows], [row["bus_bytes_per_s"] / 1e9 for row in rows],
                      label=f"{ranks} ranks{note}", linewidth=2, linestyle=":" if oversubscribed else "-", **style_of(index))
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        shown = sorted(sizes)
        shown = shown[:: max(1, len(shown) // 10)]
        axes.set_xticks(shown, [bytes_text(size) for size in shown], rotation=30)
        axes.minorticks_off()
        axes.set_xlabel("message on each rank")
        axes.set_ylabel("bus bandwidth [GB/s]")
        axes.set_title(plain(f"{name} · bus bandwidth by size"))
        axes.legend()
        canvas.write(figure, f"bandwidth_{name}")
