// Sample quantiles and the median. Order only: no distribution is assumed.
#pragma once

#include <span>

namespace roofgate {

/// Type 7 of Hyndman & Fan, "Sample Quantiles in Statistical Packages", Am. Stat. 50 (1996): linear between order
/// statistics, the default of R and NumPy. `samples` in any order, not empty, no NaN; `probability` in [0, 1].
[[nodiscard]] double quantile(std::span<const double> samples, double probability);

/// The same without a copy: leaves `values` in another order.
[[nodiscard]] double quantile_reordering(std::span<double> values, double probability);

/// quantile(samples, 0.5).
[[nodiscard]] double median(std::span<const double> samples);

}  // namespace roofgate
