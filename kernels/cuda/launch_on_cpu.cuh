// What launch.cuh needs where a kernel is compiled as plain C++: the index variables of the running thread, and the
// hook that runs a launch. Implemented by the tests alone; no program links it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>

#include "kernels/cuda/status.hpp"

namespace roofgate {

/// Indices of the emulated thread that this host thread runs.
struct CpuThread {
  uint3 thread;
  uint3 block;
  dim3 block_dim;
  dim3 grid_dim;
};

[[nodiscard]] CpuThread& cpu_thread();

/// Told of each store of a kernel, so that a test counts how often every output was written.
void note_store(const void* address, std::size_t bytes);

/// Calls `body` once for each thread of each block, in the order of `stream`.
[[nodiscard]] CudaStatus launch_on_cpu(dim3 grid, dim3 block, std::size_t shared_bytes, CUstream_st* stream,
                                       std::function<void()> body);

}  // namespace roofgate

// CUDA's headers declare these as constants without a definition; kernels name them bare.
#define threadIdx (::roofgate::cpu_thread().thread)
#define blockIdx (::roofgate::cpu_thread().block)
#define blockDim (::roofgate::cpu_thread().block_dim)
#define gridDim (::roofgate::cpu_thread().grid_dim)

// A hint to nvcc that CUDA's headers define for nvcc alone.
#if !defined(__launch_bounds__)
#define __launch_bounds__(...)
#endif
