#include "bench/stats/spread_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <utility>

namespace roofgate {
namespace {

constexpr double kChanged = 0.1;           // share of cases that may have really changed tonight
constexpr double kChangedDensity = 1.0;    // of their change: uniform over +-50 %
constexpr double kFreedomDoubt = 0.8;      // its standard deviation in log units
constexpr double kNegligible = 1e-5;       // weight below which a hypothesis is dropped
constexpr double kCovariateLimit = 3.0;    // a case's log within^2 is taken to be at most this far from the mean
constexpr std::size_t kEnoughCases = 600;  // so many tell the hyperparameters well enough
constexpr double kSmallestVariance = 1e-14;
constexpr std::array kFreedoms{1, 2, 3, 4, 7, 12, 25, 80};
constexpr int kTypicalFreedom = 4;  // median of the belief about the prior's degrees of freedom
constexpr std::array kSlopes{0.0, 0.5, 1.0};

double square(double x) { return x * x; }

double log_within_square(double within) { return std::log(std::max(square(within), kSmallestVariance)); }

/// What the log densities of ln F and of t share over cases with the same degrees of freedom.
struct Constants {
  double d = -1.0;
  double of_f = 0.0;
  double of_t = 0.0;
};

Constants constants_of(double d, double d0) {
  Constants constants{d, 0.0, 0.0};
  if (d > 0.0) {
    constants.of_f = std::lgamma(0.5 * (d + d0)) - std::lgamma(0.5 * d) - std::lgamma(0.5 * d0) +
                     0.5 * d * std::log(d) + 0.5 * d0 * std::log(d0);
  }
  constants.of_t =
      std::lgamma(0.5 * (d0 + d + 1.0)) - std::lgamma(0.5 * (d0 + d)) - 0.5 * std::log((d0 + d) * std::numbers::pi);
  return constants;
}

/// Of tonight's deviation: unchanged, or changed by anything.
double deviation_density(const SpreadObservation& observation, double variance, double freedom, double log_constant) {
  const double scaled = variance * observation.deviation_factor;
  const double z2 = square(observation.deviation) / scaled;
  const double unchanged =
      std::exp(log_constant - 0.5 * (freedom + 1.0) * std::log1p(z2 / freedom)) / std::sqrt(scaled);
  return (1.0 - kChanged) * unchanged + kChanged * kChangedDensity;
}

}  // namespace

SpreadModel::SpreadModel(std::span<const SpreadObservation> observations, SpreadBelief belief) {
  std::vector<SpreadObservation> sample;
  const std::size_t stride = observations.size() / kEnoughCases + 1;
  for (std::size_t i = 0; i < observations.size(); i += stride) sample.push_back(observations[i]);
  for (const SpreadObservation& observation : sample) {
    mean_log_within_ += log_within_square(observation.within) / static_cast<double>(sample.size());
  }
  for (const double slope : kSlopes) scan(slope, sample, belief);
  // Weights are still logarithms.
  double largest = hypotheses_.front().weight;
  for (const Hypothesis& hypothesis : hypotheses_) largest = std::max(largest, hypothesis.weight);
  double sum = 0.0;
  for (Hypothesis& hypothesis : hypotheses_) {
    hypothesis.weight = std::exp(hypothesis.weight - largest);
    sum += hypothesis.weight;
  }
  for (Hypothesis& hypothesis : hypotheses_) hypothesis.weight /= sum;
  std::erase_if(hypotheses_, [](const Hypothesis& hypothesis) { return hypothesis.weight < kNegligible; });
}

double SpreadModel::prior_variance(const Hypothesis& hypothesis, double within) const {
  const double covariate = std::clamp(log_within_square(within) - mean_log_within_, -kCovariateLimit, kCovariateLimit);
  return std::exp(hypothesis.log_variance + hypothesis.slope * covariate);
}

double SpreadModel::log_posterior(const Hypothesis& hypothesis, std::span<const SpreadObservation> observations,
                                  SpreadBelief belief) const {
  const double d0 = hypothesis.degrees_of_freedom;
  const double doubt = 2.0 * std::log(belief.factor) / 1.96;
  double sum = -0.5 * square((hypothesis.log_variance - 2.0 * std::log(belief.typical)) / doubt) -
               0.5 * square(std::log(d0 / kTypicalFreedom) / kFreedomDoubt);
  Constants constants;
  for (const SpreadObservation& observation : observations) {
    const double d = observation.between.degrees_of_freedom;
    if (d != constants.d) constants = constants_of(d, d0);
    const double prior = prior_variance(hypothesis, observation.within);
    const double own = std::max(observation.between.variance, kSmallestVariance);
    if (d > 0.0) {  // ln(s^2 / s0^2) is ln F(d, d0)
      const double f = own / prior;
      sum += constants.of_f + 0.5 * d * std::log(f) - 0.5 * (d + d0) * std::log(d0 + d * f);
    }
    const double moderated = d > 0.0 ? (d0 * prior + d * own) / (d0 + d) : prior;
    sum += std::log(deviation_density(observation, moderated, d0 + d, constants.of_t));
  }
  return sum;
}

/// Adds the hypotheses of one slope, weights as logarithms: a coarse scan of the variance finds where the posterior
/// lies and how wide it is, a fine one covers it for every number of degrees of freedom.
void SpreadModel::scan(double slope, std::span<const SpreadObservation> observations, SpreadBelief belief) {
  constexpr int kCoarse = 14;
  constexpr double kCoarseStep = 0.5;
  constexpr int kFine = 4;
  const double believed = 2.0 * std::log(belief.typical);
  const auto at = [&](double log_variance, int d0) {
    return log_posterior({0.0, log_variance, d0, slope}, observations, belief);
  };
  std::array<double, 2 * kCoarse + 1> coarse{};
  for (int i = -kCoarse; i <= kCoarse; ++i) {
    coarse[static_cast<std::size_t>(i + kCoarse)] = at(believed + kCoarseStep * i, kTypicalFreedom);
  }
  const auto best = std::max_element(coarse.begin() + 1, coarse.end() - 1);
  const double curvature = (2.0 * *best - *(best - 1) - *(best + 1)) / square(kCoarseStep);
  const double width = 1.0 / std::sqrt(std::max(curvature, 0.5));
  const double centre = believed + kCoarseStep * static_cast<double>(best - coarse.begin() - kCoarse);
  for (const int d0 : kFreedoms) {
    for (int i = -kFine; i <= kFine; ++i) {
      const double log_variance = centre + 0.8 * width * i;
      hypotheses_.push_back({at(log_variance, d0), log_variance, d0, slope});
      // The fine scan's step differs between slopes: the posterior mass is density times step.
      hypotheses_.back().weight += std::log(width);
    }
  }
}

CaseSpread SpreadModel::of(const SpreadObservation& observation) const {
  std::vector<CaseSpread::Part> parts;
  parts.reserve(hypotheses_.size());
  const auto own = static_cast<int>(observation.between.degrees_of_freedom);
  Constants constants;
  int constants_freedom = 0;
  double sum = 0.0;
  for (const Hypothesis& hypothesis : hypotheses_) {
    const VariancePrior prior{prior_variance(hypothesis, observation.within),
                              static_cast<double>(hypothesis.degrees_of_freedom)};
    if (hypothesis.degrees_of_freedom != constants_freedom) {
      constants_freedom = hypothesis.degrees_of_freedom;
      constants = constants_of(observation.between.degrees_of_freedom, prior.degrees_of_freedom);
    }
    const double variance = moderate(prior, observation.between).variance;
    const int freedom = hypothesis.degrees_of_freedom + own;
    const double density = deviation_density(observation, variance, freedom, constants.of_t);
    parts.push_back({hypothesis.weight / density, variance, freedom});
    sum += parts.back().weight;
  }
  for (CaseSpread::Part& part : parts) part.weight /= sum;
  std::erase_if(parts, [](const CaseSpread::Part& part) { return part.weight < kNegligible; });
  return CaseSpread{std::move(parts)};
}

TMixture CaseSpread::predict(double factor, double floor) const {
  // Hypotheses that predict nearly the same are merged: a tail of a hundred components says no more than one of ten.
  constexpr double kMerge = 0.25;                     // of log scale
  std::map<std::pair<int, long>, TComponent> merged;  // scale holds weight x scale^2 until the end
  for (const Part& part : parts_) {
    const double variance = std::max(part.variance, square(floor)) * factor;
    const long bin = std::lround(0.5 * std::log(variance) / kMerge);
    TComponent& component =
        merged.try_emplace({part.degrees_of_freedom, bin}, TComponent{0.0, 0.0, part.degrees_of_freedom}).first->second;
    component.weight += part.weight;
    component.scale += part.weight * variance;
  }
  std::vector<TComponent> components;
  components.reserve(merged.size());
  for (const auto& [key, component] : merged) {
    components.push_back(
        {component.weight, std::sqrt(component.scale / component.weight), component.degrees_of_freedom});
  }
  return TMixture{std::move(components)};
}

}  // namespace roofgate
