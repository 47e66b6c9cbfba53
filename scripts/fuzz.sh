#!/usr/bin/env bash
# Builds the readers' fuzz targets with clang, AddressSanitizer and UBSan, and runs each for a while.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
usage: scripts/fuzz.sh [SECONDS [FORMAT…]]

Runs the fuzz target of each format (default: all of tests/fuzz/CMakeLists.txt) for SECONDS (default: 120), from the
samples in tests/data/readers or tests/fuzz/seeds. What was found grows in build/fuzz/corpus; an input that fails is left
in build/fuzz and named. Needs clang-14 and libclang-rt-14-dev (scripts/setup.sh --tests installs them).
TEXT
}

case "${1:-}" in -h | --help) usage; exit 0 ;; esac
seconds=${1:-120}
[[ $seconds =~ ^[0-9]+$ ]] || { echo "fuzz.sh: '$seconds' is no number of seconds" >&2; usage >&2; exit 2; }
[ "$#" -eq 0 ] || shift

cmake -S tests/fuzz -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 -DCMAKE_BUILD_TYPE=None >/dev/null
targets=()
for format in "$@"; do targets+=("fuzz_$format"); done
cmake --build build/fuzz -j "$(nproc)" ${targets[@]:+--target "${targets[@]}"}
if [ "${#targets[@]}" -eq 0 ]; then
  for program in build/fuzz/fuzz_*; do [ -x "$program" ] && [ -f "$program" ] && targets+=("${program##*/}"); done
fi

for target in "${targets[@]}"; do
  mkdir -p "build/fuzz/corpus/$target"
  seeds=(tests/data/readers)
  if [ -d "tests/fuzz/seeds/${target#fuzz_}" ]; then seeds=("tests/fuzz/seeds/${target#fuzz_}"); fi
  echo "fuzz.sh: $target, $seconds s" >&2
  # The limits are below those of a machine in use: a reader that needs more for 64 KiB of input is at fault.
  if ! "build/fuzz/$target" -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/$target-" "build/fuzz/corpus/$target" "${seeds[@]}" \
    2>"build/fuzz/$target.log"; then
    tail -n 40 "build/fuzz/$target.log" >&2
    echo "fuzz.sh: $target failed: build/fuzz/$target.log" >&2
    exit 1
  fi
  grep -aE '^stat::(number_of_executed_units|peak_rss_mb)' "build/fuzz/$target.log"
done
