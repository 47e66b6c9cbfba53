# CublasLt::CublasLt: beside the CUDA toolkit, or in a Python environment (package nvidia-cublas).
# -DCublasLt_ROOT=<folder> comes first.
set(_cublaslt_hints "${CublasLt_ROOT}" "$ENV{CublasLt_ROOT}")
file(GLOB _cublaslt_python "$ENV{VIRTUAL_ENV}/lib/python3*/site-packages/nvidia/cublas"
     "$ENV{VIRTUAL_ENV}/lib/python3*/site-packages/nvidia/cu1*"
     "${PROJECT_SOURCE_DIR}/build/venv/lib/python3*/site-packages/nvidia/cublas"
     "${PROJECT_SOURCE_DIR}/build/venv/lib/python3*/site-packages/nvidia/cu1*")
find_path(CublasLt_INCLUDE_DIR cublasLt.h HINTS ${_cublaslt_hints} ${CUDAToolkit_INCLUDE_DIRS} ${_cublaslt_python}
          PATH_SUFFIXES include)
find_library(CublasLt_LIBRARY NAMES cublasLt libcublasLt.so.13 libcublasLt.so.12
             HINTS ${_cublaslt_hints} ${CUDAToolkit_LIBRARY_DIR} ${_cublaslt_python} PATH_SUFFIXES lib lib64)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CublasLt REQUIRED_VARS CublasLt_LIBRARY CublasLt_INCLUDE_DIR)
if(CublasLt_FOUND AND NOT TARGET CublasLt::CublasLt)
  add_library(CublasLt::CublasLt UNKNOWN IMPORTED)
  set_target_properties(CublasLt::CublasLt PROPERTIES
    IMPORTED_LOCATION "${CublasLt_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${CublasLt_INCLUDE_DIR}")
endif()
