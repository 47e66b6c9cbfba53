// What misalignment and launches cost, as metrics: aligned / unaligned and unfused / fused, round by round.
#pragma once

#include <vector>

#include "bench/derived/derived.hpp"

namespace roofgate {

/// `ratio/<case>/to_align128`: time per FLOP of each rung of an alignment ladder over that of its rung aligned to 128
/// elements. `ratio/<case>/to_unfused`: time of a fused or graph-launched chain over that of the unfused one.
/// Dimensionless; higher is slower against the sibling. A round counts where both were measured and neither is marked.
[[nodiscard]] std::vector<DerivedCase> sibling_ratios(const Record& record);

}  // namespace roofgate
