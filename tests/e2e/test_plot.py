"""scripts/plot.py draws records; the pictures are inspected: titles, units, legends, ticks, size."""

import json
import pathlib
import struct
import subprocess
import sys
import xml.etree.ElementTree

import pytest

import records
import worlds

PYTHON = "/usr/bin/python3"  # Debian's matplotlib is there, not in the tests' own environment


@pytest.fixture(scope="module")
def python():
    for candidate in (PYTHON, sys.executable):
        if subprocess.run([candidate, "-c", "import matplotlib"], capture_output=True, check=False).returncode == 0:
            return candidate
    pytest.skip("matplotlib is not installed: apt-get install python3-matplotlib")


@pytest.fixture
def plot(python, run, roofgate, source_dir):
    def call(*arguments, **more):
        return run(python, source_dir / "scripts" / "plot.py", *arguments, "--roofgate", roofgate,
                   "--peaks", source_dir / "baselines" / "peaks", **more)

    return call


def texts_of(file):
    tree = xml.etree.ElementTree.parse(file)
    return [" ".join(node.itertext()).strip() for node in tree.iter("{http://www.w3.org/2000/svg}text")]


def size_of(png):
    head = png.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:24])


def test_every_picture_of_several_worlds_is_drawn_as_svg_and_png(plot, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, worlds=(2, 4, 8), slow_rank=(8, 5, 1.1))
    steps = worlds.step_night(build_dir)
    shift = len(record["worlds"])
    record["worlds"] += steps["worlds"]
    for case in steps["cases"]:
        for one in case["rounds"]:
            one["world"] += shift
    record["cases"] += steps["cases"]
    outcome = plot(worlds.write(tmp_path, record))
    assert outcome.status == 0, outcome.text
    written = [pathlib.Path(line) for line in outcome.out.splitlines()]
    assert {file.name for file in written} == {
        f"{name}.{kind}" for kind in ("svg", "png")
        for name in ("scaling_weak", "scaling_collectives", "bandwidth_allreduce_bf16_out_of_place", "rank_skew", "roofline")}
    assert all(file.parent == tmp_path / "plots" for file in written)
    for file in written:
        if file.suffix == ".png":
            width, height = size_of(file)
            assert width >= 1600 and height >= 900
    texts = texts_of(tmp_path / "plots" / "scaling_weak.svg")
    for text in ("Data-parallel step · weak scaling", "ranks", "efficiency [%], band: 95 %", "ideal", "16"):
        assert text in texts, texts
    assert "allreduce 2 GiB" in texts_of(tmp_path / "plots" / "scaling_collectives.svg")
    texts = texts_of(tmp_path / "plots" / "bandwidth_allreduce_bf16_out_of_place.svg")
    for text in ("2 ranks", "8 ranks", "bus bandwidth [GB/s]", "message on each rank", "8 B"):
        assert text in texts, texts
    texts = texts_of(tmp_path / "plots" / "rank_skew.svg")
    assert "rank 5 last in 40 of 40: sick" in texts, texts


def joined(*nights):
    """One record of all their cases."""
    first, *others = nights
    for other in others:
        shift = len(first["worlds"])
        first["worlds"] += other["worlds"]
        for case in other["cases"]:
            for one in case["rounds"]:
                one["world"] += shift
        first["cases"] += other["cases"]
    return first


def test_weak_and_strong_scaling_are_two_pictures_with_whole_labels(plot, build_dir, tmp_path):
    record = joined(worlds.step_night(build_dir), worlds.step_night(build_dir, growth="strong"))
    outcome = plot(worlds.write(tmp_path, record), "--output", tmp_path, "--format", "svg")
    assert outcome.status == 0, outcome.text
    for growth in ("weak", "strong"):
        texts = texts_of(tmp_path / f"scaling_{growth}.svg")
        assert f"Data-parallel step · {growth} scaling" in texts
        assert not any("?" in text for text in texts), texts
        assert any("bucket4194304" in text for text in texts), "the label is whole"
        assert not any(text.endswith("scaling") and growth not in text for text in texts)


def test_a_switch_of_algorithm_is_marked_on_its_curve(plot, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, sizes=[1 << 20, 1 << 26])
    for case in record["cases"]:
        for one in case["rounds"]:
            one["algorithm"] = {"algorithm": "NVLS" if case["id"].endswith("ranks8") else "RING"}
    assert plot(worlds.write(tmp_path, record), "--output", tmp_path, "--format", "svg").status == 0
    assert "RING → NVLS" in texts_of(tmp_path / "scaling_collectives.svg")


def test_a_pair_does_not_wander(plot, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, worlds=(2,), sizes=[1 << 20, 1 << 26])
    assert plot(worlds.write(tmp_path, record), "--output", tmp_path, "--format", "svg").status == 0
    texts = texts_of(tmp_path / "rank_skew.svg")
    assert "two ranks: one is always the slower" in texts and "the tail wanders" not in texts, texts


def test_a_roofline_is_drawn_under_its_roofs(plot, source_dir, tmp_path):
    outcome = plot(source_dir / "tests" / "data" / "records" / "h200.json", "--output", tmp_path, "--format", "svg")
    assert outcome.status == 0, outcome.text
    texts = texts_of(tmp_path / "roofline.svg")
    assert "achieved [FLOP/s]" in texts and "work per byte that must move [FLOP/byte]" in texts
    assert "bf16 989 TFLOP/s" in texts and "gemm" in texts, texts
    assert not list(tmp_path.glob("*.png"))


def test_the_same_record_gives_the_same_bytes(plot, build_dir, tmp_path):
    record = worlds.write(tmp_path, worlds.allreduce_night(build_dir, sizes=[8, 1 << 20, 1 << 26]))
    for folder in ("a", "b"):
        assert plot(record, "--output", tmp_path / folder).status == 0
    for file in (tmp_path / "a").iterdir():
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes(), file.name


def test_names_from_records_cannot_write_markup_or_leave_the_folder(plot, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, sizes=[8, 1 << 20])
    for case in record["cases"]:
        case["id"] = case["id"].replace("bf16", "../../<script>$x$")
    outcome = plot(worlds.write(tmp_path, record), "--output", tmp_path / "out")
    assert outcome.status == 0, outcome.text
    for file in (tmp_path / "out").glob("*.svg"):
        assert "<script>" not in file.read_text()
    assert {path.name for path in tmp_path.iterdir()} == {"out", "record.json"}


def test_without_matplotlib_it_says_so_and_what_to_install(run, python, source_dir, tmp_path):
    (tmp_path / "matplotlib.py").write_text("raise ImportError('hidden by a test')\n")
    outcome = run(python, source_dir / "scripts" / "plot.py", "none.json", env={"PYTHONPATH": tmp_path})
    assert outcome.status == 3
    assert "matplotlib is not installed: nothing was drawn" in outcome.err
    assert "apt-get install python3-matplotlib" in outcome.err


def test_another_python_on_path_does_not_hide_the_systems_matplotlib(python, run, source_dir, tmp_path):
    if python != PYTHON:
        pytest.skip(f"{PYTHON} has no matplotlib")
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", tmp_path / "own"], check=True)
    outcome = run(tmp_path / "own/bin/python3", source_dir / "scripts" / "plot.py", tmp_path / "none.json")
    assert outcome.status == 2 and "none.json" in outcome.err and "matplotlib" not in outcome.err, outcome.text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cases": 3}'])
def test_what_is_no_record_is_two(plot, tmp_path, text):
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    outcome = plot(bad)
    assert outcome.status == 2, outcome.text
    assert "plot.py: " in outcome.err and "Traceback" not in outcome.err


def test_a_missing_record_or_program_is_two(plot, run, python, source_dir, build_dir, tmp_path):
    assert plot(tmp_path / "none.json").status == 2
    record = worlds.write(tmp_path, worlds.allreduce_night(build_dir, sizes=[8, 1 << 20]))
    outcome = run(python, source_dir / "scripts" / "plot.py", record, "--roofgate", tmp_path / "nothing")
    assert outcome.status == 2
    assert "nothing does not start: No such file or directory" in outcome.err


def test_a_record_without_anything_to_draw_is_three(plot, build_dir, tmp_path):
    record = worlds.allreduce_night(build_dir, worlds=(2,), sizes=[8])
    record["cases"] = []
    outcome = plot(worlds.write(tmp_path, record))
    assert outcome.status == 3
    assert "nothing that can be drawn" in outcome.err
    assert not (tmp_path / "plots").exists()


def test_a_history_shows_its_levels_and_changes(plot, run, roofgate, build_dir, tmp_path):
    """Sixteen nights, of which the last eight are slower; five are accepted, the others never were."""
    baselines = tmp_path / "baselines"
    files = []
    for day in range(1, 17):
        slower = {records.GEMM: 1.1} if day > 8 else {}
        files.append(records.write(tmp_path, records.make_night(build_dir, day, slower), f"{day:02}.json"))
        if day <= 5:
            done = run(roofgate, "baseline", "promote", files[-1], "--baselines", baselines, "--by", "test")
            assert done.status == 0, done.text
    outcome = plot(*files, "--history", records.GEMM, "--baselines", baselines, "--output", tmp_path / "out")
    assert outcome.status == 0, outcome.text
    name = "history_" + records.GEMM.replace("/", "_")
    assert {pathlib.Path(line).name for line in outcome.out.splitlines()} == {f"{name}.svg", f"{name}.png"}
    texts = texts_of(tmp_path / "out" / f"{name}.svg")
    for text in ("accepted", "not accepted", "level", "time [s]", "night", f"History · {records.GEMM}", records.date_of(1)):
        assert text in texts, texts
    (change,) = [text for text in texts if text.endswith(" %")]
    assert 9.5 < float(change.split()[0]) < 10.5
    assert size_of(tmp_path / "out" / f"{name}.png")[0] >= 1600


def test_a_history_without_the_case_draws_nothing(plot, build_dir, tmp_path):
    outcome = plot(records.write(tmp_path, records.make_night(build_dir, 1)), "--history", "gemm/none", "--baselines", tmp_path,
                   "--output", tmp_path / "out")
    assert outcome.status == 2, outcome.text
    assert "gemm/none" in outcome.err and "Traceback" not in outcome.err
    assert not (tmp_path / "out").exists()
