// Makes the host side of a collective, over MPI. Every rank of the world makes it together.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"
#include "kernels/collective/collective_spec.hpp"
#include "kernels/host/context.hpp"

namespace roofgate {

/// The MPI call of `spec.op`, blocking: a launch returns when this rank has its result. broadcast is in place only, as
/// MPI_Bcast is. A world of one rank copies.
///
/// The check compares every element on every rank with what it must be, and that the inputs of an out-of-place run are
/// as they were; the outcome is the same on all ranks. In place, timing sums the last sums again: values grow to
/// infinity, which costs these CPUs no other time.
///
/// `spec.ranks` must equal `world.size()`. `world` outlives the workload. If one rank fails, all do.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_collective(const CollectiveSpec& spec,
                                                                     const HostContext& context, World& world);

}  // namespace roofgate
