// The CPUs that this process may use: model, counts within affinity and quota, instruction sets, last-level cache.
#pragma once

#include <vector>

#include "bench/record/environment.hpp"
#include "bench/telemetry/machine_files.hpp"

namespace roofgate {

/// `cpus`: logical CPUs of the affinity mask. A cgroup quota of q CPUs caps cores and threads at floor(q), at least 1:
/// one thread more than the quota pays for would be stopped in every period. Memory is capped by the cgroup too.
[[nodiscard]] CpuInfo probe_cpu(const MachineFiles& files, const std::vector<int>& cpus, bool ask_processor);

}  // namespace roofgate
