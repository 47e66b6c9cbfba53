# The options a builder has, each with its default.
include(GNUInstallDirs)

set(ROOFGATE_CUDA AUTO CACHE STRING "Build the CUDA backend: AUTO (where nvcc is found), ON, OFF")
set_property(CACHE ROOFGATE_CUDA PROPERTY STRINGS AUTO ON OFF)
set(ROOFGATE_CUDA_ARCHITECTURES "" CACHE STRING
    "What nvcc generates; empty: pinned by its version (RoofgateCuda.cmake), never native, so that two builds agree")
option(ROOFGATE_TESTS "Build the tests" ON)
set(ROOFGATE_SANITIZE "" CACHE STRING "Sanitizers of every target: address,undefined or thread; empty for none")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Measuring is refused unless this is Release" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Paths relative to the tree, so that another clone of the same sources finds the same results.
find_program(ROOFGATE_CCACHE ccache)
if(ROOFGATE_CCACHE)
  set(launcher "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${ROOFGATE_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${launcher})
endif()
