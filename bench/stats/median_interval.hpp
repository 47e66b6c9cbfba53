// Confidence interval of a median from order statistics: distribution free.
#pragma once

#include <optional>
#include <span>

namespace roofgate {

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// The narrowest symmetric pair of order statistics that covers the median with at least `confidence` (in (0, 1)),
/// whatever the distribution: the number of samples below the median is binomial(n, 1/2). David & Nagaraja, "Order
/// Statistics" (3rd ed., 2003), section 7.1. Assumes independent samples. No value where even the extremes cover it
/// less often: under 6 samples at 95 %.
[[nodiscard]] std::optional<Interval> median_interval(std::span<const double> samples, double confidence);

}  // namespace roofgate
