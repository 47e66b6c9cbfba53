#include "bench/stats/pairwise_spread.hpp"

#include <cmath>
#include <cstddef>

#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

// 1 / (sqrt(2) z(0.625)): the quartile of |x - y| of two normal values is sqrt(2) z(0.625) standard deviations.
constexpr double kNormalFactor = 2.2191;

}  // namespace

double pairwise_spread(std::span<const std::vector<double>> groups) {
  std::vector<double> distances;
  for (const std::vector<double>& group : groups) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t j = i + 1; j < group.size(); ++j) distances.push_back(std::abs(group[i] - group[j]));
    }
  }
  return distances.empty() ? 0.0 : kNormalFactor * quantile_reordering(distances, 0.25);
}

}  // namespace roofgate
