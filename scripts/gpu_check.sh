#!/usr/bin/env bash
# Everything that only a GPU can show, in one short run: build, tests, sanitizer, a night, A against A, measured bytes.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 4

usage() {
  cat <<'TEXT'
usage: scripts/gpu_check.sh [OPTION…]

On a machine with a GPU and CUDA 12.4 or newer: builds (or takes a build along), runs every test, compute-sanitizer on
small sizes, the nightly suite in 3 rounds, the goals of an H200, PyTorch's products beside ours, an environment against
itself, and ncu's DRAM bytes against roofgate's own count; prints one closing table. Libraries come from a system CUDA or from the Python environment that is active
(nvidia-cublas, nvidia-nccl). A step that cannot run is told with its reason.

  --out FOLDER      where record, baseline and logs go (default: runs/gpu_check-<time>)
  --build FOLDER    takes this build instead of building
  --minutes N       the whole run ends in N minutes (default: 8)
  --suite NAME|FILE what the night measures (default: nightly)
  --skip STEP       leaves out build, tests, sanitizer, night, goals, torch, ab, bytes or baseline; may be repeated
  --emulated        proves this script on the stand-in runtime of the tests; no figure of it is a device's
  -h, --help        this text

Exit status: 0 every step that ran passed, 2 usage, 3 no GPU or nothing could be measured, 4 a step failed.
TEXT
}

out="" build="" minutes=8 suite=nightly emulated=no skipped=" "
while [ "$#" -gt 0 ]; do
  case "$1" in
    --out | --build | --minutes | --suite | --skip)
      [ "$#" -ge 2 ] || { echo "gpu_check.sh: $1 needs a value" >&2; exit 2; }
      case "$1" in
        --out) out=$2 ;;
        --build) build=$2 ;;
        --minutes) minutes=$2 ;;
        --suite) suite=$2 ;;
        --skip)
          [[ " build tests sanitizer night goals torch ab bytes baseline " == *" $2 "* ]] ||
            { echo "gpu_check.sh: --skip $2: no such step" >&2; usage >&2; exit 2; }
          skipped+="$2 "
          ;;
      esac
      shift 2
      ;;
    --emulated) emulated=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) echo "gpu_check.sh: unknown argument '$1'" >&2; usage >&2; exit 2 ;;
  esac
done
[[ "$minutes" =~ ^[1-9][0-9]*$ ]] || { echo "gpu_check.sh: --minutes needs a whole number" >&2; exit 2; }

started=$(date +%s)
deadline=$((started + 60 * minutes))
out=${out:-runs/gpu_check-$(date -u +%Y%m%dT%H%M%SZ)}
mkdir -p "$out" || exit 2
rows=()
failed=no

note() { echo "gpu_check.sh: $*" >&2; }
left() { local now; now=$(date +%s); echo $((deadline - now)); }
row() { rows+=("$1|$2|$3"); note "$1: $2${3:+ ($3)}"; [ "$2" != FAILED ] || failed=yes; }
wanted() { [[ "$skipped" != *" $1 "* ]] || { row "$1" skipped "--skip"; return 1; }; }

# limited NAME MOST COMMAND…: at most MOST seconds and never past the deadline; output in $out/NAME.log.
limited() {
  local name=$1 most=$2 rest
  shift 2
  rest=$(left)
  [ "$rest" -gt 5 ] || return 124
  [ "$most" -lt "$rest" ] || most=$rest
  timeout --signal=TERM --kill-after=10 "$most" "$@" >"$out/$name.log" 2>&1
}

outcome() {  # outcome NAME STATUS DETAIL
  case "$2" in
    0) row "$1" passed "$3" ;;
    124 | 137) row "$1" FAILED "time was up; see $out/$1.log" ;;
    *) row "$1" FAILED "status $2; see $out/$1.log" ;;
  esac
}

find_device() {
  if [ "$emulated" = yes ]; then row device emulated "stand-in runtime: not run on a GPU"; return 0; fi
  if ! command -v nvidia-smi >/dev/null || ! nvidia-smi -L >"$out/device.log" 2>&1; then
    row device FAILED "nvidia-smi shows none"
    return 1
  fi
  nvidia-smi -q >"$out/nvidia-smi.txt" 2>&1
  row device found "$(head -n 1 "$out/device.log" | sed 's/ (UUID.*//'), $(grep -c . "$out/device.log") in all"
}

# Libraries of a Python environment: the build finds them below VIRTUAL_ENV, programs by the loader's path.
find_libraries() {
  local python site folder found=()
  python=$(command -v python3) || return 0
  site=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])' 2>/dev/null) || return 0
  for folder in "$site"/nvidia/*/lib; do
    [ -d "$folder" ] || continue
    found+=("$(basename "$(dirname "$folder")")")
    LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    case "$folder" in
      */nccl/lib) export NCCL_ROOT=${folder%/lib} ;;
      */cublas/lib | */cu1[0-9]/lib) export CublasLt_ROOT=${folder%/lib} ;;
    esac
  done
  [ "${#found[@]}" -eq 0 ] || { export LD_LIBRARY_PATH; row libraries found "Python environment: ${found[*]}"; }
}

build_it() {
  if [ -n "$build" ]; then
    row build carried "$build"
  elif wanted build; then
    build=build/release
    # shellcheck disable=SC2016 # expanded by the shell that runs it
    limited build 240 bash -c 'cmake --preset release && cmake --build --preset release -j "$(nproc)"'
    outcome build $? "$build"
  else
    build=build/release
  fi
  roofgate=$build/bench/roofgate/roofgate
  bench=$build/bench/roofgate-bench/roofgate-bench
  [ "$emulated" = no ] || bench=$build/tests/cpu_cuda/standin/roofgate-bench-emulated
  if [ ! -x "$roofgate" ] || [ ! -x "$bench" ]; then
    row programs FAILED "$roofgate or $bench is missing"
    return 1
  fi
}

run_tests() {
  wanted tests || return 0
  [ -f "$build/CTestTestfile.cmake" ] || { row tests skipped "the carried build has none"; return 0; }
  limited tests 150 ctest --test-dir "$build" -j "$(nproc)" --timeout 60 --output-on-failure -R '^(kernels|bench/telemetry|bench/measure|cpu_cuda)'
  outcome tests $? "$(grep -E 'tests passed|tests failed' "$out/tests.log" | tail -n 1)"
}

# Small sizes of every kernel; a tail and an unaligned pointer each.
write_small_suite() {
  cat >"$1" <<'JSON'
{"schema": "roofgate.suite/1", "name": "small", "purpose": "every kernel once, small",
 "host": {"grids": [{"kind": "memory", "ops": ["copy"], "bytes": [4096]}]}, "cuda": {"grids": [
  {"kind": "ceiling", "ops": ["launch", "fma_fp32", "dot_bf16"]},
  {"kind": "memory", "ops": ["copy", "read", "write", "triad"], "bytes": [65548]},
  {"kind": "gemm", "shapes": [[256, 256, 256]], "align": [128, 1], "choices": ["first"], "epilogues": ["none", "bias_gelu_separate"]},
  {"kind": "elementwise", "chains": [{"name": "swiglu", "ops": ["silu", "gate"]},
    {"name": "bias_gelu_scale_residual", "ops": ["bias", "gelu", "scale", "residual"]}, {"name": "scale1", "ops": ["scale"]}],
    "variants": ["unfused", "fused"], "elements": [4103], "offset_elements": [0, 1]}]}}
JSON
}

case_ids() { python3 -c 'import json, sys; print("\n".join(c["id"] for c in json.load(sys.stdin)))'; }

sanitize() {
  local sanitizer id status=0 count=0
  wanted sanitizer || return 0
  sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)
  if [ "$emulated" = yes ]; then
    sanitizer=""  # the stand-in checks every access itself
  elif [ -z "$sanitizer" ]; then
    row sanitizer skipped "compute-sanitizer is not installed"
    return 0
  fi
  write_small_suite "$out/small.json"
  while read -r id; do
    if [ "$emulated" = yes ]; then
      limited sanitizer 60 "$bench" --suite "$out/small.json" --backend cuda --profile "$id"
    else
      limited sanitizer 60 "$sanitizer" --error-exitcode 9 "$bench" --suite "$out/small.json" --backend cuda --profile "$id"
    fi
    status=$?
    [ "$status" -eq 0 ] || break
    count=$((count + 1))
  done < <("$bench" --suite "$out/small.json" --backend cuda --list-json | case_ids)
  [ "$count" -gt 0 ] || [ "$status" -ne 0 ] || status=3
  if [ "$emulated" = yes ] && [ "$status" -eq 0 ]; then
    row sanitizer emulated "$count cases ran; no sanitizer did"
  else
    outcome sanitizer "$status" "$count cases clean"
  fi
}

measure_night() {
  wanted night || return 0
  local arguments=(--suite "$suite" --backend cuda --rounds 3 --bench "$bench" -o "$out/record.json")
  [ "$emulated" = no ] || arguments+=(--allow-debug-build --world-sizes 1)
  limited night 240 "$roofgate" run "${arguments[@]}"
  local status=$?
  [ -f "$out/record.json" ] || { row night FAILED "status $status, no record; see $out/night.log"; return 0; }
  outcome night "$status" "$out/record.json"
  "$roofgate" roofline "$out/record.json" >"$out/roofline.txt" 2>&1
}

# beside NAME MOST COMMAND…: a look at the record that may find nothing to say (status 3).
beside() {
  local name=$1 status
  wanted "$name" || return 0
  if [ "$emulated" = yes ]; then row "$name" skipped "no device"; return 0; fi
  [ -f "$out/record.json" ] || { row "$name" skipped "no record"; return 0; }
  limited "$@"
  status=$?
  if [ "$status" -eq 3 ]; then
    row "$name" skipped "$(tail -n 1 "$out/$name.log")"
  elif [ "$status" -eq 1 ]; then
    row "$name" FAILED "$(tail -n 1 "$out/$name.log"); see $out/$name.log"
  else
    outcome "$name" "$status" "$(tail -n 1 "$out/$name.log")"
  fi
}

compare_with_itself() {
  wanted ab || return 0
  if ! "$roofgate" run --help | grep -q -e '--ab'; then
    row ab skipped "this build's roofgate run has no --ab"
    return 0
  fi
  local ab_suite=quick status
  local arguments=(--backend cuda --bench "$bench" --ab ROOFGATE_ENVIRONMENT=a --ab ROOFGATE_ENVIRONMENT=b)
  [ "$emulated" = no ] || { ab_suite=$suite; arguments+=(--allow-debug-build --world-sizes 1 --rounds 2); }
  limited ab 120 "$roofgate" run "${arguments[@]}" --suite "$ab_suite" -o "$out/ab"
  status=$?
  if [ "$status" -eq 3 ]; then
    row ab undecided "$(head -n 1 "$out/ab.log")"
  else
    outcome ab "$status" "an environment against itself: no difference is expected"
  fi
}

# ncu's bytes of one launch against the count that rates are made of.
compare_bytes() {
  wanted bytes || return 0
  local ncu id
  ncu=$(command -v ncu || ls /usr/local/cuda/bin/ncu 2>/dev/null)
  if [ -z "$ncu" ] || [ "$emulated" = yes ]; then
    row bytes skipped "ncu is not installed, or no device"
    return 0
  fi
  [ -f "$out/record.json" ] || { row bytes skipped "no record"; return 0; }
  : >"$out/bytes.csv"
  while read -r id; do
    limited ncu 40 "$ncu" --csv --profile-from-start off --metrics dram__bytes_read.sum,dram__bytes_write.sum \
      --print-units base "$bench" --suite "$suite" --backend cuda --profile "$id" || break
    sed "s#^#\"$id\",#" "$out/ncu.log" >>"$out/bytes.csv"
  done < <(python3 scripts/dram_bytes.py cases "$out/record.json")
  python3 scripts/dram_bytes.py compare "$out/record.json" "$out/bytes.csv" >"$out/bytes.log" 2>&1
  outcome bytes $? "$(tail -n 1 "$out/bytes.log")"
}

make_baseline() {
  wanted baseline || return 0
  [ -f "$out/record.json" ] || { row baseline skipped "no record"; return 0; }
  "$roofgate" baseline promote "$out/record.json" --baselines "$out/baselines" >"$out/baseline.log" 2>&1
  local status=$?
  if [ "$emulated" = yes ] && [ "$status" -eq 3 ]; then
    row baseline refused "as it must be: measured on the stand-in runtime"
    return 0
  fi
  outcome baseline "$status" "$out/baselines"
}

closing_table() {
  local entry
  echo
  if [ "$emulated" = yes ]; then
    echo "EMULATED: not run on a GPU. What passed here is this script, not a device."
  fi
  printf '%-12s %-9s %s\n' step outcome detail
  for entry in "${rows[@]}"; do
    IFS='|' read -r name result detail <<<"$entry"
    printf '%-12s %-9s %s\n' "$name" "$result" "$detail"
  done
  if [ -f "$out/roofline.txt" ] && [ "$emulated" = no ]; then
    echo
    cat "$out/roofline.txt"
  fi
  echo "$(($(date +%s) - started)) s of ${minutes} min · $out"
}

find_device || { closing_table | tee "$out/summary.txt"; exit 3; }
[ "$emulated" = yes ] || find_libraries
build_it || { closing_table | tee "$out/summary.txt"; exit 4; }
run_tests
sanitize
measure_night
beside goals 10 scripts/gpu_goals.py "$out/record.json"
beside torch 60 scripts/torch_gemm.py "$out/record.json" --seconds 40
compare_with_itself
compare_bytes
make_baseline
closing_table | tee "$out/summary.txt"
[ "$failed" = no ] || exit 4
