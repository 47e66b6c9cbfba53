// What launch.cuh needs where a kernel is compiled as plain C++: the index variables of the running thread, and the
// hook that runs a launch. Implemented by the tests alone; no program links it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstring>
#include <functional>
#include <vector>

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

// Kernels tell what they do, so that a test sees each access, and an emulated device what a launch costs.
void note_load(const void* address, std::size_t bytes);
void note_store(const void* address, std::size_t bytes);
void note_flops(double count);

/// What a kernel does depends on when the host wrote: it reads a word of the host's, or waits for one to change.
void note_host_read();
void pause_for_host();

/// One launch. Kernel and parameters say what it is; `body` runs the thread that cpu_thread() names.
struct CpuLaunch {
  const void* kernel = nullptr;
  std::vector<std::byte> parameters;
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  std::function<void()> body;
};

/// Calls `body` once for each thread of each block, in the order of `stream`.
[[nodiscard]] CudaStatus launch_on_cpu(CpuLaunch launch, CUstream_st* stream);

template <class... Parameters>
[[nodiscard]] std::vector<std::byte> bytes_of_parameters(const Parameters&... parameters) {
  std::vector<std::byte> bytes((sizeof(parameters) + ... + std::size_t{0}));
  [[maybe_unused]] std::byte* place = bytes.data();
  ((std::memcpy(place, static_cast<const void*>(&parameters), sizeof(parameters)), place += sizeof(parameters)), ...);
  return bytes;
}

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
