#include "bench/stats/median_interval.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

/// Largest k such that the k smallest and the k largest samples may be cut off; -1 if none may stay outside. The
/// interval from the k-th to the (n-1-k)-th order statistic (0-based) covers with 1 - 2 P(B <= k).
std::ptrdiff_t cut_off(std::size_t count, double confidence) {
  const boost::math::binomial_distribution<> below(static_cast<double>(count), 0.5);
  const double allowed = 0.5 * (1.0 - confidence);
  // The library's quantile is a root search: step to the exact answer from its neighbourhood.
  auto k = static_cast<std::ptrdiff_t>(boost::math::quantile(below, allowed)) + 1;
  while (k >= 0 && boost::math::cdf(below, static_cast<double>(k)) > allowed) --k;
  return k;
}

}  // namespace

std::optional<Interval> median_interval(std::span<const double> samples, double confidence) {
  RG_ASSERT(confidence > 0.0 && confidence < 1.0);
  if (samples.empty()) return std::nullopt;
  const std::ptrdiff_t k = cut_off(samples.size(), confidence);
  if (k < 0) return std::nullopt;
  std::vector<double> values(samples.begin(), samples.end());
  const auto low = values.begin() + k;
  const auto high = values.end() - 1 - k;
  std::nth_element(values.begin(), low, values.end());
  if (high != low) std::nth_element(low + 1, high, values.end());
  return Interval{*low, *high};
}

}  // namespace roofgate
