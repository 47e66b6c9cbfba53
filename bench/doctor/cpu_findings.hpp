// What of the CPUs' set-up makes times depend on more than the program: frequency policy, boost, shared cores, quota.
#pragma once

#include <vector>

#include "bench/doctor/finding.hpp"
#include "bench/telemetry/machine_files.hpp"

namespace roofgate {

/// `cpus`: those that this process may use.
[[nodiscard]] std::vector<Finding> cpu_findings(const MachineFiles& files, const std::vector<int>& cpus);

}  // namespace roofgate
