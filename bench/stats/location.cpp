#include "bench/stats/location.hpp"

#include <algorithm>
#include <numbers>

#include "bench/stats/quantile.hpp"
#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

/// Blom's plotting position of the i-th of five.
constexpr double of_five(double i) { return (i - 0.375) / (5.0 + 0.25); }

/// The point of the values that has that plotting position. At least two values.
double plotting_quantile(std::span<const double> values, double plotting_position) {
  const auto count = static_cast<double>(values.size());
  const double position = plotting_position * (count + 0.25) + 0.375 - 1.0;  // 0-based
  return quantile(values, std::clamp(position / (count - 1.0), 0.0, 1.0));
}

}  // namespace

double round_location(std::span<const double> samples) { return median(samples); }

double night_location(std::span<const double> round_locations) {
  RG_ASSERT(!round_locations.empty());
  return round_locations.size() == 1 ? round_locations.front() : plotting_quantile(round_locations, of_five(2.0));
}

double location_doubt(std::span<const double> round_locations) {
  if (round_locations.size() < 3) return 0.0;
  return plotting_quantile(round_locations, of_five(3.0)) - plotting_quantile(round_locations, of_five(1.0));
}

// p (1 - p) / (n phi(z_p)^2) is 1.72 / n for many rounds. 1.72 / (n + 0.5) is never below the true value and at most
// 20 % above it (tests/bench/stats/location_test.cpp).
double night_location_variance(std::size_t rounds) { return 1.72 / (static_cast<double>(rounds) + 0.5); }

double ratio_location(std::span<const double> round_ratios) { return median(round_ratios); }

double ratio_doubt(std::span<const double> round_ratios) {
  if (round_ratios.size() < 4) return 0.0;
  return 0.5 * (plotting_quantile(round_ratios, of_five(4.0)) - plotting_quantile(round_ratios, of_five(2.0)));
}

// Of the median of many: pi / 2 n. pi / (2 n + 1) is within 2 % from three rounds on, and never below for fewer.
double ratio_location_variance(std::size_t rounds) {
  return std::numbers::pi / (2.0 * static_cast<double>(rounds) + 1.0);
}

}  // namespace roofgate
