// A small baseline that uses every key.
#pragma once

#include <string>

#include "bench/baseline/baseline.hpp"

namespace roofgate {

/// Night `index` of two cases, accepted, dated 2026-11-(10 + index).
[[nodiscard]] Night make_sample_night(int index);

/// "sample-machine/quick" with `nights` nights.
[[nodiscard]] Baseline make_sample_baseline(int nights);

}  // namespace roofgate
