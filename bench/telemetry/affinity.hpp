// The logical CPUs that this process may run on.
#pragma once

#include <vector>

namespace roofgate {

/// Ascending, at least one. The scheduler's mask of the calling thread; where OpenMP binds threads to places, the union
/// of the places, because its run-time has then already bound the initial thread to the first of them.
[[nodiscard]] std::vector<int> affinity_cpus();

}  // namespace roofgate
