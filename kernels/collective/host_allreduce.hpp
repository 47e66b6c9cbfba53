// Makes the host allreduce, over MPI. Every rank of the world makes it together.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"
#include "kernels/collective/allreduce_spec.hpp"
#include "kernels/host/context.hpp"

namespace roofgate {

/// `spec.ranks` must equal `world.size()`. `world` outlives the workload.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_allreduce(const AllreduceSpec& spec,
                                                                    const HostContext& context, World& world);

}  // namespace roofgate
