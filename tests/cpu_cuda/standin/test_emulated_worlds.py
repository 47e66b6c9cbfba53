"""Every collective and the data-parallel step of the CUDA backend, between ranks on the stand-in NCCL."""

import pytest
from emulation import PROGRAM, Emulation, devices, has_mpi, one_suite

pytestmark = [pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM.name} is not built: no CUDA headers"),
              pytest.mark.skipif(not has_mpi(), reason="no mpirun: worlds of more than one rank cannot be tried here")]

OPS = ["allreduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "send_recv"]
STACK = {"layers": 4, "width": 64, "tokens": 32}
# Ranks wait for one another in every call: what is asked is whether results are right, so a few calls of each are enough.
FEW = {"max_warmup_s": 0.001, "min_sampling_s": 0.0005, "max_sampling_s": 0.001, "max_samples": 6}


def world(tmp_path, ranks, *grids):
    return Emulation(tmp_path).measure(one_suite(*grids, sampling=FEW), {"devices": devices(ranks)}, ranks=ranks,
                                       arguments=["--only", "collective"])


def all_checked(rounds, ranks):
    assert rounds
    for measured in rounds:
        assert measured["time_s"], measured
        assert len(measured["rank_time_s"]) == (ranks if ranks > 1 else 0)
        assert measured["check_worst_error"] is not None and measured["check_worst_error"] <= 1


@pytest.mark.parametrize(("ranks", "dtype", "placement", "ops"), [
    (2, "bf16", "in_place", ["allreduce", "reduce_scatter", "all_gather", "broadcast"]), (3, "fp32", "out_of_place", OPS)])
def test_every_collective_is_right_on_every_rank(tmp_path, ranks, dtype, placement, ops):
    night = world(tmp_path, ranks, {"kind": "collective", "ops": ops, "dtypes": [dtype], "placements": [placement],
                                    "bytes": [4096]})
    assert night.status == 0, night.text
    assert "misuse" not in night.text
    for op in ops:
        all_checked(night.rounds(f"{op}/"), ranks)


def test_registered_buffers_are_cases_of_their_own(tmp_path):
    night = world(tmp_path, 2, {"kind": "collective", "ops": ["allreduce", "reduce_scatter", "all_gather"],
                                "dtypes": ["bf16"], "placements": ["out_of_place"], "bytes": [4096],
                                "registered": ["no", "yes"]})
    assert night.status == 0, night.text
    assert "misuse" not in night.text
    assert len(night.record["cases"]) == 6
    all_checked(night.rounds(""), 2)


@pytest.mark.parametrize("ranks", [1, 2])
def test_the_step_is_right_and_its_overlap_hides_what_it_can(tmp_path, ranks):
    night = world(tmp_path, ranks, {"kind": "step", "stacks": [{**STACK, "micro_batches": 2}],
                                    "variants": ["compute", "serial", "overlap"], "scaling": ["weak"],
                                    "recompute": ["no", "yes"], "bucket_bytes": [8192]})
    assert night.status == 0, night.text
    assert "misuse" not in night.text
    all_checked(night.rounds("step/"), ranks)
