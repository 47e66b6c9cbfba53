"""What gpu_check.sh reads out of a record: goals of an H200, and PyTorch's products beside ours, on a PyTorch of our own."""

import contextlib
import copy
import json
import sys

import pytest
from emulation import SOURCE_DIR, run_program

sys.path.insert(0, str(SOURCE_DIR / "scripts"))
import gpu_goals  # noqa: E402
import torch_gemm  # noqa: E402


def product(m, n, k, seconds, layout="tn", choice="best", **changes):
    a, b = (k if layout[0] == "t" else m), (n if layout[1] == "t" else k)
    parameters = {"m": m, "n": n, "k": k, "layout": layout, "lda": a, "ldb": b, "ldd": m, "dtype": "bf16", "epilogue": "none",
                  "cache": "cold", "pointer_offset_bytes": 0, "choice": choice, **changes}
    return {"id": f"gemm/bf16/{layout}/m{m}n{n}k{k}/align128/{choice}", "kind": "gemm", "parameters": parameters,
            "work": {"flops": 2 * m * n * k, "bytes_read": 0, "bytes_written": 0},
            "rounds": [{"time_s": [seconds, seconds, 9.0 * seconds]}, {"time_s": []}]}


def moved(case_id, size, seconds):
    return {"id": case_id, "kind": case_id.split("/")[0], "parameters": {},
            "work": {"flops": 0, "bytes_read": size / 2, "bytes_written": size / 2, "working_set_bytes": size}, "rounds": [{"time_s": [seconds]}]}


def record_of(*cases, name="NVIDIA H200"):
    return {"environment": {"devices": [{"name": name, "l2_cache_bytes": 1 << 20}]}, "cases": list(cases)}


H200 = record_of(moved("memory/copy/bytes1073741824", 4.4e12, 1.0),
                 moved("elementwise/bias_gelu_scale_residual/fused/n268435456", 4.1e12, 1.0),
                 product(8192, 8192, 8192, 2 * 8192**3 / 800e12))


def test_goals_that_are_met():
    lines, status = gpu_goals.judge(H200)
    assert status == 0
    assert lines == ["copy, both directions: 4.4 TB/s, goal 4.3", "fused chain of the copy: 0.932, goal 0.9",
                     "best product at 8192: 800 TFLOP/s, goal 790", "3 of 3 goals met"]


def test_a_goal_that_is_missed_and_one_that_was_not_measured():
    slow = copy.deepcopy(H200)
    slow["cases"][1]["rounds"][0]["time_s"] = [2.0]
    lines, status = gpu_goals.judge(slow)
    assert status == 1 and lines[1].endswith("MISSED") and lines[-1] == "2 of 3 goals met"
    lines, status = gpu_goals.judge(record_of(*H200["cases"][:2]))
    assert status == 1 and lines[2] == "best product at 8192: not measured"


def test_a_copy_inside_the_cache_is_no_copy_of_memory():
    cached = record_of(*H200["cases"], moved("memory/copy/bytes1048576", 1 << 20, 1e-7),
                       moved("memory/copy/bytes4194304/warm", 9e12, 1.0))
    assert gpu_goals.judge(cached) == gpu_goals.judge(H200)


@pytest.mark.parametrize("name", ["NVIDIA H100 80GB HBM3", "NVIDIA GH200 480GB"])
def test_another_device_has_no_goals(name):
    lines, status = gpu_goals.judge({**H200, "environment": {"devices": [{"name": name}]}})
    assert status == 3 and name in lines[0]


class Matrix:
    def __init__(self, *extents):
        self.extents = extents

    def t(self):
        return Matrix(*reversed(self.extents))


class OwnTorch:
    """The calls that torch_gemm makes, on a clock of our own: a product takes `product_s`, the launch of a graph nothing."""

    __version__ = "0.own"
    bfloat16 = "bf16"

    def __init__(self, product_s):
        self.product_s, self.now_s, self.captured, self.shapes = product_s, 0.0, None, set()
        self.cuda = self
        fake = self

        class Event:
            def __init__(self, enable_timing):
                assert enable_timing

            def record(self):
                self.at_s = fake.now_s

            def synchronize(self):
                pass

            def elapsed_time(self, other):
                return (other.at_s - self.at_s) * 1e3

        class CUDAGraph:
            calls = 0

            def replay(self):
                fake.now_s += self.calls * fake.product_s

        self.Event, self.CUDAGraph = Event, CUDAGraph

    def randn(self, *extents, device, dtype):
        assert (device, dtype) == ("cuda", "bf16")
        return Matrix(*extents)

    empty = randn

    def matmul(self, left, right, out):
        assert left.extents[1] == right.extents[0] and out.extents == (left.extents[0], right.extents[1])
        self.shapes.add(out.extents)
        if self.captured is None:
            self.now_s += self.product_s
        else:
            self.captured.calls += 1

    @contextlib.contextmanager
    def graph(self, graph):
        self.captured = graph
        yield
        self.captured = None

    def synchronize(self):
        pass


@pytest.mark.parametrize("layout", ["nn", "nt", "tn", "tt"])
def test_every_layout_is_the_same_product(layout):
    torch = OwnTorch(1e-4)
    lines, status = torch_gemm.compare(torch, record_of(product(512, 256, 128, 1e-4, layout)), 60)
    assert status == 0 and torch.shapes == {(256, 512)}
    assert lines[-1] == "1 of 1 shapes compared, none slower than PyTorch 0.own"
    assert "100.0 us, PyTorch 100.0 us, ours is 1.000 times as fast" in lines[0]


def test_the_fastest_choice_stands_for_a_shape():
    night = record_of(product(512, 256, 128, 3e-4, choice="first"), product(512, 256, 128, 1e-4))
    assert torch_gemm.compare(OwnTorch(1e-4), night, 60)[1] == 0


def test_one_that_is_slower_fails():
    lines, status = torch_gemm.compare(OwnTorch(1e-4), record_of(product(512, 256, 128, 1.1e-4)), 60)
    assert status == 1 and lines[0].endswith("SLOWER")
    assert lines[-1] == "1 of 1 shapes compared, 1 slower than PyTorch 0.own by more than 3%"


def test_what_pytorch_cannot_be_asked_for_is_not_compared():
    others = [product(512, 256, 128, 1.0, lda=136), product(512, 256, 128, 1.0, pointer_offset_bytes=2),
              product(512, 256, 128, 1.0, epilogue="bias_gelu_fused"), product(512, 256, 128, 1.0, cache="warm")]
    lines, status = torch_gemm.compare(OwnTorch(1e-4), record_of(*others), 60)
    assert status == 3 and lines == ["no product in the record that PyTorch could be asked for"]


def test_shapes_that_there_is_no_time_for_are_counted():
    ticks = iter([0.0, 0.0, 100.0])
    lines, _ = torch_gemm.compare(OwnTorch(1e-4), record_of(product(512, 256, 128, 1.0), product(512, 256, 256, 1.0)), 60,
                                  clock=lambda: next(ticks))
    assert lines[-1].startswith("1 of 2 shapes compared")


@pytest.mark.parametrize("script", ["torch_gemm.py", "gpu_goals.py"])
def test_usage(script):
    assert run_program(SOURCE_DIR / "scripts" / script).status == 2


def test_without_pytorch_or_a_device_it_says_so(tmp_path):
    (tmp_path / "torch.py").write_text("class cuda:\n    is_available = staticmethod(lambda: False)\n")
    record = tmp_path / "record.json"
    record.write_text(json.dumps(H200))
    done = run_program(SOURCE_DIR / "scripts/torch_gemm.py", record, env={"PYTHONPATH": tmp_path})
    assert done.status == 3 and "sees no device" in done.err
    (tmp_path / "torch.py").write_text("raise ImportError('No module named torch')\n")
    done = run_program(SOURCE_DIR / "scripts/torch_gemm.py", record, env={"PYTHONPATH": tmp_path})
    assert done.status == 3 and "No module named torch" in done.err
