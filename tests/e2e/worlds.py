"""Records of several world sizes for the command-line tests: a ring on invented links, slowed where a test asks."""

import copy
import json
import random

from records import sample_record

HOP_S = 2e-6
LINK_BYTES_PER_S = 400e9
SIZES = [8 * 4**power for power in range(15)]  # 8 B to 2 GiB
RANKS_PER_NODE = 8


def ring_time(ranks, size):
    return 2 * (ranks - 1) * HOP_S + 2 * (ranks - 1) / ranks * size / LINK_BYTES_PER_S + 1e-6


def placed(ranks):
    places = [{"node": f"node{rank // RANKS_PER_NODE}", "cpus": "0-7", "device": rank % RANKS_PER_NODE, "numa": 0, "nic": ""}
              for rank in range(ranks)]
    return {"launcher": "mpirun", "nodes": (ranks + RANKS_PER_NODE - 1) // RANKS_PER_NODE, "oversubscribed": False,
            "ranks": places}


def case_of(model, identity, kind, parameters, work, ranks, world, typical, rounds, noise, slow_rank=None):
    case = copy.deepcopy(model)
    case.update(id=identity, kind=kind, parameters={**parameters, "ranks": ranks}, definition="0123456789abcdef")
    case["work"].update(work)
    case["rounds"] = []
    for index in range(rounds):
        one = copy.deepcopy(model["rounds"][0])
        level = typical * noise.gauss(1.0, 0.002)
        by_rank = [[level * noise.gauss(1.0, 0.002) * (slow_rank[1] if slow_rank and rank == slow_rank[0] else 1.0)
                    for _ in range(8)] for rank in range(ranks)]
        one.update(index=index, world_size=ranks, world=world, marks=[], rank_time_s=by_rank, algorithm={},
                   time_s=[max(times) for times in zip(*by_rank)])
        case["rounds"].append(one)
    return case


def empty_night(build_dir, seed):
    record = sample_record(build_dir)
    model = next(case for case in record["cases"] if case["kind"] == "allreduce")
    model["rounds"] = [one for one in model["rounds"] if one["time_s"]][:1]
    record.update(id=f"worlds-{seed}", cases=[], worlds=[], rounds_planned=5)
    return record, model, random.Random(seed)


def allreduce_night(build_dir, worlds=(2, 4, 8), sizes=None, seed=1, slower=None, slow_rank=None, rounds=5):
    """`slower`: (ranks, size) -> factor. `slow_rank`: (ranks, rank, factor)."""
    record, model, noise = empty_night(build_dir, seed)
    for index, ranks in enumerate(worlds):
        record["worlds"].append(placed(ranks))
        for size in sizes or SIZES:
            typical = ring_time(ranks, size) * (slower or {}).get((ranks, size), 1.0)
            slow = slow_rank[1:] if slow_rank and slow_rank[0] == ranks else None
            record["cases"].append(case_of(
                model, f"allreduce/bf16/out_of_place/bytes{size}/ranks{ranks}", "allreduce",
                {"bytes": size, "dtype": "bf16", "in_place": False, "cache": "cold"},
                {"link_bytes": size, "working_set_bytes": 2 * size, "subject": "link_bytes"}, ranks, index, typical, rounds, noise,
                slow))
    return record


def step_night(build_dir, worlds=(1, 8, 16), growth="weak", seed=1, rounds=5):
    """40 ms of compute; communication of which 2 ms (one node) or 6 ms (two) stay visible."""
    record, model, noise = empty_night(build_dir, seed)
    tokens = 8192
    for index, ranks in enumerate(worlds):
        record["worlds"].append(placed(ranks))
        share = 1 if growth == "weak" else 1 / ranks
        visible = 0.0 if ranks == 1 else 0.002 if ranks <= RANKS_PER_NODE else 0.006
        for variant, extra in (("compute", 0.0), ("serial", 3 * visible), ("overlap", visible)):
            record["cases"].append(case_of(
                model, f"step/dp/{variant}/{growth}/layers4width1024tokens8192x1/bucket4194304/ranks{ranks}", "step",
                {"variant": variant, "scaling": growth, "dtype": "bf16", "layers": 4, "width": 1024, "cache": "cold",
                 "micro_batch_tokens": tokens, "micro_batches": 1, "bucket_bytes": 4194304, "recompute": False,
                 "tokens_per_step": tokens * ranks if growth == "weak" else tokens, "flops_per_token": 6 * 4 * 1024**2},
                {"flops": 6 * 4 * 1024**2 * tokens * share, "subject": "flops", "link_bytes": 0}, ranks, index,
                0.040 * share + extra, rounds, noise))
    return record


def write(folder, record, name="record.json"):
    file = folder / name
    file.write_text(json.dumps(record), encoding="utf-8")
    return file
