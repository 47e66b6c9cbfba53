"""Dependencies point one way: every `#include "…"` of a room goes to a room that it may see."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Room -> rooms it may include, besides itself. A program's room may see all that its list names, nothing may see a program.
SPECS = {"kernels/gemm", "kernels/elementwise", "kernels/memory", "kernels/ceiling", "kernels/collective", "kernels/step"}
PLATFORMS = {"kernels/base", "kernels/host", "kernels/cuda"}
MAY_SEE = {
    "kernels/base": set(),
    "kernels/host": {"kernels/base"},
    "kernels/cuda": {"kernels/base"},
    **{room: PLATFORMS for room in SPECS},
    "kernels/step": PLATFORMS | {"kernels/gemm", "kernels/collective"},
    "bench/record": {"kernels/base"},
    "bench/readers": {"bench/record", "kernels/base"},
    "bench/stats": {"kernels/base"},
    "bench/derived": {"bench/stats", "bench/record", "kernels/base"},
    "bench/locate": {"kernels/base"},
    "bench/command_line": {"kernels/base"},
    "bench/session": {"bench/record", "bench/locate", "kernels/base"},
    "bench/doctor": {"bench/telemetry", "bench/telemetry_dump", "bench/readers", "bench/record", "kernels/base"},
    "bench/telemetry": {"bench/record", "kernels/base", "kernels/cuda"},
    "bench/telemetry_dump": {"bench/telemetry", "bench/readers", "bench/record", "kernels/base"},
    "bench/roofline": {"bench/derived", "bench/stats", "bench/record", "kernels/base", "kernels/collective"},
    "bench/baseline": {"bench/derived", "bench/stats", "bench/record", "kernels/base"},
    "bench/gate": {"bench/baseline", "bench/roofline", "bench/derived", "bench/stats", "bench/record", "kernels/base"},
    "bench/scaling": {"bench/roofline", "bench/stats", "bench/record", "kernels/base"},
    "bench/report": {"bench/gate", "bench/readers", "bench/scaling", "bench/roofline", "bench/baseline", "bench/derived", "bench/stats",
                     "bench/record", "kernels/base"},
    "bench/export": {"bench/report", "bench/roofline", "bench/stats", "bench/record", "kernels/base"},
    "bench/suite": {"kernels/base"} | SPECS,
    "bench/measure": {"bench/telemetry", "bench/stats", "bench/record", "kernels/base"},
    # Of the report it takes the one formatter of quantities (format.hpp) only.
    "bench/roofgate-bench": {"bench/report", "bench/suite", "bench/measure", "bench/telemetry", "bench/record", "bench/locate",
                             "bench/command_line", "bench/stats"} | SPECS | PLATFORMS,
    "bench/roofgate": {"bench/report", "bench/readers", "bench/gate", "bench/scaling", "bench/roofline", "bench/baseline", "bench/derived",
                       "bench/stats", "bench/record",
                       "bench/telemetry", "bench/locate", "bench/command_line", "bench/session", "bench/doctor",
                       "bench/export", "bench/telemetry_dump", "kernels/base", "kernels/collective"},
}
SOURCES = sorted(path for top in ("kernels", "bench") for path in (ROOT / top).rglob("*")
                 if path.suffix in {".hpp", ".cpp", ".cu", ".cuh", ".inc"})
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def room_of(path):
    return "/".join(pathlib.PurePosixPath(path).parts[:2])


def wrong_includes(room, text):
    # A name without a folder is a header that CMake generates for the file that includes it.
    allowed = MAY_SEE[room] | {room}
    return [target for target in INCLUDE.findall(text) if "/" in target and room_of(target) not in allowed]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_includes_point_downward(path):
    room = room_of(path.relative_to(ROOT))
    assert room in MAY_SEE, f"{room} is a new room: say in {__file__} what it may see"
    assert wrong_includes(room, path.read_text()) == []


def test_the_rules_have_no_cycle():
    done = set()

    def visit(room, trail):
        assert room not in trail, f"cycle: {trail + [room]}"
        if room not in done:
            for below in MAY_SEE[room]:
                visit(below, trail + [room])
            done.add(room)

    for room in MAY_SEE:
        visit(room, [])


def test_an_upward_include_is_seen():
    assert wrong_includes("kernels/base", '#include "bench/record/record.hpp"\n') == ["bench/record/record.hpp"]
    assert wrong_includes("bench/gate", '#include "tests/anything.hpp"\n') == ["tests/anything.hpp"]
    assert wrong_includes("bench/gate", '#include "bench/gate/verdict.hpp"\n#include <vector>\n') == []


def test_the_judging_program_names_no_accelerator_library():
    for path in SOURCES:
        if room_of(path.relative_to(ROOT)) in {"bench/roofgate", "bench/gate", "bench/report", "bench/roofline", "bench/scaling"}:
            assert not re.search(r"#\s*include\s*[<\"](cuda|cublas|nccl|mpi\.h|oneapi)", path.read_text()), path
