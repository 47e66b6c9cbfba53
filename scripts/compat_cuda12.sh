#!/usr/bin/env bash
# Whether the CUDA sources also compile with CUDA 12: nvcc and headers from Python packages, in a folder of its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
usage: scripts/compat_cuda12.sh [--cuda 12.4|12.8] [--nccl VERSION] [--keep] [-h]

Downloads nvcc and headers of CUDA 12 and NCCL as Python packages into build/cuda12 and compiles every source of the CUDA
backend with them: the .cu files for sm_80 and sm_90a by that nvcc, the .cpp files by the host's compiler. Compiles only;
nothing is linked or run. Prints one line per file that fails and a closing line.
  --cuda V   release to take (default: 12.4)
  --nccl V   NCCL's headers (default: 2.18.3)
  --keep     takes what build/cuda12 has instead of downloading again
TEXT
}

cuda=12.4 nccl=2.18.3 keep=no
while [ "$#" -gt 0 ]; do
  case "$1" in
    --cuda) cuda=${2:?}; shift 2 ;;
    --nccl) nccl=${2:?}; shift 2 ;;
    --keep) keep=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) echo "compat_cuda12.sh: unknown argument '$1'" >&2; usage >&2; exit 2 ;;
  esac
done

folder=build/cuda12/$cuda
if [ "$keep" = no ] || [ ! -d "$folder/nvidia" ]; then
  case "$cuda" in
    12.4) packages=(nvidia-cuda-nvcc-cu12==12.4.131 nvidia-cuda-runtime-cu12==12.4.127 nvidia-cublas-cu12==12.4.5.8 nvidia-nvtx-cu12==12.4.127) ;;
    12.8) packages=(nvidia-cuda-nvcc-cu12==12.8.93 nvidia-cuda-runtime-cu12==12.8.90 nvidia-cublas-cu12==12.8.4.1 nvidia-nvtx-cu12==12.8.90) ;;
    *) echo "compat_cuda12.sh: --cuda takes 12.4 or 12.8" >&2; exit 2 ;;
  esac
  python3 -m pip install -q --disable-pip-version-check --no-deps --upgrade --target "$folder" "${packages[@]}" "nvidia-nccl-cu12==$nccl"
fi

includes=(-I .)
for part in cuda_runtime cublas nccl nvtx cuda_nvcc; do
  [ ! -d "$folder/nvidia/$part/include" ] || includes+=(-isystem "$folder/nvidia/$part/include")
done
nvcc=$folder/nvidia/cuda_nvcc/bin/nvcc
objects=$folder/objects
mkdir -p "$objects"
compiled=0 failed=()

compile() {  # compile SOURCE COMMAND…
  local source=$1
  shift
  if "$@" >"$objects/log" 2>&1; then
    compiled=$((compiled + 1))
  else
    failed+=("$source")
    sed "s#^#$source: #" "$objects/log" | head -n 5 >&2
  fi
}

if [ -x "$nvcc" ]; then
  while read -r source; do
    compile "$source" "$nvcc" -std=c++20 -c -o "$objects/kernel.o" "${includes[@]/-isystem/-I}" \
      -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90a,code=sm_90a "$source"
  done < <(git ls-files 'kernels/*.cu')
else
  echo "compat_cuda12.sh: the packages hold no nvcc: kernels are compiled as C++ against the headers alone" >&2
  while read -r source; do
    compile "$source" "${CXX:-g++}" -std=c++20 -x c++ -fsyntax-only -Wno-attributes "${includes[@]}" "$source"
  done < <(git ls-files 'kernels/*.cu')
fi
while read -r source; do
  compile "$source" "${CXX:-g++}" -std=c++20 -fsyntax-only -Wall -Wextra -Werror "${includes[@]}" "$source"
done < <(git ls-files 'kernels/cuda/*.cpp' 'kernels/*/cuda_*.cpp' 'kernels/gemm/gemm_*.cpp' 'tests/cpu_cuda/standin/runtime_*.cpp' \
  'tests/cpu_cuda/standin/cublaslt.cpp' 'tests/cpu_cuda/standin/nccl.cpp')
echo "CUDA $cuda, NCCL $nccl: $compiled sources compile, ${#failed[@]} do not${failed:+: ${failed[*]}}"
[ "${#failed[@]}" -eq 0 ]
