#!/usr/bin/env bash
# Everything that this machine can test: format, lint, build with warnings as errors, all tests, sanitizers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
usage: scripts/test.sh [STAGE…]

Installs what is missing, then runs the stages in this order (default: those not marked otherwise):
  format    clang-format and shellcheck find nothing to change
  cpu       configures and builds the programs without CUDA
  asan      AddressSanitizer and UBSan: the tests of kernels and of the rooms that read files or compute
  asan-all  the same for every room (not in the default: it builds twice as much)
  tsan      ThreadSanitizer build and the tests of rooms with threads
  release   Release build (CUDA where nvcc is found) and every test
  tidy      clang-tidy finds nothing (not in the default: it takes longer than all the others)
TEXT
}

stages=()
for argument in "$@"; do
  case "$argument" in
    format | release | cpu | asan | asan-all | tsan | tidy) stages+=("$argument") ;;
    -h | --help) usage; exit 0 ;;
    *) echo "test.sh: unknown stage '$argument'" >&2; usage >&2; exit 2 ;;
  esac
done
[ "${#stages[@]}" -gt 0 ] || stages=(format cpu asan tsan release)

./scripts/setup.sh --tests
jobs=$(nproc)

stage_format() {
  git ls-files -z '*.cpp' '*.hpp' '*.cu' '*.cuh' | xargs -0 clang-format-14 --dry-run --Werror
  git ls-files -z '*.sh' '.ci/run' | xargs -0 shellcheck
  if git grep -nE '^(<{7}|>{7})( |$)'; then echo 'test.sh: a merge left its marks' >&2; return 1; fi
}

stage_tidy() {
  cmake --preset release -DROOFGATE_TESTS=ON >/dev/null
  cmake --preset release -B build/tidy -DROOFGATE_TESTS=OFF -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 >/dev/null
  # The header that is generated at build time.
  cmake --build --preset release --target roofgate_revision
  cmake --build build/tidy --target roofgate_revision
  scripts/tidy.py build/tidy build/release
}

stage_cpu() {
  cmake --preset cpu -DROOFGATE_TESTS=OFF >/dev/null
  cmake --build --preset cpu -j "$jobs"
}

# Open MPI and OpenMP runtimes keep allocations for the life of a process: their leaks are not ours to find.
sanitized_tests() { ASAN_OPTIONS=detect_leaks=0 ctest --test-dir build/asan -LE 'python|mpi' -j "$jobs" --output-on-failure "$@"; }

stage_asan() {
  local rooms=(kernels_base kernels_host kernels_gemm kernels_elementwise kernels_memory kernels_ceiling cpu_cuda cpu_cuda_standin
    bench_record bench_baseline bench_stats bench_roofline bench_suite bench_report bench_measure bench_telemetry
    bench_telemetry_dump bench_readers bench_export bench_derived bench_scaling)
  cmake --preset asan >/dev/null
  cmake --build --preset asan -j "$jobs" --target "${rooms[@]/#/test_}"
  local names
  names=$(printf '%s\n' "${rooms[@]}" | sed 's#^\(kernels\|bench\|cpu_cuda\)_#\1/#' | paste -sd '|')
  sanitized_tests -R "^($names)\\."
}

stage_asan-all() {
  cmake --preset asan >/dev/null
  cmake --build --preset asan -j "$jobs"
  sanitized_tests
}

stage_tsan() {
  cmake --preset tsan >/dev/null
  cmake --build --preset tsan -j "$jobs" --target test_bench_telemetry test_bench_measure test_cpu_cuda_standin
  ctest --test-dir build/tsan -R '^(bench/telemetry|bench/measure|cpu_cuda/standin)\.' --output-on-failure
}

stage_release() {
  cmake --preset release -DROOFGATE_TESTS=ON >/dev/null
  cmake --build --preset release -j "$jobs"
  ctest --test-dir build/release --output-on-failure
}

for stage in "${stages[@]}"; do
  echo "=== $stage ($(date -u +%H:%M:%S)) ==="
  "stage_$stage"
done
echo "=== all stages passed ($(date -u +%H:%M:%S)): ${stages[*]} ==="
