# NCCL::NCCL: beside the CUDA toolkit, in the system's folders, or in a Python environment (package nvidia-nccl).
# -DNCCL_ROOT=<folder> comes first. Distributions and Python packages ship libnccl.so.2 without the unversioned link.
set(_nccl_hints "${NCCL_ROOT}" "$ENV{NCCL_ROOT}" ${CUDAToolkit_LIBRARY_ROOT} ${CUDAToolkit_TARGET_DIR})
file(GLOB _nccl_python "$ENV{VIRTUAL_ENV}/lib/python3*/site-packages/nvidia/nccl"
     "${PROJECT_SOURCE_DIR}/build/venv/lib/python3*/site-packages/nvidia/nccl")
find_path(NCCL_INCLUDE_DIR nccl.h HINTS ${_nccl_hints} ${CUDAToolkit_INCLUDE_DIRS} ${_nccl_python}
          PATH_SUFFIXES include)
find_library(NCCL_LIBRARY NAMES nccl libnccl.so.2 HINTS ${_nccl_hints} ${CUDAToolkit_LIBRARY_DIR} ${_nccl_python}
             PATH_SUFFIXES lib lib64)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(NCCL REQUIRED_VARS NCCL_LIBRARY NCCL_INCLUDE_DIR)
if(NCCL_FOUND AND NOT TARGET NCCL::NCCL)
  add_library(NCCL::NCCL UNKNOWN IMPORTED)
  set_target_properties(NCCL::NCCL PROPERTIES
    IMPORTED_LOCATION "${NCCL_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${NCCL_INCLUDE_DIR}")
endif()
