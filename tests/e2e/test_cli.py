"""The frame of both programs: help, usage errors, exit statuses, and outputs that cannot be written."""

import os
import pathlib
import subprocess

import pytest

COMMANDS = ["run", "nightly", "roofline", "gate", "explain", "baseline", "export", "peaks", "doctor"]


@pytest.fixture(scope="module", params=["roofgate", "roofgate-bench"])
def program(request, roofgate, roofgate_bench):
    return {"roofgate": roofgate, "roofgate-bench": roofgate_bench}[request.param]


def test_version_names_version_revision_and_build_type(program, run):
    done = run(program, "--version")
    assert done.status == 0
    name, version, rest = done.out.split(" ", 2)
    assert name == program.name and version[0].isdigit() and rest.startswith("(git ") and rest.endswith(")\n")


def test_help_is_on_standard_output(program, run):
    done = run(program, "--help")
    assert done.status == 0 and done.err == ""
    assert done.out.startswith(f"usage: {program.name}")
    assert "Exit status: 0 " in done.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command, roofgate, run):
    done = run(roofgate, command, "--help")
    assert done.status == 0
    assert done.out.startswith(f"usage: roofgate {command}")
    assert command in run(roofgate, "--help").out


@pytest.mark.parametrize("arguments, words", [
    ([], "a command is needed"),
    (["nigthly"], "did you mean 'nightly'?"),
    (["--bogus"], "unexpected option '--bogus'"),
    (["run", "--suit", "quick"], "did you mean --suite?"),
    (["run", "--rounds", "0"], "--rounds"),
    (["run", "--rounds", "many"], "--rounds"),
    (["run", "--time-budget", "nan"], "nan is not a number from 0.001 to 1e+06"),
    (["run", "--time-budget", "-1"], "-1 is not a number from 0.001 to 1e+06"),
    (["baseline", "promote", "r.json", "--max-marked", "nan"], "nan is not a number from 0 to 100"),
    (["run", "--backend", "tpu"], "tpu"),
    (["run", "--launcher", "horse"], "horse"),
    (["run", "--seed", "1x"], "--seed is '1x', not a whole number"),
    (["run", "--suite", "bogus"], "bogus"),
    (["run", "--suite", "./no/such.json"], "no/such.json"),
    (["run", "--resume", "no-such-record.json"], "no-such-record.json"),
    (["run", "--resume", "r.json", "-o", "x.json"], "--output does not go with --resume"),
    (["gate"], "is required"),
    (["gate", "a.json", "b.json"], "a.json"),
    (["gate", "no-such-record.json"], "no-such-record.json"),
    (["roofline", "no-such-record.json"], "no-such-record.json"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_usage_errors_are_status_2_and_say_what_would_be_right(arguments, words, roofgate, run, tmp_path):
    done = run(roofgate, *arguments, cwd=tmp_path)
    assert done.status == 2, done.text
    assert done.out == ""
    assert done.err.startswith("roofgate: ") and words in done.err
    assert not list(tmp_path.glob("runs/*")), "nothing is left behind"


@pytest.mark.parametrize("arguments", [
    ["roofline", "night.json", "--csv", "night.json"],
    ["gate", "night.json", "--json", "./sub/../night.json"],
    ["gate", "night.json", "--markdown", "link.json"],
    ["gate", "night.json", "--json", "new.out", "--junit", "new.out"],
    ["scaling", "night.json", "--json", "night.json"],
    ["history", "case", "night.json", "--csv", "night.json"],
    ["export", "night.json", "--format", "csv", "-o", "night.json"],
    ["import", "night.json", "-o", "night.json"],
])
def test_no_output_overwrites_what_the_command_reads_or_writes(arguments, roofgate, run, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "night.json").write_text("precious", encoding="utf-8")
    (tmp_path / "link.json").symlink_to("night.json")
    done = run(roofgate, *arguments, cwd=tmp_path)
    assert done.status == 2 and "would overwrite it" in done.err and "hint: name another file" in done.err, done.text
    assert (tmp_path / "night.json").read_text(encoding="utf-8") == "precious"
    assert not (tmp_path / "new.out").exists()


def test_a_missing_measuring_program_is_status_3(roofgate, run, tmp_path):
    done = run(roofgate, "run", env={"ROOFGATE_BENCH": "/no/roofgate-bench"}, cwd=tmp_path)
    assert done.status == 2 and "ROOFGATE_BENCH" in done.err, "named but not there: the user's mistake"
    copy = tmp_path / "roofgate"
    copy.write_bytes(roofgate.read_bytes())
    copy.chmod(0o755)
    done = run(copy, "run", cwd=tmp_path, env={"ROOFGATE_BENCH": None})
    assert done.status == 3 and "no measuring program found" in done.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_under_standard_output_is_no_success(program):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([program, "--help"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 4, done.stderr
    assert b"No space left on device" in done.stderr


def test_a_closed_standard_output_is_no_success(roofgate):
    done = subprocess.run(["/bin/sh", "-c", f"'{roofgate}' --help >&-"], stderr=subprocess.PIPE, check=False)
    assert done.returncode == 4
    assert b"standard output: " in done.stderr


def test_a_reader_that_leaves_does_not_change_the_status(roofgate):
    script = f"{{ '{roofgate}' peaks; echo $? >&2; }} | head -c 1 >/dev/null"
    done = subprocess.run(["/bin/bash", "-c", script], stderr=subprocess.PIPE, check=False)
    assert done.stderr.decode().strip() == "0"


def test_hostile_arguments_are_shown_not_obeyed(roofgate, run, tmp_path):
    done = run(roofgate, "gate", "\x1b[31mred\x07.json", cwd=tmp_path)
    assert done.status == 2
    assert "\x1b" not in done.err and "\\x1b[31mred\\x07.json" in done.err.lower()


def test_no_colour_without_a_terminal(roofgate, run):
    done = run(roofgate, "peaks", env={"NO_COLOR": None, "TERM": "xterm"})
    assert "\x1b" not in done.text


def test_the_command_line_page_is_current(roofgate, roofgate_bench, source_dir, run):
    page = run(roofgate, "help-markdown").out + run(roofgate_bench, "--help-markdown").out
    file = pathlib.Path(source_dir / "docs/cli.md")
    assert file.read_text(encoding="utf-8") == page, (
        "docs/cli.md is old: { build/release/bench/roofgate/roofgate help-markdown; "
        "build/release/bench/roofgate-bench/roofgate-bench --help-markdown; } > docs/cli.md"
    )
