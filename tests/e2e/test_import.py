"""What other tools wrote, from the command line: import, and the judging commands on the files as they are."""

import json

import pytest

from nccl_nights import SAMPLES, night, write_nights


@pytest.fixture
def nights(tmp_path):
    return write_nights(tmp_path / "nights", (1.0, 1.004, 0.997, 1.002, 0.999, 1.001, 1.003))


def test_import_says_what_it_took_and_writes_a_record(roofgate, run, tmp_path):
    done = run(roofgate, "import", SAMPLES / "nccl_wrong.log", "-o", tmp_path / "record.json")
    assert done.status == 4, done.text
    assert "WRONG RESULT in 1 case" in done.out
    assert "nccl-tests: text of nccl-tests or rccl-tests, 1 heading and 3 rows at its beginning" in done.out
    assert "3 of 3 rows read" in done.out
    assert "1 size of the list is missing, the first is 33554432 bytes" in done.out
    assert "a100-sxm4-80gb-x4/imported-nccl-tests, 8 cases" in done.out
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert record["imported"]["file"] == "nccl_wrong.log"
    again = run(roofgate, "import", tmp_path / "record.json", "-o", tmp_path / "again.json")
    assert again.status == 4, again.text
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "record.json").read_bytes(), "read back without loss"


def test_folders_in_a_folder_are_for_history_alone(roofgate, run, nights):
    (nights.parent / "years").mkdir()
    nights.rename(nights.parent / "years" / "nights")
    for command in (["import"], ["gate"], ["scaling"], ["compare", "--before", "years", "--after"]):
        done = run(roofgate, *command, "years", cwd=nights.parent)
        assert done.status == 2 and "folders in it are not looked into" in done.err, (command, done.text)
    done = run(roofgate, "history", "allreduce/fp32/out_of_place/*", "years", cwd=nights.parent)
    assert "7 files of nccl-tests: 42 of 42 rows read" in done.err, done.text
    for command in (["roofline"], ["export", "--format", "csv"], ["baseline", "promote"]):
        done = run(roofgate, *command, "years", cwd=nights.parent)
        assert done.status == 2 and "name a file" in done.err, (command, done.text)


def test_several_records_go_to_a_folder(roofgate, run, nights, tmp_path):
    refused = run(roofgate, "import", nights, "-o", tmp_path / "all.json")
    assert (refused.status, refused.out) == (2, "")
    assert "7 records do not fit into one file" in refused.err
    done = run(roofgate, "import", nights, "-o", f"{tmp_path}/records/")
    assert done.status == 0, done.text
    assert len(list((tmp_path / "records").glob("*.json"))) == 7


@pytest.mark.parametrize("sample, status, words", [
    ("nccl_four_one_rank_jobs.log", 3, "N one-rank runs, not an N-rank run"),
    ("nccl_failed.log", 3, "the tool failed and measured nothing: Invalid number of GPUs"),
])
def test_no_measurement_is_no_verdict(roofgate, run, sample, status, words):
    for command in (["import"], ["gate"], ["roofline"]):
        done = run(roofgate, *command, SAMPLES / sample)
        assert (done.status, done.out) == (status, ""), done.text
        assert words in done.err


def test_bad_files_and_bad_options(roofgate, run, tmp_path):
    (tmp_path / "notes.md").write_text("nothing measured here\n", encoding="utf-8")
    (tmp_path / "empty.log").write_text("", encoding="utf-8")
    for arguments, words in (
        ([tmp_path / "missing.log"], "No such file"),
        ([tmp_path / "notes.md"], "no known format fits its content"),
        ([tmp_path / "empty.log"], "is empty"),
        ([tmp_path / "notes.md", "--format", "nccl-test"], "did you mean 'nccl-tests'?"),
        ([f"{tmp_path}/*.txt"], "no file matches"),
        ([tmp_path], "no file could be read"),
    ):
        done = run(roofgate, "import", *arguments)
        assert done.status == 2 and words in done.err, done.text
    forced = run(roofgate, "import", tmp_path / "notes.md", "--format", "nccl-tests")
    assert forced.status == 3 and "no row was measured" in forced.err


def test_a_folder_of_nights_is_judged(roofgate, run, nights):
    done = run(roofgate, "gate", nights, "--all")
    assert "6 nights, 2026-10-01 to 2026-10-06" in done.out, done.text
    assert "rows read" in done.err
    assert done.status in (0, 3), done.text
    assert "regressed" not in done.out.split("Smallest")[0].replace("0 regressed", "")


def test_a_planted_loss_is_found(roofgate, run, nights):
    text = (SAMPLES / "nccl_allreduce_2x4.log").read_text(encoding="utf-8")
    name, content = night(text, 1.5, 8)
    (nights / name).write_text(content, encoding="utf-8")
    done = run(roofgate, "gate", nights)
    assert done.status == 1, done.text
    assert "REGRESSED" in done.out
    explained = run(roofgate, "explain", nights, "allreduce/fp32/out_of_place/bytes33554432/ranks8")
    assert explained.status == 0, explained.text
    assert "regressed" in explained.out
    globbed = run(roofgate, "gate", f"{nights}/nccl-2026-10-0[1-7].log")
    assert globbed.status != 1, globbed.text


def test_imported_nights_make_a_baseline_of_their_own(roofgate, run, nights, tmp_path):
    for file in sorted(nights.iterdir()):
        done = run(roofgate, "baseline", "promote", file, "--baselines", tmp_path / "baselines")
        assert done.status == 0, done.text
    assert [str(p.relative_to(tmp_path)) for p in (tmp_path / "baselines").rglob("*.json")] == \
        ["baselines/h100-80gb-hbm3-x8/imported-nccl-tests.json"]
    twice = run(roofgate, "baseline", "promote", nights / "nccl-2026-10-03.log", "--baselines", tmp_path / "baselines")
    assert twice.status == 2 and "is in the baseline already" in twice.text


def test_a_wrong_result_outranks_everything(roofgate, run):
    done = run(roofgate, "gate", SAMPLES / "nccl_wrong.log")
    assert done.status == 4, done.text
    assert "WRONG_RESULT" in done.out


def test_roofline_of_foreign_figures(roofgate, run):
    done = run(roofgate, "roofline", SAMPLES / "nvbandwidth.json")
    assert "54.75 GB/s" in done.out and "1.48 us" in done.out, done.text
    assert "imported: nvbandwidth v0.7, nvbandwidth.json" in done.out
    done = run(roofgate, "roofline", SAMPLES / "nccl_allreduce_2x4.log")
    assert "bus 91.8 GB/s" in done.out, done.text


def test_remeasuring_what_another_tool_measured_is_refused(roofgate, run):
    done = run(roofgate, "gate", SAMPLES / "nccl_allreduce_2x4.log", "--remeasure", "3")
    assert done.status == 2 and "only one run that roofgate measured" in done.err


EXPORTS = [["export", "--format", name] for name in ("csv", "gbench", "github-action-benchmark", "openmetrics", "record")]


def reports_in(folder):
    """Takes them away: the next command's are its own."""
    texts = {file.suffix: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    for file in folder.iterdir():
        file.unlink()
    return texts


def test_no_secret_comes_through(roofgate, run, tmp_path):
    """nccl-tests writes its whole environment into its JSON."""
    out = tmp_path / "out"
    out.mkdir()
    secrets = {"PLANTED", "hunter2", "sk-live", "bond7secret", "AWS_"}
    planted, answered = set(), {}
    for sample in sorted(SAMPLES.iterdir()):
        planted |= {secret for secret in secrets if secret in sample.read_text(encoding="utf-8")}
        for command in (["import", "-o", out / "record.json"],
                        ["gate", "--json", out / "gate.json", "--markdown", out / "gate.md", "--junit", out / "gate.xml"],
                        ["roofline", "--csv", out / "r.csv", "--json", out / "r.json", "--markdown", out / "r.md"],
                        ["scaling"], ["history", "no/case"], ["baseline", "promote", "--dry-run"], *EXPORTS):
            done = run(roofgate, *command, sample)
            reports = reports_in(out)
            told = done.text + "".join(reports.values())
            assert not {secret for secret in secrets if secret in told}, (sample.name, command)
            answered.setdefault(command[0], set()).update({sample.name} if done.out or reports else ())
    assert planted == secrets
    for command in ("import", "gate", "roofline", "export"):
        assert answered[command] >= {"nccl_v1.json", "nccl_allreduce_2x4.log"}, f"{command} told nothing of them"


def test_names_cannot_steer_a_terminal(roofgate, run, tmp_path):
    text = (SAMPLES / "nccl_allreduce_2x4.log").read_text(encoding="utf-8")
    file = tmp_path / "a\x1b[2Jb\nroofgate: all passed.log"
    file.write_text(text.replace("NVIDIA H100 80GB HBM3", "GPU\x07 <b>|x|</b> ../../etc"), encoding="utf-8")
    out = tmp_path / "out"
    out.mkdir()
    files = ["--json", out / "r.json", "--markdown", out / "r.md"]
    for command, status in ((["import"], 0), (["roofline", "--csv", out / "r.csv", *files], 0),
                            (["gate", "--junit", out / "r.xml", *files], 3), *((export, 0) for export in EXPORTS)):
        done = run(roofgate, *command, file)
        assert done.status == status, done.text
        reports = reports_in(out)
        told = done.text + "".join(reports.values())
        assert "\x1b" not in told and "\x07" not in told and "\nroofgate: all passed" not in told, command
        assert "<b>" not in reports.get(".md", "") + reports.get(".xml", "")
        if command[0] in ("import", "roofline"):
            assert "GPU\\x07 <b>|x|</b>" in done.out, "the name is shown, and visibly so: " + done.text


def test_the_shared_files(roofgate, run, shared_dir, tmp_path):
    """Real public output of every age: read, or refused with a reason, or found wrong by the tool's own check."""
    folder = shared_dir / "data" / "nccl"
    other = {"nccl-tests-README_1.log": 3,  # an excerpt: most sizes of its list are not in it
             "issue_nccl-tests_104_sendrecv_error.log": 4,
             "azure_chm_fail_bad_minbytes.log": 3, "azure_chm_fail_too_many_gpus.log": 3,
             "issue_nccl-tests_294_no_mpi_16x1rank.log": 3, "issue_nccl-tests_249_single_a10g_no_hash.log": 3}
    read = 0
    for file in [*folder.glob("*.log"), *folder.glob("json/*.json"), folder / "issue_rccl-tests_93.jsonl",
                 folder / "mscclpp_perf_ndmv4_baseline.jsonl", shared_dir / "data/superbench/data_nvbandwidth_results.log"]:
        done = run(roofgate, "import", file, "-o", tmp_path / "record.json")
        assert done.status == other.get(file.name, 0), (file.name, done.text)
        assert (done.status == 4) == ("WRONG RESULT" in done.text), (file.name, done.text)
        if done.out:
            read += 1
            assert run(roofgate, "roofline", tmp_path / "record.json").status in (0, 3, 4)
    assert read >= 25
    error = run(roofgate, "import", shared_dir / "data/nvbandwidth/azure_chm_h100_nvbandwidth_error.json")
    assert error.status == 3 and "a testcase that failed" in error.err
