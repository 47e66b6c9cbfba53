// How many launches one timed region holds, so that the timer's step and the number of samples stay in bounds.
#pragma once

#include <cstddef>

#include "bench/measure/limits.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

/// Shortest region worth timing: 100 steps of the timer; for collectives also `kMinCollectiveRegion`.
[[nodiscard]] Seconds shortest_region(Seconds timer_resolution, bool is_collective);

/// The region that sampling aims at: the shortest one, and long enough that `max_samples` of them fill `max_sampling`.
/// Samples then spread over the whole time instead of its first milliseconds.
[[nodiscard]] Seconds sampling_region(Seconds shortest, const SamplingLimits& limits);

/// Launches of `time` each that fill `region`: at least 1, at most `kMaxIterations`.
[[nodiscard]] std::size_t iterations_in(Seconds region, Seconds time);

/// The next batch on the way to `region`, after `iterations` launches took `seen`. Grows at most `kMaxGrowth`-fold,
/// because a region near the timer's step says little.
[[nodiscard]] std::size_t next_iterations(Seconds region, std::size_t iterations, Seconds seen);

inline constexpr double kMaxGrowth = 10.0;
inline constexpr std::size_t kMaxIterations = 10'000'000;

}  // namespace roofgate
