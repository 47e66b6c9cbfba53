#include "bench/stats/student_t.hpp"

#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

constexpr int kNormal = 200;         // from here on: its quantile at p = 1e-5 is 2 % smaller
constexpr int kHill = 40;            // from here on Hill's expansion is good to 1e-6 of tails down to 1e-14
constexpr double kCancelled = 1e-9;  // below, the closed form has lost too many of its 16 digits

using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;  // 12 digits are enough

constexpr auto kFactors = [] {
  std::array<double, kHill> factors{};
  for (std::size_t i = 1; i < factors.size(); ++i) {
    factors[i] = (static_cast<double>(i) - 1.0) / static_cast<double>(i);
  }
  return factors;
}();

/// P(|T| < x), x >= 0, for fewer than kHill degrees of freedom.
double central_probability(double x, int degrees_of_freedom) {
  const double ratio = x / std::sqrt(static_cast<double>(degrees_of_freedom));
  const double cosine_square = 1.0 / (1.0 + ratio * ratio);
  const double cosine = std::sqrt(cosine_square);
  const double sine = ratio * cosine;
  const bool is_odd = degrees_of_freedom % 2 == 1;
  // cos + 2/3 cos^3 + … + (2 4 … (v-3)) / (3 5 … (v-2)) cos^(v-2), or 1 + 1/2 cos^2 + … for even v.
  double term = is_odd ? cosine : 1.0;
  double sum = degrees_of_freedom == 1 ? 0.0 : term;
  for (int i = is_odd ? 3 : 2; i <= degrees_of_freedom - 2; i += 2) {
    term *= cosine_square * kFactors[static_cast<std::size_t>(i)];
    sum += term;
  }
  return is_odd ? 2.0 / std::numbers::pi * (std::atan(ratio) + sine * sum) : sine * sum;
}

/// The normal deviate with the same tail: G. W. Hill, Algorithm 395, Communications of the ACM 13 (1970).
double normal_deviate(double x, int degrees_of_freedom) {
  const double a = degrees_of_freedom - 0.5;
  const double b = 48.0 * a * a;
  const double y = a * std::log1p(x * x / degrees_of_freedom);
  const double z =
      (((((-0.4 * y - 3.3) * y - 24.0) * y - 85.5) / (0.8 * y * y + 100.0 + b) + y + 3.0) / b + 1.0) * std::sqrt(y);
  return std::copysign(z, x);
}

}  // namespace

double t_density(double x, int degrees_of_freedom) {
  RG_ASSERT(degrees_of_freedom >= 1);
  if (degrees_of_freedom >= kNormal) return std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
  static const auto kAtZero = [] {
    std::array<double, kNormal> values{};  // Gamma((v+1)/2) / (Gamma(v/2) sqrt(v pi)): Wallis' recurrence in v
    values[1] = 1.0 / std::numbers::pi;
    values[2] = 0.5 / std::numbers::sqrt2;
    for (std::size_t v = 3; v < values.size(); ++v) {
      const auto freedom = static_cast<double>(v);
      values[v] = values[v - 2] * (freedom - 1.0) / (freedom - 2.0) * std::sqrt((freedom - 2.0) / freedom);
    }
    return values;
  }();
  return kAtZero[static_cast<std::size_t>(degrees_of_freedom)] *
         std::exp(-0.5 * (degrees_of_freedom + 1) * std::log1p(x * x / degrees_of_freedom));
}

double t_upper_tail(double x, int degrees_of_freedom) {
  RG_ASSERT(degrees_of_freedom >= 1);
  if (degrees_of_freedom >= kNormal) return 0.5 * std::erfc(x / std::numbers::sqrt2);
  if (degrees_of_freedom >= kHill) return 0.5 * std::erfc(normal_deviate(x, degrees_of_freedom) / std::numbers::sqrt2);
  const double tail = 0.5 * (1.0 - central_probability(std::abs(x), degrees_of_freedom));
  if (x < 0.0) return 1.0 - tail;
  if (tail > kCancelled) return tail;
  const boost::math::students_t_distribution<double, InDouble> t(degrees_of_freedom);
  return boost::math::cdf(boost::math::complement(t, x));
}

}  // namespace roofgate
