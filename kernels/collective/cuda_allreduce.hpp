// Makes the cuda allreduce, over NCCL, bootstrapped through the world. Every rank of the world makes it together.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"
#include "kernels/collective/allreduce_spec.hpp"
#include "kernels/cuda/context.hpp"

namespace roofgate {

/// `spec.ranks` must equal `world.size()`. `world` outlives the workload.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_cuda_allreduce(const AllreduceSpec& spec,
                                                                    const CudaContext& context, World& world);

}  // namespace roofgate
