// Makes the host's data-parallel step: oneDNN products, gradients reduced over MPI. Every rank makes it together.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"
#include "kernels/host/context.hpp"
#include "kernels/step/step_spec.hpp"

namespace roofgate {

/// A launch is one step of this rank. `overlap` starts MPI_Iallreduce for each bucket when it is ready and calls
/// MPI_Testall after every product, because a host without a progress thread moves data only inside MPI; between two
/// products nothing moves.
///
/// The check compares sampled rows of every product with double, and every gradient on every rank with the fp32 sum of
/// the micro batches' and ranks' own. `spec.ranks` must equal `world.size()`. If one rank fails, all do.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_step(const StepSpec& spec, const HostContext& context,
                                                               World& world);

}  // namespace roofgate
