// The first nights on a machine: a baseline made in a row, so that a new user sees a verdict the same day.
#pragma once

#include <optional>

#include "bench/baseline/baseline.hpp"

namespace roofgate {

/// Nights that are still to be made in a row before one is judged: none as soon as there is one real night, because
/// real nights show the spread that nights made minutes apart hide.
[[nodiscard]] int missing_bootstrap_nights(const std::optional<Baseline>& baseline, int wanted);

}  // namespace roofgate
