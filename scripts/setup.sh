#!/usr/bin/env bash
# Installs what building and measuring need on Debian 12 or Ubuntu 22.04/24.04; does nothing where all is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
usage: scripts/setup.sh [--tests] [-h]

Installs the Debian packages that building roofgate needs, each by name (needs root, or sudo without a password).
  --tests   also what ./scripts/test.sh needs: GoogleTest, clang-tidy, clang-format, shellcheck, Slurm, and a Python
            environment in build/venv with tests/requirements.txt
CUDA is not installed: where nvcc stands on PATH or in /usr/local/cuda/bin the CUDA backend is built, else not.
TEXT
}

with_tests=no
for argument in "$@"; do
  case "$argument" in
    --tests) with_tests=yes ;;
    -h | --help) usage; exit 0 ;;
    *) echo "setup.sh: unknown argument '$argument'" >&2; usage >&2; exit 2 ;;
  esac
done

# What each is for: compilers and build; formatting, JSON (and simdjson, which reads 150 MB
# in a tenth of a second), arguments, results, statistics, XML, gzip'd logs; the measuring
# program's harness; bf16 products on the host; worlds of several ranks; pictures (scripts/plot.py).
packages=(
  g++ cmake ninja-build ccache git
  libfmt-dev nlohmann-json3-dev libsimdjson-dev libcli11-dev libexpected-dev libboost-dev libpugixml-dev
  zlib1g-dev
  libbenchmark-dev
  libdnnl-dev
  libopenmpi-dev openmpi-bin
  python3-matplotlib
)
if [ "$with_tests" = yes ]; then
  packages+=(libgtest-dev libgmock-dev clang-14 libclang-rt-14-dev clang-tidy-14 clang-format-14 shellcheck python3 python3-venv)
  # A Slurm that a test starts by itself, to run scripts/slurm under.
  packages+=(munge slurm-wlm)
  # The readers of what `roofgate export` writes: promtool; google/benchmark's compare.py, which needs scipy.
  packages+=(prometheus libbenchmark-tools python3-scipy)
fi

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
  command -v apt-get >/dev/null || {
    echo "setup.sh: this system has no apt-get; install these by hand and run again: ${missing[*]}" >&2
    exit 2
  }
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  echo "setup.sh: installing ${missing[*]}" >&2
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
fi

if [ "$with_tests" = yes ]; then
  stamp=build/venv/requirements.sha256
  wanted=$(sha256sum tests/requirements.txt)
  if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    echo "setup.sh: making build/venv from tests/requirements.txt" >&2
    /usr/bin/python3 -m venv --clear build/venv
    build/venv/bin/python3 -m pip install -q --disable-pip-version-check -r tests/requirements.txt
    echo "$wanted" >"$stamp"
  fi
fi
