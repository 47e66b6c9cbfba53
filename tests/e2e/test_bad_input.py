"""Whatever a file or a place may be, a command says what is wrong with it, exits by the book and leaves nothing behind.

Every command that takes a record or a baseline is given every bad one; every command that writes is given a place that
cannot be written to and a disk that is full.
"""

import contextlib
import os
import subprocess
from dataclasses import dataclass

import pytest

from records import GEMM, MACHINE, is_sanitized, make_night, tree_of, write

BAD_RECORDS = {
    "missing": None,
    "empty": b"",
    "a folder": "folder",
    "truncated": lambda text: text[: len(text) // 2],
    "no json": lambda text: b"case,time_s\n",
    "not an object": lambda text: b"[1, 2]",
    "future schema": lambda text: text.replace(b"roofgate.record/1", b"roofgate.record/2"),
    "other kind": lambda text: text.replace(b"roofgate.record/1", b"roofgate.baseline/1"),
    "wrong type": lambda text: text.replace(b'"rounds_planned": 5', b'"rounds_planned": "5"'),
    "unknown key": lambda text: text.replace(b'"suite"', b'"sweet": 1, "suite"'),
    "missing key": lambda text: text.replace(b'"rounds_planned": 5, ', b""),
    "nan": lambda text: text.replace(b'"time_s": [', b'"time_s": [NaN, ', 1),
    "infinity": lambda text: text.replace(b'"time_s": [', b'"time_s": [1e999, ', 1),
    "negative": lambda text: text.replace(b'"time_s": [', b'"time_s": [-1, ', 1),
    "zero": lambda text: text.replace(b'"time_s": [', b'"time_s": [0, ', 1),
    "duplicate case": lambda text: text.replace(b"allreduce/bf16/out_of_place/bytes1048576/ranks2", GEMM.encode()),
    "duplicate key": lambda text: text.replace(b'"suite"', b'"suite": "x", "suite"'),
    "invalid utf-8": lambda text: text.replace(b"node1", b"n\xff\xfe1"),
    "nul byte": lambda text: text.replace(b"node1", b"n\x00de"),
    "deep nesting": lambda text: b"[" * 1_000_000,
    "suite outside": lambda text: text.replace(b'"suite": "quick"', b'"suite": "../quick"'),
}

BAD_BASELINES = {
    "empty": b"",
    "a folder": "folder",
    "truncated": lambda text: text[: len(text) // 2],
    "not an object": lambda text: b"null",
    "future schema": lambda text: text.replace(b"roofgate.baseline/1", b"roofgate.baseline/2"),
    "other kind": lambda text: text.replace(b"roofgate.baseline/1", b"roofgate.record/1"),
    "wrong type": lambda text: text.replace(b'"made_minutes_apart": false', b'"made_minutes_apart": 0', 1),
    "unknown key": lambda text: text.replace(b'"reason"', b'"motive": "", "reason"', 1),
    "missing key": lambda text: text.replace(b'"made_minutes_apart": false,', b"", 1),
    "nan": lambda text: text.replace(b'"round_location_s": [', b'"round_location_s": [NaN, ', 1),
    "infinity": lambda text: text.replace(b'"round_location_s": [', b'"round_location_s": [1e999, ', 1),
    "negative": lambda text: text.replace(b'"round_location_s": [', b'"round_location_s": [-1, ', 1),
    "duplicate case": lambda text: text.replace(b"allreduce/bf16/out_of_place/bytes1048576/ranks2", GEMM.encode(), 1),
    "duplicate night": lambda text: text.replace(text[text.find(b'"record_id"'):].split(b"\n")[0],
                                                 text[text.rfind(b'"record_id"'):].split(b"\n")[0]),
    "other machine": lambda text: text.replace(MACHINE.encode(), b"another-machine"),
}

READS_RECORD = {
    "roofline": ["roofline", "{record}"],
    "gate": ["gate", "{record}", "--baselines", "{baselines}", "--json", "{out}/gate.json", "--junit", "{out}/gate.xml"],
    "explain": ["explain", "{record}", GEMM, "--baselines", "{baselines}"],
    "peaks": ["peaks", "--record", "{record}"],
    "promote": ["baseline", "promote", "{record}", "--baselines", "{baselines}"],
    "resume": ["run", "--resume", "{record}"],
}

READS_BASELINE = {
    "gate": READS_RECORD["gate"],
    "explain": READS_RECORD["explain"],
    "promote": READS_RECORD["promote"],
    "list": ["baseline", "list", "--baselines", "{baselines}"],
    "show": ["baseline", "show", f"{MACHINE}/quick", "--baselines", "{baselines}"],
    "verify": ["baseline", "verify", "--baselines", "{baselines}"],
}


@dataclass
class Place:
    """A folder with a good night, two accepted nights, and a folder for what commands write."""

    folder: object
    record: object
    baselines: object

    def arguments(self, template, **changes):
        names = {"record": self.record, "baselines": self.baselines, "out": self.folder / "out", **changes}
        return [word.format(**names) for word in template]

    @property
    def baseline(self):
        return self.baselines / MACHINE / "quick.json"


@pytest.fixture(scope="module")
def good(roofgate, build_dir, tmp_path_factory):
    """Made once: the texts that the tests spoil."""
    folder = tmp_path_factory.mktemp("good")
    for day in (1, 2):
        file = write(folder, make_night(build_dir, day), f"{day}.json")
        subprocess.run([roofgate, "baseline", "promote", file, "--baselines", folder / "baselines"], check=True,
                       capture_output=True)
    record = write(folder, make_night(build_dir, 3))
    return record.read_bytes(), (folder / "baselines" / MACHINE / "quick.json").read_bytes()


@pytest.fixture()
def place(good, tmp_path):
    made = Place(tmp_path, tmp_path / "record.json", tmp_path / "baselines")
    made.record.write_bytes(good[0])
    made.baseline.parent.mkdir(parents=True)
    made.baseline.write_bytes(good[1])
    (tmp_path / "out").mkdir()
    return made


def spoil(file, how):
    """Puts the bad thing where `file` is."""
    text = file.read_bytes()
    if callable(how):
        spoiled = how(text)
        assert spoiled != text, "the text was not changed: the test would try a good file"
        file.write_bytes(spoiled)
        return
    file.unlink()
    if how == "folder":
        file.mkdir()
    elif how is not None:
        file.write_bytes(how)


def has(roofgate, command):
    done = subprocess.run([roofgate, command, "--help"], capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"this build has no command '{command}'")


def expect_refusal(done, file, status=2):
    assert done.status == status, done.text
    assert str(file) in done.text, "the file is named"
    assert "exception" not in done.text and "terminate" not in done.text and len(done.text) < 20_000
    assert "\x1b" not in done.text and "\x00" not in done.text


def left_in(folder):
    """All there is, without the reports of the command that failed: each says that it did."""
    left = tree_of(folder)
    for name in [name for name in left if name.startswith("out/")]:
        text = left.pop(name).decode("utf-8")
        assert "exit status 2" in text or '"status": 2' in text or text.startswith("status,what"), (name, text)
    return left


@pytest.mark.parametrize("command", READS_RECORD)
@pytest.mark.parametrize("bad", BAD_RECORDS)
def test_a_bad_record(roofgate, run, place, command, bad):
    has(roofgate, READS_RECORD[command][0])
    spoil(place.record, BAD_RECORDS[bad])
    before = tree_of(place.folder)
    done = run(roofgate, *place.arguments(READS_RECORD[command]), cwd=place.folder)
    expect_refusal(done, place.record)
    assert done.out == ""
    assert done.err.startswith("roofgate: ")
    assert left_in(place.folder) == before, "nothing is written, changed or left but the reports that say so"


@pytest.mark.parametrize("command", READS_BASELINE)
@pytest.mark.parametrize("bad", BAD_BASELINES)
def test_a_bad_baseline(roofgate, run, place, command, bad):
    has(roofgate, READS_BASELINE[command][0])
    spoil(place.baseline, BAD_BASELINES[bad])
    before = tree_of(place.folder)
    done = run(roofgate, *place.arguments(READS_BASELINE[command]), cwd=place.folder)
    if command == "list":  # shows all, and says of this one only that it is unreadable
        assert done.status == 2 and "unreadable" in done.out
    elif not (command == "show" and bad == "other machine"):  # a file is shown wherever it lies
        expect_refusal(done, place.baseline)
    assert left_in(place.folder) == before


@pytest.mark.parametrize("bad", [name for name in BAD_RECORDS if name != "missing"])
def test_a_bad_record_to_add_to(roofgate_bench, run, place, bad):
    spoil(place.record, BAD_RECORDS[bad])
    before = tree_of(place.folder)
    done = run(roofgate_bench, "--backend", "host", "--suite", "smoke", "--record", place.record)
    expect_refusal(done, place.record)
    assert tree_of(place.folder) == before


@pytest.fixture(scope="module")
def plain_build(build_dir):
    if is_sanitized(build_dir):
        pytest.skip("a sanitizer build takes minutes for 200 MB; the small files take the same paths")


@pytest.fixture(scope="module")
def large_record(plain_build, build_dir, tmp_path_factory):
    file = tmp_path_factory.mktemp("large") / "large.json"
    subprocess.run([build_dir / "tests/bench/record/record_tool", "large", "200000000", file], check=True)
    assert file.stat().st_size > 200_000_000
    yield file
    file.unlink()


@pytest.mark.usefixtures("plain_build")
def test_a_record_of_200_mb_is_read_and_a_cut_one_refused(roofgate, run, place, large_record):
    done = run(roofgate, "roofline", large_record)
    assert done.status in (0, 3), done.err  # its invented times may be above the roof
    with open(large_record, "r+b") as file:
        file.truncate(large_record.stat().st_size - 2)
    expect_refusal(run(roofgate, *place.arguments(READS_RECORD["gate"], record=large_record)), large_record)


@pytest.mark.usefixtures("plain_build")
def test_a_baseline_of_200_mb_is_read_and_a_cut_one_refused(roofgate, run, place):
    text = place.baseline.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if GEMM in line).rstrip(",")
    count = 200_000_000 // len(line) + 1
    first = text.index(line)
    with open(place.baseline, "w", encoding="utf-8") as file:
        file.write(text[:first])
        for number in range(count):
            file.write(line.replace(GEMM, f"{GEMM}/{number}") + ",\n")
        file.write(text[first:])
    assert place.baseline.stat().st_size > 200_000_000
    done = run(roofgate, "baseline", "list", "--baselines", place.baselines)
    assert done.status == 0, done.text
    assert str(count + 2) in done.out
    with open(place.baseline, "r+b") as file:
        file.truncate(place.baseline.stat().st_size - 3)
    expect_refusal(run(roofgate, *place.arguments(READS_RECORD["gate"])), place.baseline)


WRITES = {
    "gate --json": (["gate", "{record}", "--baselines", "{baselines}", "--json", "{target}"], "gate.json"),
    "gate --junit": (["gate", "{record}", "--baselines", "{baselines}", "--junit", "{target}"], "gate.xml"),
    "gate --markdown": (["gate", "{record}", "--baselines", "{baselines}", "--markdown", "{target}"], "gate.md"),
    "roofline --json": (["roofline", "{record}", "--json", "{target}"], "roofline.json"),
    "roofline --csv": (["roofline", "{record}", "--csv", "{target}"], "roofline.csv"),
    "roofline --markdown": (["roofline", "{record}", "--markdown", "{target}"], "roofline.md"),
}


@pytest.mark.parametrize("command", WRITES)
def test_a_folder_that_is_not_there(roofgate, run, place, command):
    target = place.folder / "nowhere" / WRITES[command][1]
    done = run(roofgate, *place.arguments(WRITES[command][0], target=target))
    expect_refusal(done, target)
    assert "No such file or directory" in done.err and "hint: " in done.err


@pytest.mark.parametrize("command", WRITES)
def test_a_device_without_room(roofgate, run, place, command):
    done = run(roofgate, *place.arguments(WRITES[command][0], target="/dev/full"))
    expect_refusal(done, "/dev/full", status=4)
    assert "No space left on device" in done.err and "hint: free some space" in done.err


@contextlib.contextmanager
def small_disk(folder):
    """A file system of 256 KiB at `folder`; skips where this user may not mount one."""
    folder.mkdir(exist_ok=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], capture_output=True,
                             check=False)
    if mounted.returncode != 0:
        pytest.skip(f"no small file system: {mounted.stderr.decode().strip()} (needs root)")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def fill(folder):
    """Leaves no byte."""
    with open(folder / "ballast", "wb", buffering=0) as ballast:
        with contextlib.suppress(OSError):
            while True:
                ballast.write(b"x" * 4096)


@pytest.mark.parametrize("command", WRITES)
def test_a_full_disk(roofgate, run, place, command):
    with small_disk(place.folder / "disk") as disk:
        target = disk / WRITES[command][1]
        target.write_text("the old report", encoding="utf-8")
        fill(disk)
        done = run(roofgate, *place.arguments(WRITES[command][0], target=target))
        expect_refusal(done, target, status=4)
        assert "No space left on device" in done.err
        assert target.read_text(encoding="utf-8") == "the old report"
        assert sorted(os.listdir(disk)) == ["ballast", target.name]


def test_promote_on_a_full_disk_keeps_the_old_baseline(roofgate, run, place, good):
    with small_disk(place.folder / "disk") as disk:
        baseline = disk / MACHINE / "quick.json"
        baseline.parent.mkdir()
        baseline.write_bytes(good[1])
        fill(disk)
        before = tree_of(disk)
        done = run(roofgate, *place.arguments(READS_RECORD["promote"], baselines=disk))
        expect_refusal(done, disk, status=4)
        assert tree_of(disk) == before


@contextlib.contextmanager
def read_only(folder):
    """`folder` cannot be written to: by its mode, or, as root, who is above modes, by a read-only mount of itself."""
    if os.geteuid() != 0:
        folder.chmod(0o555)
        try:
            yield folder
        finally:
            folder.chmod(0o755)
        return
    for options in (["--bind", folder, folder], ["-o", "remount,ro,bind", folder]):
        mounted = subprocess.run(["mount", *options], capture_output=True, check=False)
        if mounted.returncode != 0:
            pytest.skip(f"no read-only folder: {mounted.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("command", WRITES)
def test_a_folder_that_cannot_be_written_to(roofgate, run, place, command):
    with read_only(place.folder / "out") as folder:
        target = folder / WRITES[command][1]
        done = run(roofgate, *place.arguments(WRITES[command][0], target=target))
        expect_refusal(done, target)
        assert "cannot write: " in done.err and "hint: " in done.err
        assert os.listdir(folder) == []


def test_promote_into_baselines_that_cannot_be_written_to(roofgate, run, place):
    before = tree_of(place.folder)
    with read_only(place.baseline.parent):
        done = run(roofgate, *place.arguments(READS_RECORD["promote"]))
        expect_refusal(done, place.baseline)
    assert tree_of(place.folder) == before


@pytest.mark.parametrize("target, status, words", [
    ("{folder}/nowhere/record.json", 2, "No such file or directory"),
    ("{folder}", 2, "Is a directory"),
    ("/dev/full", 2, "/dev/full"),  # not a record to add to
])
def test_a_place_where_no_record_can_be(roofgate_bench, run, place, target, status, words):
    done = run(roofgate_bench, "--backend", "host", "--suite", "smoke", "--record", target.format(folder=place.folder))
    assert done.status == status, done.text
    assert words in done.err


def test_a_baselines_folder_that_is_not_there(roofgate, run, place):
    nowhere = place.folder / "nowhere"
    for command in ("gate", "list", "show", "verify"):
        done = run(roofgate, *place.arguments(READS_BASELINE[command], baselines=nowhere))
        expect_refusal(done, nowhere)
        assert done.out == ""
    assert not nowhere.exists()


UNKNOWN = {
    "suite": (["run", "--suite", "quik", "-o", "{out}/record.json"], "quick"),
    "suite file": (["run", "--suite", "{folder}/no.json", "-o", "{out}/record.json"], "no.json"),
    "backend": (["run", "--backend", "gpu", "-o", "{out}/record.json"], "cuda"),
    "case to show": (["baseline", "show", "--case", GEMM + "x", "--baselines", "{baselines}"], GEMM),
    "case to explain": (["explain", "{record}", GEMM + "x", "--baselines", "{baselines}"], GEMM),
    "case to accept": (["baseline", "promote", "{record}", "--accept", GEMM + "x", "--reason", "none", "--baselines",
                        "{baselines}"], GEMM),
    "cases to show": (["roofline", "{record}", "--case", "no/such/*"], "no/such/*"),
    "device": (["peaks", "NVIDIA H2000"], "H2000"),
    "baseline": (["baseline", "show", f"{MACHINE}/quik", "--baselines", "{baselines}"], f"{MACHINE}/quick"),
    "policy": (["gate", "{record}", "--policy", "{folder}/no.json", "--baselines", "{baselines}"], "no.json"),
    "option": (["gate", "{record}", "--polcy", "x"], "--policy"),
    "command": (["gaet", "{record}"], "gate"),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_what_is_not_known(roofgate, run, place, what):
    template, named = UNKNOWN[what]
    if what != "command":
        has(roofgate, template[0])
    before = tree_of(place.folder)
    done = run(roofgate, *place.arguments(template, folder=place.folder), cwd=place.folder)
    assert done.status == 2, done.text
    assert named in done.text
    assert "exception" not in done.text
    assert tree_of(place.folder) == before


def test_a_device_that_is_not_there(roofgate_bench, run):
    done = run(roofgate_bench, "--backend", "cuda", "--suite", "smoke", "--max-seconds-per-case", "0.1")
    if done.status == 0:
        pytest.skip("a CUDA device answers: nothing is missing")
    assert done.status == 3
    assert "cuda" in done.err.lower() and "hint: " in done.err


UNKNOWN_TO_BENCH = {
    "suite": (["--suite", "quik"], "the suites are smoke, quick"),
    "suite file": (["--suite", "./no.json"], "no.json"),
    "filter": (["--suite", "smoke", "--benchmark_filter=no_such"], "no_such"),
    "case": (["--suite", "smoke", "--profile", "gemm/no/such"], "gemm/no/such"),
    "backend": (["--suite", "smoke", "--backend", "gpu"], "gpu"),
    "option": (["--suit", "smoke"], "--suit"),
}


@pytest.mark.parametrize("what", UNKNOWN_TO_BENCH)
def test_what_the_measuring_program_does_not_know(roofgate_bench, run, tmp_path, what):
    arguments, named = UNKNOWN_TO_BENCH[what]
    if "--backend" not in arguments:
        arguments = [*arguments, "--backend", "host"]
    done = run(roofgate_bench, *arguments, cwd=tmp_path)
    assert done.status == 2, done.text
    assert named in done.err and "hint: " in done.err
    assert list(tmp_path.iterdir()) == []
