// The CUDA workload of copies between memories. Internal to cuda_memory.cpp.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/memory/memory_spec.hpp"

namespace roofgate {

/// `spec` is valid and a transfer.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_cuda_transfer(const MemorySpec& spec, const CudaContext& context);

}  // namespace roofgate
