"""Work per byte against achieved FLOP/s, under the roofs."""

from .picture import MARKERS, COLOURS, plain


def points_of(answer, record):
    work = {case["id"]: case["work"] for case in record["cases"]}
    points = {}
    for case in answer["cases"]:
        counted = work[case["id"]]
        moved = counted["bytes_read"] + counted["bytes_written"]
        if not case["time_s"] or not counted["flops"] or not moved or case["implausible"]:
            continue
        label = case["kind"] + (" (cache-resident)" if case["cache_resident"] else "")
        points.setdefault(label, []).append((counted["flops"] / moved, counted["flops"] / case["time_s"]))
    return points


def figure_of(limit):
    """A limit is a number with its origin."""
    return limit["value"] if limit else None


def draw(canvas, answer, record, suffix=""):
    if answer is None:
        return
    points = points_of(answer, record)
    if not points:
        return
    roof = answer["device_roof"] or answer["measured_roof"]
    has_roof = bool(roof["compute_flops_per_s"] or roof["memory_bytes_per_s"])
    origin = "published or derived" if answer["device_roof"] else "measured in the same run"
    figure, ((axes,),) = canvas.figure()
    intensities = [x for group in points.values() for x, _ in group]
    low, high = min(intensities) / 4, max(intensities) * 4
    memory = figure_of(roof["memory_bytes_per_s"])
    for index, (dtype, limit) in enumerate(sorted(roof["compute_flops_per_s"].items())):
        peak = figure_of(limit)
        axes.plot([low, high], [peak, peak], color="#555555", linestyle=["-", "--", "-.", ":"][index % 4],
                  label=f"{dtype} {peak / 1e12:.3g} TFLOP/s")
    if memory:
        axes.plot([low, high], [low * memory, high * memory], color="#999999", label=f"memory {memory / 1e9:.4g} GB/s")
    for index, (label, group) in enumerate(sorted(points.items())):
        axes.scatter([x for x, _ in group], [y for _, y in group], s=55, color=COLOURS[index % len(COLOURS)],
                     marker=MARKERS[index % len(MARKERS)], label=plain(label), zorder=3)
    axes.set_xscale("log")
    axes.set_yscale("log")
    rates = [y for group in points.values() for _, y in group]
    peaks = [figure_of(limit) for limit in roof["compute_flops_per_s"].values()]
    axes.set_ylim(min(rates) / 4, max(rates + peaks) * 3)
    axes.set_xlabel("work per byte that must move [FLOP/byte]")
    axes.set_ylabel("achieved [FLOP/s]")
    axes.set_title(f"Roofline · {plain(answer['record_id'])} · {f'roofs {origin}' if has_roof else 'no roof is known'}")
    axes.legend(loc="lower right")
    canvas.write(figure, "roofline" + (f"_{suffix}" if suffix else ""))
