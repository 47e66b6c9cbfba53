"""The launch files: Slurm's is run under a real Slurm that the test starts here; Kubernetes' is read and its fields checked."""

import contextlib
import json
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import time

import pytest

RANKS = 4
SUITE = {
    "schema": "roofgate.suite/1",
    "name": "launch",
    "purpose": "A collective and a step, small.",
    "host": {
        "sampling": {"max_warmup_s": 0.02, "min_sampling_s": 0.02, "max_sampling_s": 0.1, "max_samples": 20, "max_case_s": 120},
        "grids": [
            {"kind": "collective", "ops": ["all_gather"], "dtypes": ["bf16"], "placements": ["out_of_place"], "bytes": [1024]},
            {"kind": "step", "stacks": [{"layers": 2, "width": 64, "tokens": 32}], "variants": ["overlap"],
             "bucket_bytes": [8192]},
        ],
    },
}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def config(folder, host):
    return f"""
ClusterName=trial
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={RANKS} State=UNKNOWN
PartitionName=trial Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def wait_for(is_there, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if is_there():
            return True
        time.sleep(0.2)
    return False


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    """A Slurm of one node and four CPUs, whatever this machine has; the environment that its commands need."""
    missing = [name for name in ("munged", "slurmctld", "slurmd", "srun", "sbatch") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"no {', '.join(missing)}: Debian's munge and slurm-wlm have them")
    if os.geteuid() != 0:
        pytest.skip("Slurm's daemons are started as root only")
    host = socket.gethostname()
    # The path of a socket is limited to 107 bytes, and munged wants a folder that others cannot write.
    folder = pathlib.Path("/run") / f"roofgate-slurm-{os.getpid()}"
    folder.mkdir(mode=0o755)
    for name in ("state", "spool"):
        (folder / name).mkdir()
    key = folder / "munge.key"
    key.write_bytes(secrets.token_bytes(128))
    key.chmod(0o600)
    (folder / "slurm.conf").write_text(config(folder, host))
    env = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}
    daemons = []
    try:
        with contextlib.ExitStack() as logs:
            for command in (
                ["munged", "--foreground", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket",
                 f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log", f"--seed-file={folder}/munged.seed"],
                ["slurmctld", "-D"],
                ["slurmd", "-D", "-N", host],
            ):
                out = logs.enter_context(open(folder / f"{command[0]}.out", "wb"))
                daemons.append(subprocess.Popen(command, env=env, stdout=out, stderr=out, stdin=subprocess.DEVNULL))
                wait_for(lambda: (folder / "munge.socket").exists(), 10)

            def is_idle():
                done = subprocess.run(["sinfo", "-h", "-o", "%t"], env=env, capture_output=True, text=True, check=False)
                return done.stdout.strip() == "idle"

            if not wait_for(is_idle, 60):
                words = " ".join((folder / f"{name}.out").read_text()[-200:] for name in ("munged", "slurmctld", "slurmd"))
                pytest.skip(f"Slurm's daemons do not come up here: {words}")
            if "pmix" not in subprocess.run(["srun", "--mpi=list"], env=env, capture_output=True, text=True,
                                            check=False).stdout:
                pytest.skip("this Slurm has no PMIx plug-in")
            yield env
    finally:
        for daemon in reversed(daemons):
            daemon.terminate()
            try:
                daemon.wait(timeout=20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        shutil.rmtree(folder, ignore_errors=True)


def test_the_slurm_script_measures_four_ranks(slurm, roofgate, source_dir, tmp_path):
    suite = tmp_path / "launch.json"
    suite.write_text(json.dumps(SUITE))
    record = tmp_path / "record.json"
    env = {**slurm, "ROOFGATE_PROGRAM": str(roofgate), "ROOFGATE_SUITE": str(suite), "ROOFGATE_RECORD": str(record),
           "ROOFGATE_ROUNDS": "1", "ROOFGATE_WORLDS": f"1,{RANKS}"}
    done = subprocess.run(
        ["sbatch", "--wait", f"--ntasks={RANKS}", "--output", str(tmp_path / "job.out"),
         str(source_dir / "scripts/slurm/roofgate.sbatch")],
        env=env, cwd=tmp_path, capture_output=True, text=True, timeout=500, check=False)
    told = (tmp_path / "job.out").read_text() if (tmp_path / "job.out").exists() else ""
    assert done.returncode == 0, done.stderr + told
    assert f"record: {record}" in told
    written = json.loads(record.read_text())
    by_ranks = {case["parameters"]["ranks"]: case for case in written["cases"] if case["kind"] == "all_gather"}
    assert set(by_ranks) == {1, RANKS}
    (measured,) = by_ranks[RANKS]["rounds"]
    assert len(measured["rank_time_s"]) == RANKS
    world = written["worlds"][measured["world"]]
    assert world["launcher"] == "srun"
    assert world["nodes"] == 1
    assert [rank["node"] for rank in world["ranks"]] == [socket.gethostname()] * RANKS
    cores = os.cpu_count() or 1
    assert world["oversubscribed"] == (cores < RANKS)
    assert any(case["kind"] == "step" for case in written["cases"])


def test_the_slurm_script_is_sound_bash(source_dir):
    script = source_dir / "scripts/slurm/roofgate.sbatch"
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    if shutil.which("shellcheck") is None:
        pytest.skip("no shellcheck")
    done = subprocess.run(["shellcheck", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


# The fields of kubeflow/mpi-operator's MPIJob v2beta1 (its CRD) and of core/v1 that the file may use.
JOB = {"apiVersion", "kind", "metadata", "spec"}
SPEC = {"slotsPerWorker", "runPolicy", "mpiReplicaSpecs", "sshAuthMountPath", "launcherCreationPolicy", "mpiImplementation"}
RUN_POLICY = {"cleanPodPolicy", "ttlSecondsAfterFinished", "activeDeadlineSeconds", "backoffLimit", "suspend"}
POD = {"containers", "volumes", "restartPolicy", "nodeSelector", "tolerations", "hostNetwork"}
CONTAINER = {"name", "image", "command", "args", "env", "resources", "volumeMounts", "securityContext"}


def test_the_kubernetes_job_has_the_operators_fields(source_dir):
    yaml = pytest.importorskip("yaml", reason="python3-yaml is not installed: the file is not read")
    job = yaml.safe_load((source_dir / "scripts/kubernetes/mpijob.yaml").read_text())
    assert set(job) <= JOB and job["apiVersion"] == "kubeflow.org/v2beta1" and job["kind"] == "MPIJob"
    spec = job["spec"]
    assert set(spec) <= SPEC and set(spec["runPolicy"]) <= RUN_POLICY
    assert spec["runPolicy"]["cleanPodPolicy"] in {"Running", "All", "None"}
    replicas = spec["mpiReplicaSpecs"]
    assert set(replicas) == {"Launcher", "Worker"}
    for replica in replicas.values():
        assert set(replica) <= {"replicas", "restartPolicy", "template"}
        pod = replica["template"]["spec"]
        assert set(pod) <= POD
        volumes = {volume["name"] for volume in pod.get("volumes", ())}
        for container in pod["containers"]:
            assert set(container) <= CONTAINER
            assert {mount["name"] for mount in container.get("volumeMounts", ())} == volumes
            assert all(isinstance(entry["value"], str) for entry in container.get("env", ()))
            assert all(isinstance(word, str) for word in (*container.get("command", ()), *container.get("args", ())))
    gpus = replicas["Worker"]["template"]["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"]
    assert gpus == spec["slotsPerWorker"], "one rank for each GPU"


def test_the_kubernetes_job_calls_the_program_with_options_that_it_has(source_dir, roofgate_bench, run):
    yaml = pytest.importorskip("yaml", reason="python3-yaml is not installed: the file is not read")
    job = yaml.safe_load((source_dir / "scripts/kubernetes/mpijob.yaml").read_text())
    launcher = job["spec"]["mpiReplicaSpecs"]["Launcher"]["template"]["spec"]["containers"][0]
    (script,) = launcher["args"]
    assert subprocess.run(["bash", "-n", "-c", script], check=False).returncode == 0
    worlds = script.split("for ranks in ")[1].split(";")[0].split()
    slots = job["spec"]["slotsPerWorker"] * job["spec"]["mpiReplicaSpecs"]["Worker"]["replicas"]
    assert int(worlds[-1]) == slots
    help_text = run(roofgate_bench, "--help").out
    assert f"'4 {slots} 0'" in script, "the last world of the last round ends the record"
    for option in ("--suite", "--backend", "--only", "--round", "--rounds", "--record", "--finish"):
        assert option in script and option in help_text
