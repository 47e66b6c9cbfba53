// Makes the CUDA side of a collective, over NCCL. Every rank of the world makes it together.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"
#include "kernels/collective/collective_spec.hpp"
#include "kernels/cuda/context.hpp"

namespace roofgate {

/// The NCCL call of `spec.op`, on the context's stream. `registered` takes memory from ncclMemAlloc and registers it.
///
/// The check compares every element on every rank with what it must be; the outcome is the same on all ranks. What
/// NCCL chose for the check (algorithm, protocol, channels, transports) is read from its log on rank 0, where the log
/// is on (nccl_log.hpp), and a transport that the spec demands and NCCL did not use is an error on all ranks.
///
/// `spec.ranks` must equal `world.size()`. `world` outlives the workload. If one rank fails, all do.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_cuda_collective(const CollectiveSpec& spec,
                                                                     const CudaContext& context, World& world);

}  // namespace roofgate
