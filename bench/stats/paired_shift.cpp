#include "bench/stats/paired_shift.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "bench/stats/pairwise_spread.hpp"
#include "bench/stats/quantile.hpp"
#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

constexpr double kHuber = 1.345;      // Huber's constant for 95 % efficiency
constexpr double kEfficiency = 0.95;  // what that constant gives
constexpr int kSteps = 50;            // of reweighting: it has settled long before

/// Huber's weighted mean about a known spread, from the median on.
double huber_centre(const std::vector<double>& values, double spread) {
  double centre = median(values);
  if (spread <= 0.0) return centre;
  for (int step = 0; step < kSteps; ++step) {
    double sum = 0.0;
    double weights = 0.0;
    for (const double value : values) {
      const double distance = std::abs(value - centre) / spread;
      const double weight = distance <= kHuber ? 1.0 : kHuber / distance;
      sum += weight * value;
      weights += weight;
    }
    centre = sum / weights;
  }
  return centre;
}

/// How much larger the variance is than that of the mean of normal data: at least 1 / efficiency.
double inflation(const std::vector<double>& values, double centre, double spread) {
  if (spread <= 0.0 || values.size() < 2) return 1.0 / kEfficiency;
  const auto count = static_cast<double>(values.size());
  double squares = 0.0;
  double inside = 0.0;
  for (const double value : values) {
    const double distance = std::abs(value - centre) / spread;
    squares += std::min(distance, kHuber) * std::min(distance, kHuber);
    inside += distance <= kHuber ? 1.0 : 0.0;
  }
  const double share = std::max(inside, 1.0) / count;
  return std::max(1.0 / kEfficiency, squares / (count - 1.0) / (share * share));
}

}  // namespace

std::optional<double> order_effect(std::span<const PairDifference> pairs) {
  std::array<std::vector<double>, 2> orders;  // A first, B first
  for (const PairDifference& pair : pairs) orders[pair.is_b_first ? 1 : 0].push_back(pair.difference);
  if (orders[0].empty() || orders[1].empty()) return std::nullopt;
  return 0.5 * (median(orders[0]) - median(orders[1]));  // A first: B bears it; B first: A does
}

PairedShift paired_shift(std::span<const PairDifference> pairs, double second) {
  RG_ASSERT(!pairs.empty());
  std::vector<double> values;
  for (const PairDifference& pair : pairs) values.push_back(pair.difference + (pair.is_b_first ? second : -second));
  const std::array<std::vector<double>, 1> group{values};
  const double spread = pairwise_spread(group);
  const auto count = static_cast<double>(values.size());
  PairedShift fit;
  fit.shift = huber_centre(values, spread);
  fit.pair = {spread * spread, kPairwiseEfficiency * (count - 1.0)};
  fit.variance_factor = inflation(values, fit.shift, spread) / count;
  return fit;
}

}  // namespace roofgate
