#include "bench/stats/spread_inflation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "bench/stats/square.hpp"

namespace roofgate {
namespace {

// By trial: the least that keeps one false night in a hundred where both spreads double
// (tests/bench/gate/gate_calibration).
constexpr double kUnchangedBelief = 0.6;  // that tonight is as the nights before; many cases soon say it themselves
constexpr double kWilderIsRarer = 3.0;    // the belief in a factor falls as this power of it
constexpr double kCasesDiffer = 1.25;     // some become wilder by more than all of them show
constexpr double kNegligible = 1e-7;      // weight below which a component is dropped
constexpr double kSame = 1.08;            // ratio of scales that are taken as one
constexpr std::array kChangedSizes{10.0, 20.0};  // in units of the predicted spread

/// Cases that really changed. Many of them in both directions are what a wild night is; many at once are rare.
struct Change {
  double share;
  double direction;  ///< 1 slower, -1 faster, 0 either
  double belief;     ///< beside the others'
};
constexpr std::array kChangedShares{Change{0.02, 0.0, 1.0}, Change{0.1, 0.0, 0.1}, Change{0.1, 1.0, 0.1},
                                    Change{0.3, 1.0, 0.1},  Change{0.6, 1.0, 0.1}, Change{0.3, -1.0, 0.1},
                                    Change{0.6, -1.0, 0.1}};
constexpr std::size_t kEnoughCases = 300;  // so many tell the factor well enough
constexpr double kMostDeviate = 12.0;      // beyond, it is a change whatever the spread: densities stay above 1e-17
constexpr std::size_t kFactorsOfProduct = 16;
constexpr std::size_t kFactorCount = SpreadInflation::kFactors.size();
constexpr std::size_t kChanges = kChangedShares.size() * kChangedSizes.size();

double normal_density(double x, double scale) {
  return std::exp(-0.5 * square(x / scale)) / (scale * std::sqrt(2.0 * std::numbers::pi));
}

/// Some cases become wilder than all of them show.
double with_surcharge(double factor) { return 1.0 + kCasesDiffer * (factor - 1.0); }

double scale_of(double factor, double share) { return std::sqrt(1.0 + (square(factor) - 1.0) * share); }

/// Of each factor, before tonight is seen.
SpreadInflation::Weights beliefs() {
  SpreadInflation::Weights beliefs{};
  double sum = 0.0;
  for (std::size_t i = 1; i < kFactorCount; ++i) {
    beliefs[i] = std::pow(SpreadInflation::kFactors[i], -kWilderIsRarer);
    sum += beliefs[i];
  }
  for (double& belief : beliefs) belief *= (1.0 - kUnchangedBelief) / sum;
  beliefs[0] = kUnchangedBelief;
  return beliefs;
}

/// Density of one case's deviation, in units of the predicted spread, under every hypothesis.
using Densities = std::array<double, kFactorCount * kChanges>;

Densities densities_of(const PredictedDeviation& seen) {
  const double unit = seen.error.mean_scale();
  const double deviate = std::clamp(seen.deviation / unit, -kMostDeviate, kMostDeviate);
  std::array<double, kFactorCount> unchanged{};
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    const double scale = scale_of(SpreadInflation::kFactors[i], seen.share);
    unchanged[i] = unit / scale * seen.error.density(deviate * unit / scale);
  }
  Densities densities{};
  std::size_t place = 0;
  for (const double size : kChangedSizes) {
    const double either = normal_density(deviate, size);
    for (const Change& change : kChangedShares) {
      const double changed = change.direction == 0.0 ? either : change.direction * deviate > 0.0 ? 2.0 * either : 0.0;
      for (const double one : unchanged) densities[place++] = (1.0 - change.share) * one + change.share * changed;
    }
  }
  return densities;
}

SpreadInflation::Weights normalised(SpreadInflation::Weights weights) {
  double sum = 0.0;
  for (const double weight : weights) sum += weight;
  for (double& weight : weights) weight /= sum;
  return weights;
}

/// Components of nearly the same scale become one: with as many factors there are as many times too many.
std::vector<TComponent> merged(std::vector<TComponent> components) {
  std::sort(components.begin(), components.end(),
            [](const TComponent& a, const TComponent& b) { return a.scale < b.scale; });
  std::vector<TComponent> merged;
  for (auto first = components.begin(); first != components.end();) {
    double weight = 0.0;
    double variance = 0.0;
    double doubt = 0.0;  // of the variance: 1 / degrees of freedom
    auto last = first;
    for (; last != components.end() && last->scale < kSame * first->scale; ++last) {
      weight += last->weight;
      variance += last->weight * square(last->scale);
      doubt += last->weight / last->degrees_of_freedom;
    }
    merged.push_back({weight, std::sqrt(variance / weight), std::max(1, static_cast<int>(weight / doubt))});
    first = last;
  }
  return merged;
}

}  // namespace

SpreadInflation::SpreadInflation(std::span<const PredictedDeviation> cases) {
  const std::size_t stride = cases.size() / kEnoughCases + 1;
  std::vector<Densities> sample;
  for (std::size_t i = 0; i < cases.size(); i += stride) sample.push_back(densities_of(cases[i]));
  std::array<double, kFactorCount * kChanges> posterior{};  // logarithms first
  const Weights before = beliefs();
  for (std::size_t place = 0; place < posterior.size(); ++place) {
    const Change& change = kChangedShares[place / kFactorCount % kChangedShares.size()];
    posterior[place] = std::log(before[place % kFactorCount] * change.belief);
    double product = 1.0;  // few logarithms: no density is below 1e-18
    for (std::size_t i = 0; i < sample.size(); ++i) {
      product *= sample[i][place];
      if (i % kFactorsOfProduct != 0 && i + 1 != sample.size()) continue;
      posterior[place] += std::log(product);
      product = 1.0;
    }
  }
  const double largest = *std::max_element(posterior.begin(), posterior.end());
  for (double& value : posterior) value = std::exp(value - largest);
  Weights all{};
  for (std::size_t place = 0; place < posterior.size(); ++place) all[place % kFactorCount] += posterior[place];
  all_ = normalised(all);
  without_.assign(cases.size(), all_);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    Weights weights{};
    for (std::size_t place = 0; place < posterior.size(); ++place) {
      weights[place % kFactorCount] += posterior[place] / sample[i][place];
    }
    without_[i * stride] = normalised(weights);
  }
}

double mean_factor(const SpreadInflation::Weights& weights) {
  double mean = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) mean += weights[i] * with_surcharge(SpreadInflation::kFactors[i]);
  return mean;
}

TMixture widened(const TMixture& error, const SpreadInflation::Weights& weights, double share) {
  std::vector<TComponent> components;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double factor = scale_of(with_surcharge(SpreadInflation::kFactors[i]), share);
    for (TComponent component : error.components()) {
      component.weight *= weights[i];
      component.scale *= factor;
      if (component.weight > kNegligible) components.push_back(component);
    }
  }
  return TMixture{merged(std::move(components))};
}

}  // namespace roofgate
