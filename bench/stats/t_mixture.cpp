#include "bench/stats/t_mixture.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <utility>

#include "bench/stats/square.hpp"
#include "bench/stats/student_t.hpp"
#include "kernels/base/assert.hpp"

namespace roofgate {

TMixture::TMixture(std::vector<TComponent> components) : components_{std::move(components)} {
  RG_ASSERT(!components_.empty());
  double sum = 0.0;
  for (const TComponent& component : components_) {
    RG_ASSERT(component.weight > 0.0 && component.scale > 0.0 && component.degrees_of_freedom > 0);
    sum += component.weight;
  }
  for (TComponent& component : components_) component.weight /= sum;
}

double TMixture::density(double x) const {
  double density = 0.0;
  for (const TComponent& component : components_) {
    density += component.weight / component.scale * t_density(x / component.scale, component.degrees_of_freedom);
  }
  return density;
}

double TMixture::upper_tail(double x) const {
  double tail = 0.0;
  for (const TComponent& component : components_) {
    tail += component.weight * t_upper_tail(x / component.scale, component.degrees_of_freedom);
  }
  return tail;
}

double TMixture::upper_quantile(double p) const {
  RG_ASSERT(p > 0.0 && p < 1.0);
  if (p > 0.5) return -upper_quantile(1.0 - p);
  if (p == 0.5) return 0.0;
  double low = 0.0;
  double high = mean_scale();
  while (upper_tail(high) > p) low = std::exchange(high, 2.0 * high);
  // The log of the tail is nearly straight in x or in log x: few steps (Alefeld, Potra & Shi, TOMS 748, 1995).
  const auto distance = [&](double x) { return std::log(upper_tail(x) / p); };
  std::uintmax_t steps = 60;
  const auto [from, to] =
      boost::math::tools::toms748_solve(distance, low, high, boost::math::tools::eps_tolerance<double>(17), steps);
  return 0.5 * (from + to);
}

double TMixture::mean_scale() const {
  double sum = 0.0;
  for (const TComponent& component : components_) sum += component.weight * square(component.scale);
  return std::sqrt(sum);
}

double TMixture::mean_degrees_of_freedom() const {
  double sum = 0.0;
  for (const TComponent& component : components_) sum += component.weight / component.degrees_of_freedom;
  return 1.0 / sum;
}

TMixture sum_of(const TMixture& a, const TComponent& b) {
  std::vector<TComponent> components = a.components();
  for (TComponent& component : components) {
    const double own = square(component.scale);
    const double other = square(b.scale);
    const double freedom =
        square(own + other) / (square(own) / component.degrees_of_freedom + square(other) / b.degrees_of_freedom);
    component.scale = std::sqrt(own + other);
    component.degrees_of_freedom = std::max(1, static_cast<int>(freedom));
  }
  return TMixture{std::move(components)};
}

}  // namespace roofgate
