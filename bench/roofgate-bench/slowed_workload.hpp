// A workload that really takes longer than it should: what `roofgate drill` tests the gate with. Only --plant-loss
// makes one, for one process, into a record that says so.
#pragma once

#include <memory>

#include "kernels/base/workload.hpp"

namespace roofgate {

/// Each launch is followed by a wait inside the timed region, as long as the launch itself took times loss / (1 -
/// loss): the case loses that share of its throughput (in (0, 1)). Host only: launches must return when their work is
/// done. The wait ends up to 0.1 us late, so that launches under 100 us lose visibly more.
[[nodiscard]] std::unique_ptr<Workload> slowed(std::unique_ptr<Workload> workload, double loss);

}  // namespace roofgate
