// Makes the cuda workload of a CeilingSpec.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/ceiling/ceiling_spec.hpp"
#include "kernels/cuda/context.hpp"

namespace roofgate {

[[nodiscard]] Result<std::unique_ptr<Workload>> make_cuda_ceiling(const CeilingSpec& spec, const CudaContext& context);

}  // namespace roofgate
