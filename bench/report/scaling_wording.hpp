// Phrases that the scaling tables, findings and files share.
#pragma once

#include <string>

#include "bench/scaling/scaling.hpp"

namespace roofgate {

/// "97.4 % [97.1, 97.7]", "100 %" of the reference, "-".
[[nodiscard]] std::string efficiency_text(const ScalingRow& row);

/// "11 (node b, device 3) 38 of 40: sick"; of several sick ranks each, ", then " between; "wanders", "-".
[[nodiscard]] std::string slowest_text(const ScalingRow& row);

/// "exposed 12 %, skew 8 %, rest 1 %"; "-".
[[nodiscard]] std::string loss_text(const ScalingRow& row);

/// "compute 82.0 %, exposed 12.0 %, data 0 %, idle 6.0 %" of a step's time; "-".
[[nodiscard]] std::string buckets_text(const ScalingRow& row);

/// Node boundary, switch of algorithm, odd efficiency, marks, another reference than the heading's `headed_ranks` (0:
/// no heading): "; " between; empty.
[[nodiscard]] std::string note_of(const ScalingRow& row, int headed_ranks = 0);

/// "weak scaling", "strong scaling"; empty for what is no step.
[[nodiscard]] std::string growth_text(const Series& series);

}  // namespace roofgate
