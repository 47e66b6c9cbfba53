// When sampling ends. Pure functions of what was seen.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "bench/measure/limits.hpp"
#include "bench/record/record.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

/// Half of the 95 % order-statistics interval of the median, over the median. None under 6 samples.
[[nodiscard]] std::optional<double> relative_half_width(std::span<const double> time_s);

/// Whether the interval is looked at after `samples` of them: from `min_samples` on, each time their number has grown
/// by a tenth. A rule that looks after every sample would stop at the luckiest one.
[[nodiscard]] bool is_look(std::size_t samples, const SamplingLimits& limits);

/// Why sampling ends after these samples, or nothing if it goes on.
[[nodiscard]] std::optional<StopReason> stop_reason(std::span<const double> time_s, Seconds elapsed,
                                                    const SamplingLimits& limits);

/// The mark of a round that did not converge and whose interval is wider than `kUnstableHalfWidth`.
[[nodiscard]] std::optional<Mark> instability_mark(StopReason stop, std::optional<double> half_width,
                                                   std::size_t samples);

}  // namespace roofgate
