#include "bench/stats/t_mixture.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

// Without promotion to long double, which costs seven times as much and changes nothing that matters here.
using Fast = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using StudentT = boost::math::students_t_distribution<double, Fast>;

constexpr double kPrecision = 1e-7;  // of a quantile, relative

double tail_of(const TComponent& component, double x) {
  return boost::math::cdf(boost::math::complement(StudentT(component.degrees_of_freedom), x / component.scale));
}

double density_of(const TComponent& component, double x) {
  return boost::math::pdf(StudentT(component.degrees_of_freedom), x / component.scale) / component.scale;
}

}  // namespace

TMixture::TMixture(std::vector<TComponent> components) : components_{std::move(components)} {
  RG_ASSERT(!components_.empty());
  double sum = 0.0;
  for (const TComponent& component : components_) {
    RG_ASSERT(component.weight > 0.0 && component.scale > 0.0 && component.degrees_of_freedom > 0.0);
    sum += component.weight;
  }
  for (TComponent& component : components_) component.weight /= sum;
}

double TMixture::upper_tail(double x) const {
  double tail = 0.0;
  for (const TComponent& component : components_) tail += component.weight * tail_of(component, x);
  return tail;
}

double TMixture::density(double x) const {
  double density = 0.0;
  for (const TComponent& component : components_) density += component.weight * density_of(component, x);
  return density;
}

double TMixture::upper_quantile(double p) const {
  RG_ASSERT(p > 0.0 && p < 1.0);
  if (p > 0.5) return -upper_quantile(1.0 - p);
  if (p == 0.5) return 0.0;
  // Newton on the log of the tail, guarded by bisection. One t with the mixture's moments is a good first guess.
  double low = 0.0;
  double high = std::numeric_limits<double>::infinity();
  double x = mean_scale() * boost::math::quantile(boost::math::complement(StudentT(mean_degrees_of_freedom()), p));
  for (int i = 0; i < 100; ++i) {
    const double tail = upper_tail(x);
    (tail > p ? low : high) = x;
    double next = x + tail / density(x) * std::log(tail / p);
    if (!(next > low && next < high)) next = std::isinf(high) ? 2.0 * x : 0.5 * (low + high);
    if (std::abs(next - x) <= kPrecision * x) return next;
    x = next;
  }
  return x;
}

double TMixture::mean_scale() const {
  double sum = 0.0;
  for (const TComponent& component : components_) sum += component.weight * component.scale * component.scale;
  return std::sqrt(sum);
}

double TMixture::mean_degrees_of_freedom() const {
  double sum = 0.0;
  for (const TComponent& component : components_) sum += component.weight / component.degrees_of_freedom;
  return 1.0 / sum;
}

}  // namespace roofgate
