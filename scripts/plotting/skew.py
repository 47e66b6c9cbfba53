"""Each rank's time over the median rank's, repeat by repeat: a sick rank stands apart, noise does not."""

import statistics

from .picture import COLOURS, plain

MOST_RANKS = 128


def worst_row(answer):
    rows = [row for row in answer["worlds"] if row["skew_ratio"] is not None and not row["oversubscribed"]]
    severity = {"sick": 2, "too_few_rounds": 1, "unclear": 1}
    return max(rows, key=lambda row: (severity.get(row["tail"], 0), row["ranks"], row["skew_ratio"]), default=None)


def case_of(row, records):
    for record in records:
        for case in record["cases"]:
            head, _, tail = case["id"].partition("/ranks")
            ranks, _, rest = tail.partition("/")
            name = head + (f"/{rest}" if rest else "")
            if name == row["series"] and ranks == str(row["ranks"]):
                return case
    return None


def relative_times(case):
    """[rank] -> times over the median rank's in the same repeat."""
    relative = []
    for one in case["rounds"]:
        if not one["rank_time_s"] or one["marks"]:
            continue
        for repeat in zip(*one["rank_time_s"]):
            middle = statistics.median(repeat)
            relative.append([time / middle for time in repeat])
    return list(zip(*relative))


def draw(canvas, answer, records):
    row = worst_row(answer)
    case = case_of(row, records) if row else None
    ranks = relative_times(case) if case else []
    if not ranks or len(ranks) > MOST_RANKS:
        return
    figure, ((axes,),) = canvas.figure()
    boxes = axes.boxplot(ranks, positions=range(len(ranks)), patch_artist=True, whis=(0, 100), widths=0.6,
                         medianprops={"color": "#000000"})
    for rank, box in enumerate(boxes["boxes"]):
        named = [str(row["slowest_rank"]), *str(row["also_sick_ranks"] or "").split()]
        is_named = str(rank) in named and row["tail"] in ("sick", "too_few_rounds")
        box.set_facecolor(COLOURS[1] if is_named else COLOURS[5])
    axes.axhline(1.0, color="#555555", linestyle="--", label="median rank of the same repeat")
    axes.set_xticks(range(len(ranks)), [str(rank) for rank in range(len(ranks))])
    axes.set_xlabel("rank")
    axes.set_ylabel("time over the median rank's (box: half of the repeats)")
    verdict = {"sick": "sick", "too_few_rounds": "too few rounds to tell", "harmless": "by little",
               "unclear": "maybe by chance"}
    text = "the tail wanders"
    if row["tail"] == "pair":
        text = "two ranks: one is always the slower"
    elif row["kind"] == "send_recv":
        text = "pairs of ranks: roofgate scaling --bisect tells a rank from a link"
    elif row["tail"] in verdict:
        also = f", then {row['also_sick_ranks']}" if row["also_sick_ranks"] else ""
        text = f"rank {row['slowest_rank']}{also} last in {row['times_last']:.0f} of {row['repeats']:.0f}: {verdict[row['tail']]}"
    axes.set_title(plain(f"Rank skew · {case['id']}") + "\n" + plain(text))
    axes.legend()
    canvas.write(figure, "rank_skew")
