#include "bench/stats/two_modes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr double kApart = 8.0;

double deviation_about(std::span<const double> group, double centre) {
  double sum = 0.0;
  for (const double value : group) sum += (value - centre) * (value - centre);
  return std::sqrt(sum / static_cast<double>(group.size() - 1));
}

}  // namespace

std::optional<TwoModes> find_two_modes(std::span<const double> values, double spread) {
  if (values.size() < 4) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  std::size_t split = 2;
  for (std::size_t i = 2; i + 2 <= sorted.size(); ++i) {
    if (sorted[i] - sorted[i - 1] > sorted[split] - sorted[split - 1]) split = i;
  }
  const std::span<const double> all{sorted};
  const std::span<const double> lower = all.first(split);
  const std::span<const double> upper = all.subspan(split);
  const TwoModes modes{median(lower), median(upper), lower.size(), upper.size()};
  const double low_width = std::max(spread, deviation_about(lower, modes.low));
  const double high_width = std::max(spread, deviation_about(upper, modes.high));
  const double separation = std::sqrt(2.0) * (modes.high - modes.low) / std::hypot(low_width, high_width);
  if (!(separation > kApart)) return std::nullopt;
  return modes;
}

}  // namespace roofgate
