#include "bench/stats/location.hpp"

#include <algorithm>

#include "bench/stats/quantile.hpp"
#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

// Blom's plotting position of the second of five.
constexpr double kNightProbability = (2.0 - 0.375) / (5.0 + 0.25);

}  // namespace

double round_location(std::span<const double> samples) { return median(samples); }

double night_location(std::span<const double> round_locations) {
  RG_ASSERT(!round_locations.empty());
  const auto count = static_cast<double>(round_locations.size());
  if (count == 1.0) return round_locations.front();
  const double position = kNightProbability * (count + 0.25) + 0.375 - 1.0;  // 0-based
  return quantile(round_locations, std::clamp(position / (count - 1.0), 0.0, 1.0));
}

// p (1 - p) / (n phi(z_p)^2) is 1.72 / n for many rounds. 1.72 / (n + 0.5) is never below the true value and at most
// 20 % above it (tests/bench/stats/location_test.cpp).
double night_location_variance(std::size_t rounds) { return 1.72 / (static_cast<double>(rounds) + 0.5); }

}  // namespace roofgate
