#include "bench/stats/moderated_variance.hpp"

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/polygamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/base/assert.hpp"

namespace roofgate {

using boost::math::digamma;
using boost::math::trigamma;

double trigamma_inverse(double y) {
  RG_ASSERT(y > 0.0);
  if (y > 1e7) return 1.0 / std::sqrt(y);  // trigamma(x) ~ 1 / x^2 near 0
  if (y < 1e-6) return 1.0 / y;            // trigamma(x) ~ 1 / x far out
  double x = 0.5 + 1.0 / y;
  for (int i = 0; i < 50; ++i) {
    const double value = trigamma(x);
    const double step = value * (1.0 - value / y) / boost::math::polygamma(2, x);
    x += step;
    if (-step / x < 1e-10) break;
  }
  return x;
}

VariancePrior fit_variance_prior(std::span<const SampleVariance> observed) {
  std::vector<double> centred;  // log s^2, freed of the bias of its own few degrees of freedom
  double sampling_variance = 0.0;
  const SampleVariance* last = nullptr;
  for (const SampleVariance& entry : observed) {
    if (entry.degrees_of_freedom <= 0.0 || entry.variance <= 0.0) continue;
    const double half = 0.5 * entry.degrees_of_freedom;
    centred.push_back(std::log(entry.variance) - digamma(half) + std::log(half));
    sampling_variance += trigamma(half);
    last = &entry;
  }
  if (centred.empty()) return {};
  if (centred.size() == 1) return {last->variance, 0.0};
  const auto count = static_cast<double>(centred.size());
  double mean = 0.0;
  for (const double value : centred) mean += value / count;
  double excess = -sampling_variance / count;
  for (const double value : centred) excess += (value - mean) * (value - mean) / (count - 1.0);
  if (excess <= 0.0) return {std::exp(mean), std::numeric_limits<double>::infinity()};
  const double half = trigamma_inverse(excess);
  return {std::exp(mean + digamma(half) - std::log(half)), 2.0 * half};
}

SampleVariance moderate(const VariancePrior& prior, const SampleVariance& own) {
  const double sum = prior.degrees_of_freedom + own.degrees_of_freedom;
  if (std::isinf(prior.degrees_of_freedom)) return {prior.variance, sum};
  if (sum <= 0.0) return {};
  return {(prior.degrees_of_freedom * prior.variance + own.degrees_of_freedom * own.variance) / sum, sum};
}

}  // namespace roofgate
