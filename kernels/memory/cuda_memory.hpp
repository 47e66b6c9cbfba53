// Makes the cuda workload of a MemorySpec.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/memory/memory_spec.hpp"

namespace roofgate {

[[nodiscard]] Result<std::unique_ptr<Workload>> make_cuda_memory(const MemorySpec& spec, const CudaContext& context);

}  // namespace roofgate
