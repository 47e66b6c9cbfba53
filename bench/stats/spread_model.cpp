#include "bench/stats/spread_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

#include "bench/stats/square.hpp"

namespace roofgate {
namespace {

constexpr double kChanged = 0.1;           // share of cases that may have really changed tonight
constexpr double kChangedDensity = 1.0;    // of their change: uniform over +-50 %
constexpr double kNegligible = 1e-5;       // weight below which a hypothesis or a part is dropped
constexpr double kFarBelow = 12.0;         // log posterior below the best at which a scan stops
constexpr double kCovariateLimit = 3.0;    // a case's log sigma^2 is taken to be at most this far from the mean
constexpr std::size_t kEnoughCases = 300;  // so many tell the hyperparameters well enough
constexpr double kSmallestVariance = 1e-14;
constexpr double kFirstLogVariance = -19.4;  // tau = 0.006 %
constexpr double kStep = 0.4;                // of log tau^2: up to 22 %; what is summed is smooth over 0.3 and more
constexpr std::size_t kFine = 2;             // centres of priors per step: they are known better than any one tau
constexpr std::array kSlopes{0.0, 0.5, 1.0};

/// A family of priors of log tau^2, as functions of the distance from their centre, and what is believed about its
/// width.
struct Family {
  double (*log_density)(double distance, double width);
  std::span<const double> widths;
  double typical_width;  ///< median of the belief
  double width_doubt;    ///< its standard deviation in log units
};

constexpr std::array kDeviations{0.16, 0.28, 0.42, 0.6, 0.8, 1.0, 1.3, 1.7, 2.2};  // of log tau^2
constexpr std::array kFreedoms{1.0, 2.0, 3.0, 4.0, 7.0, 12.0, 25.0, 80.0};

double log_normal(double distance, double deviation) { return -0.5 * square(distance / deviation); }
double log_inverse_chi_square(double distance, double freedom) {
  return -0.5 * freedom * (distance + std::expm1(-distance));
}

constexpr Family kLogNormal{log_normal, kDeviations, 0.8, 0.5};
/// Expects some cases to be far wilder than the others.
constexpr Family kCareful{log_inverse_chi_square, kFreedoms, 4.0, 0.8};

/// Fewer than five nights tell too little of how unlike the cases are.
const Family& family_of(std::span<const SpreadObservation> observations) {
  constexpr double kFreedomOfFiveNights = 4.0;
  const auto is_known = [](const SpreadObservation& one) {
    return one.between.degrees_of_freedom >= kFreedomOfFiveNights;
  };
  const auto known = std::count_if(observations.begin(), observations.end(), is_known);
  return 2 * known >= static_cast<std::ptrdiff_t>(observations.size()) ? kLogNormal : kCareful;
}

double log_of_round(const SpreadObservation& observation) {
  return std::log(std::max(observation.round.variance, kSmallestVariance));
}

/// Priors of one family and width about any fine step of the grid.
template <std::size_t kSteps>
class Priors {
 public:
  static constexpr std::size_t kCentres = (kSteps - 1) * kFine + 1;

  Priors(const Family& family, double width) {
    for (std::size_t i = 0; i < shape_.size(); ++i) {
      const double distance = kStep / kFine * (static_cast<double>(i) - static_cast<double>(kCentres - 1));
      shape_[i] = std::exp(family.log_density(distance, width));
    }
  }

  [[nodiscard]] std::array<double, kSteps> about(std::size_t centre) const {
    std::array<double, kSteps> density{};
    double sum = 0.0;
    for (std::size_t step = 0; step < kSteps; ++step) {
      sum += density[step] = shape_[step * kFine + kCentres - 1 - centre];
    }
    for (double& value : density) value /= sum;
    return density;
  }

 private:
  std::array<double, 2 * kCentres - 1> shape_{};
};

}  // namespace

SpreadModel::SpreadModel(std::span<const SpreadObservation> observations, SpreadBelief belief) {
  std::vector<SpreadObservation> sample;
  const std::size_t stride = observations.size() / kEnoughCases + 1;
  for (std::size_t i = 0; i < observations.size(); i += stride) sample.push_back(observations[i]);
  for (const SpreadObservation& observation : sample) {
    mean_log_round_ += log_of_round(observation) / static_cast<double>(sample.size());
  }
  for (std::size_t slope = 0; slope < kSlopes.size(); ++slope) fit(slope, sample, belief);
  // Weights are still logarithms.
  double largest = -std::numeric_limits<double>::infinity();
  for (const Hypothesis& hypothesis : hypotheses_) largest = std::max(largest, hypothesis.weight);
  double sum = 0.0;
  for (Hypothesis& hypothesis : hypotheses_) sum += hypothesis.weight = std::exp(hypothesis.weight - largest);
  for (Hypothesis& hypothesis : hypotheses_) hypothesis.weight /= sum;
  std::erase_if(hypotheses_, [](const Hypothesis& hypothesis) { return hypothesis.weight < kNegligible; });
}

double SpreadModel::log_variance(std::size_t step, std::size_t slope, const SpreadObservation& observation) const {
  const double covariate = std::clamp(log_of_round(observation) - mean_log_round_, -kCovariateLimit, kCovariateLimit);
  return kFirstLogVariance + kStep * static_cast<double>(step) + kSlopes[slope] * covariate;
}

SpreadModel::Likelihood SpreadModel::likelihood(std::size_t slope, const SpreadObservation& observation) const {
  const double freedom = observation.between.degrees_of_freedom;
  const double own = std::max(observation.between.variance, kSmallestVariance);
  const double best = std::log(own) + 1.0;  // only ratios count: this keeps them from underflow
  Likelihood likelihood;
  for (std::size_t step = 0; step < kSteps; ++step) {
    const double tau2 = std::exp(log_variance(step, slope, observation));
    // s^2 / (tau^2 + sigma^2 r) is chi-square / d.
    const double night = tau2 + observation.round.variance * observation.night_rounds;
    likelihood.nights[step] = std::exp(-0.5 * freedom * (std::log(night) + own / night - best));
    const double error = tau2 * observation.shape.nights + observation.round.variance * observation.shape.rounds;
    const double unchanged =
        std::exp(-0.5 * square(observation.deviation) / error) / std::sqrt(2.0 * std::numbers::pi * error);
    likelihood.tonight[step] = (1.0 - kChanged) * unchanged + kChanged * kChangedDensity;
  }
  return likelihood;
}

/// Adds the hypotheses of one slope, weights as logarithms.
void SpreadModel::fit(std::size_t slope, std::span<const SpreadObservation> observations, SpreadBelief belief) {
  const Family& family = family_of(observations);
  std::vector<OverTau> likelihoods;
  likelihoods.reserve(observations.size());
  for (const SpreadObservation& observation : observations) {
    Likelihood one = likelihood(slope, observation);
    for (std::size_t step = 0; step < kSteps; ++step) one.nights[step] *= one.tonight[step];
    likelihoods.push_back(one.nights);
  }
  const double doubt = 2.0 * std::log(belief.factor) / 1.96;
  const auto log_posterior = [&](const OverTau& prior, double width, std::size_t centre) {
    const double log_variance = kFirstLogVariance + kStep / kFine * static_cast<double>(centre);
    double sum = -0.5 * square((log_variance - 2.0 * std::log(belief.typical)) / doubt) -
                 0.5 * square(std::log(width / family.typical_width) / family.width_doubt);
    for (const OverTau& one : likelihoods) {
      sum += std::log(std::transform_reduce(prior.begin(), prior.end(), one.begin(), 0.0));  // unrolled
    }
    return sum;
  };
  // A coarse scan finds where the posterior lies; a fine one walks both ways from there until it is negligible.
  constexpr std::size_t kCoarse = 5;
  const Priors<kSteps> typical{family, family.typical_width};
  std::size_t best = 0;
  double best_value = -std::numeric_limits<double>::infinity();
  for (std::size_t centre = 0; centre < Priors<kSteps>::kCentres; centre += kCoarse) {
    const double value = log_posterior(typical.about(centre), family.typical_width, centre);
    if (value > best_value) best = centre;
    best_value = std::max(best_value, value);
  }
  const std::size_t stride = observations.size() < kEnoughCases / 3 ? 2 : 1;  // fewer cases: a wider posterior
  for (const double width : family.widths) {
    const Priors<kSteps> priors{family, width};
    const auto add = [&](std::size_t centre) {
      const OverTau prior = priors.about(centre);
      const double value = log_posterior(prior, width, centre);
      if (value > best_value - kFarBelow) hypotheses_.push_back({value, slope, prior});
      return value;
    };
    double before = -std::numeric_limits<double>::infinity();
    for (std::size_t centre = best;; centre -= stride) {
      const double value = add(centre);
      if (centre < stride || (value < before && value < best_value - kFarBelow)) break;
      before = value;
    }
    before = -std::numeric_limits<double>::infinity();
    for (std::size_t centre = best + stride; centre < Priors<kSteps>::kCentres; centre += stride) {
      const double value = add(centre);
      if (value < before && value < best_value - kFarBelow) break;
      before = value;
    }
  }
}

CaseSpread SpreadModel::of(const SpreadObservation& observation) const {
  std::vector<CaseSpread::Part> parts;
  parts.reserve(kSlopes.size() * kSteps);
  for (std::size_t slope = 0; slope < kSlopes.size(); ++slope) {
    const Likelihood own = likelihood(slope, observation);
    OverTau both = own.nights;
    for (std::size_t step = 0; step < kSteps; ++step) both[step] *= own.tonight[step];
    OverTau mixed{};  // of the priors, each weighted as though tonight had not been seen
    for (const Hypothesis& hypothesis : hypotheses_) {
      if (hypothesis.slope != slope) continue;
      const double marginal =
          std::transform_reduce(hypothesis.prior.begin(), hypothesis.prior.end(), both.begin(), 0.0);
      const double weight = hypothesis.weight / marginal;
      for (std::size_t step = 0; step < kSteps; ++step) mixed[step] += weight * hypothesis.prior[step];
    }
    for (std::size_t step = 0; step < kSteps; ++step) {
      parts.push_back({mixed[step] * own.nights[step], std::exp(log_variance(step, slope, observation))});
    }
  }
  return {std::move(parts), observation.round};
}

CaseSpread::CaseSpread(std::vector<Part> parts, SampleVariance round) : parts_{std::move(parts)}, round_{round} {
  double sum = 0.0;
  for (const Part& part : parts_) sum += part.weight;
  for (Part& part : parts_) part.weight /= sum;
  std::erase_if(parts_, [](const Part& part) { return part.weight < kNegligible; });
  std::sort(parts_.begin(), parts_.end(),
            [](const Part& a, const Part& b) { return a.night_variance < b.night_variance; });
}

TMixture CaseSpread::predict(ErrorShape shape, double floor) const {
  // tau^2 is as good as known within a part; sigma^2 has the doubt of its degrees of freedom. Parts that predict nearly
  // the same are one component.
  constexpr int kNearlyNormal = 200;
  constexpr double kSame = 1.2;  // of variance
  const double of_rounds = round_.variance * shape.rounds;
  std::vector<TComponent> components;
  double weight = 0.0;
  double weighted_variance = 0.0;
  double first_variance = 0.0;
  const auto close_component = [&] {
    if (weight == 0.0) return;
    const double variance = weighted_variance / weight;
    const double share = of_rounds / variance;
    const double freedom = share > 0.0 ? round_.degrees_of_freedom / square(share) : kNearlyNormal;
    components.push_back(
        {weight, std::sqrt(variance), static_cast<int>(std::clamp(freedom, 1.0, static_cast<double>(kNearlyNormal)))});
    weight = weighted_variance = 0.0;
  };
  for (const Part& part : parts_) {
    const double variance = std::max(part.night_variance, square(floor)) * shape.nights + of_rounds;
    if (variance > kSame * first_variance) {
      close_component();
      first_variance = variance;
    }
    weight += part.weight;
    weighted_variance += part.weight * variance;
  }
  close_component();
  return TMixture{std::move(components)};
}

double CaseSpread::variance(ErrorShape shape, double floor) const {
  double sum = 0.0;
  double weight = 0.0;
  for (const Part& part : parts_) {
    sum += part.weight * std::max(part.night_variance, square(floor));
    weight += part.weight;
  }
  return sum / weight * shape.nights + round_.variance * shape.rounds;
}

}  // namespace roofgate
