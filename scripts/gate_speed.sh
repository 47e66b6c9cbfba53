#!/usr/bin/env bash
# Times `roofgate gate` on simulated nights, and google/benchmark's compare.py on the same samples.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
usage: scripts/gate_speed.sh [BUILD]

Makes simulated nights of 5 rounds of 50 samples and times, each the best of three:
  roofgate gate, 10000 cases against 30 nights (2500000 samples tonight)
  roofgate gate, 400 cases against 30 nights (100000 samples tonight)
  compare.py,    400 cases, that night against the one before (100000 samples each)
The time of compare.py grows with the square of the number of cases: at 10000 it would take hours.
BUILD is the build folder; default build/release. Needs its targets roofgate and gate_speed_data, and compare.py with
scipy: Debian's libbenchmark-tools and python3-scipy. Without them only roofgate is timed.
Exit status: 0 timed, 2 usage or something is missing.
TEXT
}
case "${1:-}" in -h | --help) usage; exit 0 ;; esac

build=${1:-build/release}
roofgate=$build/bench/roofgate/roofgate
data=$build/tests/bench/gate/gate_speed_data
for program in "$roofgate" "$data"; do
  [ -x "$program" ] || { echo "gate_speed.sh: no $program: build it first" >&2; exit 2; }
done
compare=/usr/share/benchmark/compare.py
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Best wall time of three runs in seconds, and the most memory.
time_of() {
  local name=$1
  shift
  for _ in 1 2 3; do
    # The gate's verdict is its exit status, so any of 0, 1 and 3 is a run that worked.
    /usr/bin/python3 - "$@" <<'PY'
import resource, subprocess, sys, time
began = time.perf_counter()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
seconds = time.perf_counter() - began
if status not in (0, 1, 3):
    sys.exit(2)
print(f"{seconds:.2f} {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f}")
PY
  done | sort -n | head -n 1 | { read -r seconds memory; printf '%-34s %8s s  %6s MiB\n' "$name" "$seconds" "$memory"; }
}

gate() { time_of "$1" "$roofgate" gate "$2/record.json" --baselines "$2/baselines" --policy "$2/policy.json"; }

"$data" "$folder/large" 10000 30 5 50
gate 'roofgate gate, 10000 cases' "$folder/large"
rm -rf "$folder/large"
"$data" "$folder/small" 400 30 5 50 google
gate 'roofgate gate, 400 cases' "$folder/small"
if [ -f "$compare" ] && /usr/bin/python3 -c 'import scipy' 2>/dev/null; then
  time_of 'compare.py, 400 cases' /usr/bin/python3 "$compare" benchmarks "$folder/small/google_before.json" \
    "$folder/small/google_after.json"
else
  echo 'compare.py is not timed: install libbenchmark-tools and python3-scipy' >&2
fi
