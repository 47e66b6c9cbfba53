// The one place where kernels are launched. Compiled as plain C++ (no nvcc), a launch is handed to an emulation that
// runs every block and thread on the CPU, so that kernels are tested on machines without a GPU.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "kernels/cuda/status.hpp"

#if !defined(__CUDACC__)
#include "kernels/cuda/launch_on_cpu.cuh"
#endif

namespace roofgate {

/// Queues `kernel` on `stream`; arguments are converted to the kernel's own parameter types. Asynchronous: a failure
/// inside the kernel shows at the next synchronisation.
template <class... Parameters, class... Arguments>
[[nodiscard]] CudaStatus launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                                CUstream_st* stream, Arguments&&... arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments), "one argument for each parameter of the kernel");
#if defined(__CUDACC__)
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  return CudaStatus{static_cast<int>(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...))};
#else
  CpuLaunch made{reinterpret_cast<const void*>(kernel),
                 bytes_of_parameters(static_cast<Parameters>(arguments)...),
                 grid,
                 block,
                 shared_bytes,
                 [kernel, ... copies = static_cast<Parameters>(arguments)] { kernel(copies...); }};
  return launch_on_cpu(std::move(made), stream);
#endif
}

}  // namespace roofgate
