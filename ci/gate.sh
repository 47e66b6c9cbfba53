#!/usr/bin/env bash
# The gate step of a pipeline: one night, its Markdown in the job's summary, its exit status unchanged.
set -uo pipefail

usage() {
  cat <<'TEXT'
usage: ci/gate.sh [ARGUMENT…]

Runs scripts/nightly.sh ARGUMENT… and ends with its exit status, which no pipe or wrapper here swallows:
0 pass, 1 regression, 2 usage or unreadable input, 3 cannot judge, 4 wrong result or internal error.
Appends the verdicts to $GITHUB_STEP_SUMMARY where that is set. The newest folder under runs/ holds record, tables and
junit.xml for the pipeline to keep.
TEXT
}
case "${1:-}" in -h | --help) usage; exit 0 ;; esac
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 4

./scripts/nightly.sh "$@"
status=$?

newest=$(find runs -mindepth 1 -maxdepth 1 -type d 2>/dev/null | sort | tail -n 1)
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$newest/gate.md" ]; then
  cat "$newest/gate.md" >>"$GITHUB_STEP_SUMMARY"
fi
if [ "${GITHUB_ACTIONS:-}" = true ] && [ -f "$newest/annotations.txt" ]; then
  cat "$newest/annotations.txt"
fi

case "$status" in
  0) echo "gate: pass" ;;
  1) echo "gate: REGRESSION: see $newest" ;;
  2) echo "gate: usage or unreadable input: nothing was judged" ;;
  3) echo "gate: CANNOT JUDGE: not a pass" ;;
  *) echo "gate: WRONG RESULT or internal error ($status)" ;;
esac
exit "$status"
