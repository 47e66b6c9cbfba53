#include "bench/stats/effective_sample_size.hpp"

#include <algorithm>
#include <cstddef>

namespace roofgate {

double effective_sample_size(std::span<const double> series) {
  const std::size_t count = series.size();
  const auto n = static_cast<double>(count);
  if (count < 4) return n;
  const auto [smallest, largest] = std::minmax_element(series.begin(), series.end());
  if (*smallest == *largest) return n;
  double mean = 0.0;
  for (const double value : series) mean += value / n;
  const auto autocovariance = [&](std::size_t lag) {
    double sum = 0.0;
    for (std::size_t i = lag; i < count; ++i) sum += (series[i] - mean) * (series[i - lag] - mean);
    return sum / n;
  };
  const double variance = autocovariance(0);
  double sum = 0.0;  // of the pairs rho(0) + rho(1), rho(2) + rho(3), …
  for (std::size_t lag = 0; lag + 1 < count; lag += 2) {
    const double pair = (autocovariance(lag) + autocovariance(lag + 1)) / variance;
    if (pair <= 0.0) break;
    sum += pair;
  }
  return std::clamp(n / (2.0 * sum - 1.0), 1.0, n);
}

}  // namespace roofgate
