#!/usr/bin/env bash
# Records many short nights of one suite on this machine with nothing changed between them: what docs/statistics.md
# judges the gate and the estimators by.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: scripts/aa_nights.sh [--nights N] [--every SECONDS] [--rounds N] [--suite NAME|FILE] FOLDER

Writes FOLDER/night-0001.json, night-0002.json, …: N short nights of this machine's CPUs. The machine is left as it is:
whatever else runs on it is part of what healthy nights are like. A folder that has nights gets further ones.
Needs roofgate and roofgate-bench of a Release build: those of build/release or build/cpu, or ROOFGATE and
ROOFGATE_BENCH.

  --nights N         how many nights the folder shall have; default 40
  --every SECONDS    seconds from the start of one night to the start of the next; default 45
  --rounds N         rounds of a night; default 3
  --suite NAME|FILE  default: 19 small cases of every kind, about 12 s a night of 3 rounds on two cores

Judge them with build/release/tests/bench/gate/real_nights FOLDER (docs/statistics.md).
Exit status: 0 all nights recorded, 2 usage, else that of `roofgate run`.
TEXT
}

nights=40 every=45 rounds=3 suite='' folder=''
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    --nights | --every | --rounds | --suite)
      [ $# -ge 2 ] || { usage >&2; exit 2; }
      declare "${1#--}=$2"
      shift 2 ;;
    -*) echo "aa_nights.sh: unknown option '$1'" >&2; usage >&2; exit 2 ;;
    *) [ -z "$folder" ] || { usage >&2; exit 2; }; folder=$1; shift ;;
  esac
done
[ -n "$folder" ] || { usage >&2; exit 2; }
for number in "$nights" "$every" "$rounds"; do
  [[ $number =~ ^[0-9]+$ ]] || { echo "aa_nights.sh: '$number' is not a whole number" >&2; exit 2; }
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
[ -x "$build/bench/roofgate/roofgate" ] || build=$root/build/cpu
roofgate=${ROOFGATE:-$build/bench/roofgate/roofgate}
export ROOFGATE_BENCH=${ROOFGATE_BENCH:-$build/bench/roofgate-bench/roofgate-bench}
[ -x "$roofgate" ] || { echo "aa_nights.sh: no $roofgate: build it, or set ROOFGATE" >&2; exit 2; }

mkdir -p "$folder"
if [ -z "$suite" ]; then
  suite=$folder/suite.json
  cat >"$suite" <<'JSON'
{
  "schema": "roofgate.suite/1",
  "name": "short",
  "purpose": "Every kind of work at sizes that take seconds: to record many nights.",
  "host": {
    "sampling": {"max_warmup_s": 0.03, "min_sampling_s": 0.03, "max_sampling_s": 0.08, "max_samples": 40, "max_case_s": 60},
    "grids": [
      {"kind": "ceiling", "ops": ["fma_fp32", "dot_bf16", "launch"]},
      {"kind": "memory", "ops": ["copy", "read", "triad"], "bytes": ["32 MiB"]},
      {"kind": "memory", "ops": ["copy"], "bytes": ["1 MiB"], "cache": ["warm"]},
      {"kind": "gemm", "shapes": [[512, 512, 512]], "align": [128, 8, 1]},
      {"kind": "gemm", "layouts": ["nn", "nt"], "shapes": [[512, 512, 512]]},
      {"kind": "elementwise", "chains": [{"name": "bias_gelu_scale_residual", "ops": ["bias", "gelu", "scale", "residual"]},
                                         {"name": "swiglu", "ops": ["silu", "gate"]}],
       "variants": ["unfused", "fused"], "elements": [4194304]},
      {"kind": "allreduce", "dtypes": ["bf16"], "placements": ["out_of_place"], "bytes": [8, "64 KiB", "1 MiB"]}
    ]
  }
}
JSON
fi

for ((night = 1; night <= nights; ++night)); do
  record=$(printf '%s/night-%04d.json' "$folder" "$night")
  [ ! -e "$record" ] || continue
  started=$SECONDS
  "$roofgate" run --suite "$suite" --backend host --rounds "$rounds" -o "$record.part" >/dev/null || {
    status=$?
    # A night with marks is a night: what cannot be judged is the gate's business.
    [ "$status" -eq 3 ] && [ -s "$record.part" ] || exit "$status"
  }
  mv "$record.part" "$record"
  rm -f "$record.part.lock"
  left=$((every - (SECONDS - started)))
  if [ "$night" -lt "$nights" ] && [ "$left" -gt 0 ]; then sleep "$left"; fi
done
