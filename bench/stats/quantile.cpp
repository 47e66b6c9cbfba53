#include "bench/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/base/assert.hpp"

namespace roofgate {

double quantile(std::span<const double> samples, double probability) {
  std::vector<double> values(samples.begin(), samples.end());
  return quantile_reordering(values, probability);
}

double quantile_reordering(std::span<double> values, double probability) {
  RG_ASSERT(!values.empty());
  RG_ASSERT(probability >= 0.0 && probability <= 1.0);
  const double position = probability * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), nth, values.end());
  const double fraction = position - std::floor(position);
  if (fraction == 0.0) return *nth;
  const double above = *std::min_element(nth + 1, values.end());
  return *nth + fraction * (above - *nth);
}

double median(std::span<const double> samples) { return quantile(samples, 0.5); }

}  // namespace roofgate
