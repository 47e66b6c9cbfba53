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
constexpr double kTypicalFreedom = 4.0;    // median of the belief about the prior's degrees of freedom
constexpr double kFreedomDoubt = 0.8;      // its standard deviation in log units
constexpr double kNegligible = 1e-4;       // weight below which a hypothesis is dropped
constexpr double kCovariateLimit = 3.0;    // a case's log within^2 is taken to be at most this far from the mean
constexpr std::size_t kEnoughCases = 600;  // so many tell the hyperparameters well enough
constexpr double kSmallestVariance = 1e-14;
constexpr std::array kFreedoms{1.0, 2.0, 3.0, 4.5, 7.0, 12.0, 25.0, 80.0};
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
    const double variance = moderated * observation.deviation_factor;
    const double z2 = square(observation.deviation) / variance;
    const double unchanged =
        std::exp(constants.of_t - 0.5 * (d0 + d + 1.0) * std::log1p(z2 / (d0 + d))) / std::sqrt(variance);
    sum += std::log((1.0 - kChanged) * unchanged + kChanged * kChangedDensity);
  }
  return sum;
}

/// Adds the hypotheses of one slope, weights as logarithms: a coarse scan of the variance finds where the posterior
/// lies and how wide it is, a fine one covers it for every number of degrees of freedom.
void SpreadModel::scan(double slope, std::span<const SpreadObservation> observations, SpreadBelief belief) {
  constexpr int kCoarse = 14;
  constexpr double kCoarseStep = 0.5;
  constexpr int kFine = 6;
  const double believed = 2.0 * std::log(belief.typical);
  const auto at = [&](double log_variance, double d0) {
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
  for (const double d0 : kFreedoms) {
    for (int i = -kFine; i <= kFine; ++i) {
      const double log_variance = centre + 0.6 * width * i;
      hypotheses_.push_back({at(log_variance, d0), log_variance, d0, slope});
      // The fine scan's step differs between slopes: the posterior mass is density times step.
      hypotheses_.back().weight += std::log(width);
    }
  }
}

TMixture SpreadModel::predict(const SpreadObservation& observation, double factor, double floor) const {
  // Hypotheses that predict nearly the same are merged: a tail of a hundred components says no more than one of twenty.
  constexpr double kMerge = 0.1;                         // of log scale
  std::map<std::pair<double, long>, TComponent> merged;  // scale holds weight x scale^2 until the end
  for (const Hypothesis& hypothesis : hypotheses_) {
    const SampleVariance used =
        moderate({prior_variance(hypothesis, observation.within), hypothesis.degrees_of_freedom}, observation.between);
    const double variance = std::max(used.variance, square(floor)) * factor;
    const long bin = std::lround(0.5 * std::log(variance) / kMerge);
    TComponent& component =
        merged.try_emplace({used.degrees_of_freedom, bin}, TComponent{0.0, 0.0, used.degrees_of_freedom}).first->second;
    component.weight += hypothesis.weight;
    component.scale += hypothesis.weight * variance;
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
