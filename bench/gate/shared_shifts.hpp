// What every kind of case shares in each night of the cases' figures: common_shift.hpp over all nights.
#pragma once

#include <span>
#include <vector>

#include "bench/gate/case_figures.hpp"
#include "bench/gate/common_shift.hpp"
#include "bench/gate/night_comparison.hpp"

namespace roofgate {

/// Of cases whose shared shifts are not yet taken out; ratios do not take part.
[[nodiscard]] SharedShifts find_shared_shifts(std::span<const CaseSeries> series, const std::vector<CaseFigures>& cases,
                                              const SpreadPolicy& policy);

}  // namespace roofgate
