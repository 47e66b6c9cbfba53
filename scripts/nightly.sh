#!/usr/bin/env bash
# One night on this machine: installs what is missing, builds Release, measures, judges, prints, writes runs/<stamp>/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
usage: scripts/nightly.sh [ARGUMENT…]

Installs what is missing, builds Release in build/release and runs `roofgate nightly ARGUMENT…`, whose exit status is
this script's: 0 pass, 1 regression, 2 usage or unreadable input, 3 cannot judge, 4 wrong result or internal error.
A failed installation or build is 4: a night that did not run never reads as a regression, and never as a pass.
For the arguments: build/release/bench/roofgate/roofgate nightly --help
TEXT
}
case "${1:-}" in -h | --help) usage; exit 0 ;; esac

build() {
  ./scripts/setup.sh
  [ -f build/release/CMakeCache.txt ] || cmake --preset release -DROOFGATE_TESTS=OFF
  cmake --build --preset release --target roofgate roofgate-bench
}

log=build/nightly-build.log
mkdir -p build
echo "nightly.sh: building (log in $log)" >&2
if ! (set -e; build) >"$log" 2>&1; then
  tail -n 30 "$log" >&2
  echo "nightly.sh: the build failed; the whole log is $log" >&2
  exit 4
fi
exec build/release/bench/roofgate/roofgate nightly "$@"
