"""A record never holds a secret of the environment, whatever name it was given."""

import json

import pytest

SECRET = "s3cr3t-T0ken-of-this-test"
PREFIXES = ["", "AWS_", "HF_", "GITHUB_", "NCCL_", "OMP_", "OMPI_MCA_", "CUDA_", "CUBLAS_", "ONEDNN_", "DNNL_", "MKL_",
            "UCX_", "SLURM_", "KMP_", "NVIDIA_", "ROOFGATE_"]
SUFFIXES = ["TOKEN", "SECRET", "PASSWORD", "API_KEY", "SECRET_ACCESS_KEY", "AUTH", "CREDENTIALS", "KEY", "JWT"]
PLANTED = {prefix + suffix: SECRET for prefix in PREFIXES for suffix in SUFFIXES}
KEPT = {"OMP_PROC_BIND": "false", "NCCL_ALGO": "Ring"}


def test_the_environment_that_is_told_holds_none(run, roofgate_bench):
    outcome = run(roofgate_bench, "--backend", "host", "--describe", env={**PLANTED, **KEPT})
    assert outcome.status == 0, outcome.text
    assert SECRET not in outcome.text
    assert json.loads(outcome.out)["variables"].items() >= KEPT.items()


@pytest.fixture(scope="module")
def record(run, roofgate_bench, tmp_path_factory):
    file = tmp_path_factory.mktemp("record") / "record.json"
    outcome = run(roofgate_bench, "--backend", "host", "--suite", "smoke", "--benchmark_filter", "ceiling/launch",
                  "--record", file, env={**PLANTED, **KEPT})
    assert file.exists(), outcome.text
    return outcome, file.read_text()


def test_the_record_holds_none(record):
    outcome, text = record
    assert SECRET not in text
    assert SECRET not in outcome.text
    assert json.loads(text)["environment"]["variables"].items() >= KEPT.items()
