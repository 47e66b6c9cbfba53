#!/usr/bin/env bash
# Whether roofgate builds with CUDA 12: a toolkit put together in build/cuda12, and the whole program built with it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
usage: scripts/compat_cuda12.sh [--cuda 12.4|12.8] [--nccl VERSION] [--nvcc FILE] [--keep] [--jobs N] [-h]

Puts a CUDA 12 toolkit together in build/cuda12/VERSION/toolkit: nvcc from Debian 13's non-free packages (of the mirror that
this machine's apt uses; unpacked, not installed), headers and libraries of CUDA and NCCL from Python packages. Then builds the
whole program with it (sm_80 and sm_90a for CUDA 12.4), links it with those libraries, and starts it: without a driver it must
say so. Nothing outside build/cuda12 and build/cudaVERSION is touched. 0.7 GB are downloaded the first time.
Debian has nvcc 12.4 only, and for amd64. Where there is none, every CUDA source is only compiled as C++ against the headers,
and the closing line says so.
  --cuda V   release to take (default: 12.4)
  --nccl V   NCCL to take (default: 2.18.3)
  --nvcc F   takes this nvcc, which must be of that release, instead of Debian's
  --keep     takes what build/cuda12 has instead of downloading again
  --jobs N   compiles N sources at once (default: 2)
TEXT
}

refuse() {
  echo "compat_cuda12.sh: $*" >&2
  exit 2
}

cuda=12.4 nccl=2.18.3 given_nvcc='' keep=no jobs=2
while [ "$#" -gt 0 ]; do
  case "$1" in
    --cuda | --nccl | --nvcc | --jobs) [ "$#" -gt 1 ] || refuse "$1 takes a value" ;;
  esac
  case "$1" in
    --cuda) cuda=$2; shift 2 ;;
    --nccl) nccl=$2; shift 2 ;;
    --nvcc) given_nvcc=$2; shift 2 ;;
    --keep) keep=yes; shift ;;
    --jobs) jobs=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) echo "compat_cuda12.sh: unknown argument '$1'" >&2; usage >&2; exit 2 ;;
  esac
done
case "$cuda" in
  12.4) packages=(nvidia-cuda-nvcc-cu12==12.4.131 nvidia-cuda-runtime-cu12==12.4.127 nvidia-cuda-cccl-cu12==12.4.99
    nvidia-cublas-cu12==12.4.5.8 nvidia-nvtx-cu12==12.4.127) ;;
  12.8) packages=(nvidia-cuda-nvcc-cu12==12.8.93 nvidia-cuda-runtime-cu12==12.8.90 nvidia-cuda-cccl-cu12==12.8.90
    nvidia-cublas-cu12==12.8.4.1 nvidia-nvtx-cu12==12.8.90) ;;
  *) refuse "--cuda takes 12.4 or 12.8" ;;
esac
[[ "$nccl" =~ ^[0-9]+(\.[0-9]+)+$ ]] || refuse "--nccl takes a version, for example 2.18.3"
[[ "$jobs" =~ ^[1-9][0-9]*$ ]] || refuse "--jobs takes a number"

release_of() { "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\), V\([0-9.]*\).*/\1 \2/p'; }
if [ -n "$given_nvcc" ]; then
  given_nvcc=$(command -v "$given_nvcc") || refuse "--nvcc: no such program"
  given_nvcc=$(realpath "$given_nvcc")
  found=$(release_of "$given_nvcc")
  [ "${found%% *}" = "$cuda" ] || refuse "--nvcc is of release '${found%% *}', and --cuda asks for $cuda"
fi

folder=$PWD/build/cuda12/$cuda
toolkit=$folder/toolkit
nccl_folder=$folder/nccl-$nccl
mkdir -p "$folder"

from_python() {  # from_python FOLDER PACKAGE…
  local to=$1
  shift
  [ "$keep" = no ] || [ ! -d "$to/nvidia" ] || return 0
  python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --no-deps --upgrade --target "$to" "$@"
}

# nvcc of Debian 13, into $folder/debian: with lists, state and cache of its own.
from_debian() {
  local state=$folder/apt uri version
  without() {
    echo "compat_cuda12.sh: no nvcc from Debian: $*" >&2
    return 1
  }
  [ "$keep" = no ] || [ ! -d "$folder/debian/usr" ] || return 0
  [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || without "it has one for amd64 alone" || return
  # shellcheck disable=SC2016  # apt's own variables
  uri=$(apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "Debian" && $2 !~ /-security$/ { print $3; exit }')
  [ -n "$uri" ] || without "apt on this machine names no Debian mirror" || return
  mkdir -p "$state/sources" "$state/lists/partial" "$state/cache/archives/partial"
  printf 'Types: deb\nURIs: %s\nSuites: trixie\nComponents: non-free\nArchitectures: amd64\nSigned-By: %s\n' "$uri" \
    /usr/share/keyrings/debian-archive-keyring.gpg >"$state/sources/trixie.sources"
  local options=(-q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$state/sources" -o "Dir::State=$state"
    -o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state/cache" -o APT::Sandbox::User="$(id -un)")
  apt-get "${options[@]}" update >"$state/log" 2>&1 || without "$(tail -n 1 "$state/log")" || return
  version=$(apt-cache "${options[@]}" madison nvidia-cuda-toolkit |
    awk -v wanted="$cuda." 'index($3, wanted) == 1 { print $3; exit }')
  [ -n "$version" ] || without "it has no nvidia-cuda-toolkit $cuda" || return
  (cd "$state" && apt-get "${options[@]}" download "nvidia-cuda-toolkit=$version" >>log 2>&1) ||
    without "$(tail -n 1 "$state/log")" || return
  rm -rf "$folder/debian"
  dpkg-deb -x "$state"/nvidia-cuda-toolkit_*_amd64.deb "$folder/debian" || without "the package cannot be unpacked" || return
  rm "$state"/nvidia-cuda-toolkit_*_amd64.deb
}

link_into() {  # link_into FOLDER FILE…
  local to=$1 file
  shift
  mkdir -p "$to"
  for file in "$@"; do
    case "$file" in */__init__.py | */__pycache__) continue ;; esac
    [ ! -e "$file" ] || ln -sfn "$file" "$to/"
  done
}

# The layout that nvcc and CMake know, of links: bin, nvvm, include, lib64.
make_toolkit() {
  local python=$folder/python/nvidia library
  rm -rf "$toolkit"
  link_into "$toolkit/include" "$python"/{cuda_nvcc,cuda_runtime,cuda_cccl,cublas,nvtx}/include/*
  link_into "$toolkit/lib64" "$python"/{cuda_runtime,cublas,nvtx}/lib/*.so.*
  for library in "$toolkit"/lib64/*.so.*; do ln -s "${library##*/}" "${library%%.so.*}.so"; done
  # The packages hold the shared runtime alone; nvcc and CMake name the static one and the devices' too.
  echo "INPUT($toolkit/lib64/libcudart.so.12)" >"$toolkit/lib64/libcudart_static.a"
  ar rc "$toolkit/lib64/libcudadevrt.a"
  link_into "$toolkit/nvvm" "$python"/cuda_nvcc/nvvm/libdevice
  [ -d "$folder/debian/usr" ] || return 0
  local debian=$folder/debian/usr/lib/nvidia-cuda-toolkit/bin
  link_into "$toolkit/nvvm/bin" "$debian/cicc"
  link_into "$toolkit/bin" "$debian/crt" \
    "$folder"/debian/usr/bin/{bin2c,cudafe++,cuobjdump,fatbinary,nvdisasm,nvlink,nvprune,ptxas}
  cp "$debian/nvcc" "$toolkit/bin/"  # looks for the others where it lies itself
  cat >"$toolkit/bin/nvcc.profile" <<'TEXT'
TOP = $(_HERE_)/..
NVVMIR_LIBRARY_DIR = $(TOP)/nvvm/libdevice
PATH += $(TOP)/nvvm/bin:$(_HERE_):
INCLUDES += "-I$(TOP)/include" $(_SPACE_)
LIBRARIES =+ $(_SPACE_) "-L$(TOP)/lib64"
TEXT
}

from_python "$folder/python" "${packages[@]}"
from_python "$nccl_folder" "nvidia-nccl-cu12==$nccl"
ln -sfn libnccl.so.2 "$nccl_folder/nvidia/nccl/lib/libnccl.so"
nvcc=$given_nvcc
if [ -z "$nvcc" ] && from_debian; then nvcc=$toolkit/bin/nvcc; fi
make_toolkit

headers_alone() {
  local compiled=0 failed=() source log=$folder/log
  local includes=(-I . -isystem "$toolkit/include" -isystem "$nccl_folder/nvidia/nccl/include")
  check() {  # check SOURCE FLAG…
    source=$1
    shift
    if "${CXX:-g++}" -std=c++20 -fsyntax-only "$@" "${includes[@]}" "$source" >"$log" 2>&1; then
      compiled=$((compiled + 1))
    else
      failed+=("$source")
      sed "s#^#$source: #" "$log" | head -n 5 >&2
    fi
  }
  while read -r source; do check "$source" -x c++ -Wno-attributes; done < <(git ls-files 'kernels/*.cu')
  while read -r source; do check "$source" -Wall -Wextra -Werror; done < <(git ls-files 'kernels/cuda/*.cpp' \
    'kernels/*/cuda_*.cpp' 'kernels/gemm/gemm_*.cpp' 'tests/cpu_cuda/standin/runtime_*.cpp' \
    'tests/cpu_cuda/standin/cublaslt.cpp' 'tests/cpu_cuda/standin/nccl.cpp')
  echo "CUDA $cuda, NCCL $nccl: no nvcc: $compiled sources compile as C++ against the headers," \
    "${#failed[@]} do not${failed:+: ${failed[*]}}"
  [ "${#failed[@]}" -eq 0 ]
}
if [ -z "$nvcc" ]; then
  headers_alone
  exit
fi

unset LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH CUDA_HOME CUDACXX CUDAHOSTCXX  # another toolkit's
build=$PWD/build/cuda$cuda  # as deep as build/release, so that ccache shares what both compile
cmake --preset release -B "$build" -U 'NCCL_*' -U 'CublasLt_*' -DROOFGATE_TESTS=OFF -DROOFGATE_CUDA=ON \
  -DCMAKE_CUDA_COMPILER="$nvcc" \
  -DCUDAToolkit_ROOT="$toolkit" -DCublasLt_ROOT="$toolkit" -DNCCL_ROOT="$nccl_folder/nvidia/nccl" >"$folder/configure.log" 2>&1 ||
  { tail -n 30 "$folder/configure.log" >&2; echo "CUDA $cuda, NCCL $nccl: the build cannot be configured"; exit 1; }
cmake --build "$build" -j "$jobs" >"$folder/build.log" 2>&1 ||
  { grep -E -A 5 'error|FAILED' "$folder/build.log" | head -n 40 >&2; echo "CUDA $cuda, NCCL $nccl: the build fails"; exit 1; }

count() { grep -c "\"file\": .*\.$1\"" "$build/compile_commands.json"; }
cxx=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
program=$(find "$build" -name roofgate-bench -type f -perm -u+x)
libraries=$(ldd "$program" | awk '/libcudart|libcublasLt|libnccl/ { print $1, $3 }')
foreign=$(awk -v own="$folder/" 'index($2, own) != 1' <<<"$libraries")
[ -z "$foreign" ] || { echo "CUDA $cuda, NCCL $nccl: built, but with other libraries: $foreign"; exit 1; }
status=0
said=$("$program" --suite smoke --backend cuda 2>&1) || status=$?
echo "roofgate-bench --suite smoke --backend cuda: exit $status: $(head -n 1 <<<"$said")"
echo "CUDA $cuda, NCCL $nccl: $(count cu) .cu and $(count cpp) .cpp sources built by" \
  "nvcc $(release_of "$nvcc" | cut -d ' ' -f 2) and" \
  "$("$cxx" --version | sed -n 1p), linked with $(awk '{ printf "%s%s", sep, $1; sep = ", " }' <<<"$libraries")"
# 3: it started and found no driver. 0: there is a device, and it measured.
[ "$status" -eq 3 ] || [ "$status" -eq 0 ]
