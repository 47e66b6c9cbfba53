// The CUDA workload of copy, read, write and triad. Internal to cuda_memory.cpp.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/memory/memory_spec.hpp"

namespace roofgate {

/// `spec` is valid and no transfer.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_cuda_memory_kernel(const MemorySpec& spec,
                                                                        const CudaContext& context);

}  // namespace roofgate
