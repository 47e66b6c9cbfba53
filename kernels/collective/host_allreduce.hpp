// Makes the host allreduce, over MPI. Every rank of the world makes it together.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"
#include "kernels/collective/allreduce_spec.hpp"
#include "kernels/host/context.hpp"

namespace roofgate {

/// MPI_Allreduce of `spec.bytes` on each rank, blocking: a launch returns when this rank has its result. fp32 uses
/// MPI_SUM. MPI has no bf16, so it uses an operation of our own on 16-bit elements, as Horovod does for 16-bit floats:
/// fp32 arithmetic, rounded to nearest even at each combination.
///
/// The check compares every element on every rank with the exact sum, and that the inputs of an out-of-place run are
/// as they were; the outcome is the same on all ranks. In place, timing sums the last sums again: values grow to
/// infinity, which costs these CPUs no other time.
///
/// `spec.ranks` must equal `world.size()`. `world` outlives the workload. If one rank fails, all do.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_allreduce(const AllreduceSpec& spec,
                                                                    const HostContext& context, World& world);

}  // namespace roofgate
