// Phrases that the scaling tables, findings and files share.
#pragma once

#include <string>

#include "bench/scaling/scaling.hpp"

namespace roofgate {

/// "97.4 % [97.1, 97.7]", "100 %" of the reference, "-".
[[nodiscard]] std::string efficiency_text(const ScalingRow& row);

/// "11 (node b, device 3) 38 of 40: sick", "wanders", "-".
[[nodiscard]] std::string slowest_text(const ScalingRow& row);

/// "exposed 12 %, skew 8 %, rest 1 %"; "-".
[[nodiscard]] std::string loss_text(const ScalingRow& row);

/// Node boundary, switch of algorithm, odd efficiency, marks: "; " between; empty.
[[nodiscard]] std::string note_of(const ScalingRow& row);

/// "weak scaling", "strong scaling"; empty for collectives.
[[nodiscard]] std::string growth_text(const Series& series);

}  // namespace roofgate
