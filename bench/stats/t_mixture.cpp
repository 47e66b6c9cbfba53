#include "bench/stats/t_mixture.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <utility>

#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

using StudentT = boost::math::students_t_distribution<double>;

struct TailAndDensity {
  double tail = 0.0;
  double density = 0.0;
};

TailAndDensity at(const std::vector<TComponent>& components, double x) {
  TailAndDensity sum;
  for (const TComponent& component : components) {
    const StudentT t(component.degrees_of_freedom);
    const double z = x / component.scale;
    sum.tail += component.weight * boost::math::cdf(boost::math::complement(t, z));
    sum.density += component.weight * boost::math::pdf(t, z) / component.scale;
  }
  return sum;
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
  for (const TComponent& component : components_) {
    const StudentT t(component.degrees_of_freedom);
    tail += component.weight * boost::math::cdf(boost::math::complement(t, x / component.scale));
  }
  return tail;
}

double TMixture::upper_quantile(double p) const {
  RG_ASSERT(p > 0.0 && p < 1.0);
  if (p > 0.5) return -upper_quantile(1.0 - p);
  if (p == 0.5) return 0.0;
  // The log of the tail falls monotonically and is concave enough for Newton; bisection guards it.
  double low = 0.0;
  double high = mean_scale();
  while (at(components_, high).tail > p) {
    low = high;
    high *= 2.0;
  }
  double x = 0.5 * (low + high);
  for (int i = 0; i < 100; ++i) {
    const TailAndDensity here = at(components_, x);
    (here.tail > p ? low : high) = x;
    const double step = here.tail / here.density * std::log(here.tail / p);
    double next = x + step;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - x) <= 1e-7 * high) return next;
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
