#include "bench/measure/batching.hpp"

#include <algorithm>
#include <cmath>

namespace roofgate {

Seconds shortest_region(Seconds timer_resolution, bool is_collective) {
  const Seconds resolved = timer_resolution * kTimerSteps;
  return is_collective ? std::max(resolved, kMinCollectiveRegion) : resolved;
}

Seconds sampling_region(Seconds shortest, const SamplingLimits& limits) {
  return std::max(shortest, limits.max_sampling / static_cast<double>(limits.max_samples));
}

std::size_t iterations_in(Seconds region, Seconds time) {
  if (time <= Seconds{0.0}) return kMaxIterations;
  // The hair below keeps 3.0000000001 launches from becoming 4.
  const double wanted = std::ceil((region / time).value() * (1.0 - 1e-9));
  return static_cast<std::size_t>(std::clamp(wanted, 1.0, static_cast<double>(kMaxIterations)));
}

std::size_t next_iterations(Seconds region, std::size_t iterations, Seconds seen) {
  const auto launches = static_cast<double>(iterations);
  return iterations_in(region, std::max(seen, region / kMaxGrowth) / launches);
}

}  // namespace roofgate
