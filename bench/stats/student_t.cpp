#include "bench/stats/student_t.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>

#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

constexpr int kNormal = 200;         // from here on: its quantile at p = 1e-5 is 2 % smaller
constexpr double kCancelled = 1e-9;  // below, the closed form has lost too many of its 16 digits

/// P(|T| < x), x >= 0.
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
    term *= cosine_square * (i - 1.0) / i;
    sum += term;
  }
  return is_odd ? 2.0 / std::numbers::pi * (std::atan(ratio) + sine * sum) : sine * sum;
}

}  // namespace

double t_upper_tail(double x, int degrees_of_freedom) {
  RG_ASSERT(degrees_of_freedom >= 1);
  if (degrees_of_freedom >= kNormal) return 0.5 * std::erfc(x / std::numbers::sqrt2);
  const double tail = 0.5 * (1.0 - central_probability(std::abs(x), degrees_of_freedom));
  if (x < 0.0) return 1.0 - tail;
  if (tail > kCancelled) return tail;
  const boost::math::students_t_distribution<double> t(degrees_of_freedom);
  return boost::math::cdf(boost::math::complement(t, x));
}

}  // namespace roofgate
