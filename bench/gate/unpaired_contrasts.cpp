// Contrasts from nights of their own: the two sides differ by what was changed and by what two nights differ anyway.
#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/gate/common_shift.hpp"
#include "bench/gate/contrast.hpp"
#include "bench/stats/hodges_lehmann.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/pairwise_spread.hpp"
#include "bench/stats/quantile.hpp"
#include "bench/stats/spread_model.hpp"
#include "bench/stats/square.hpp"

namespace roofgate {
namespace {

constexpr double kMostPriorFreedom = 100.0;

using Nights = std::vector<std::vector<double>>;

std::vector<double> locations_of(const Nights& nights) {
  std::vector<double> locations;
  for (const std::vector<double>& rounds : nights) locations.push_back(night_location(rounds));
  return locations;
}

/// Sum of squares about the mean.
double scatter_of(const std::vector<double>& values) {
  double mean = 0.0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double sum = 0.0;
  for (const double value : values) sum += square(value - mean);
  return sum;
}

double rounds_variance(const Nights& nights) {
  std::vector<double> counts;
  for (const std::vector<double>& rounds : nights) counts.push_back(static_cast<double>(rounds.size()));
  return night_location_variance(static_cast<std::size_t>(median(counts)));
}

struct Working {
  double before = 0.0, after = 0.0;
  SampleVariance own_rounds;
  SpreadObservation observation;
};

Working prepare(const UnpairedSeries& series) {
  Working work;
  const std::vector<double> before = locations_of(series.before);
  const std::vector<double> after = locations_of(series.after);
  work.before = hodges_lehmann_centre(before);
  work.after = hodges_lehmann_centre(after);
  const auto n = static_cast<double>(before.size());
  const auto k = static_cast<double>(after.size());
  SpreadObservation& observation = work.observation;
  if (n + k > 2.0) {
    observation.between = {(scatter_of(before) + scatter_of(after)) / (n + k - 2.0), n + k - 2.0};
  }
  const double of_before = rounds_variance(series.before);
  const double of_after = rounds_variance(series.after);
  observation.night_rounds = (n * of_before + k * of_after) / (n + k);
  observation.deviation = work.after - work.before;
  observation.shape = {1.0 / n + 1.0 / k, of_before / n + of_after / k};
  Nights groups = series.before;
  groups.insert(groups.end(), series.after.begin(), series.after.end());
  const double spread = pairwise_spread(groups);
  work.own_rounds.variance = square(spread);
  for (const std::vector<double>& group : groups) {
    work.own_rounds.degrees_of_freedom += kPairwiseEfficiency * (static_cast<double>(group.size()) - 1.0);
  }
  return work;
}

}  // namespace

std::vector<Contrast> unpaired_contrasts(std::span<const UnpairedSeries> series, const SpreadPolicy& spread,
                                         bool is_bootstrapped) {
  std::vector<Contrast> contrasts;
  if (series.empty()) return contrasts;
  std::vector<Working> work;
  std::vector<SampleVariance> rounds;
  for (const UnpairedSeries& one : series) {
    work.push_back(prepare(one));
    rounds.push_back(work.back().own_rounds);
  }
  VariancePrior prior = fit_variance_prior(rounds);
  prior.degrees_of_freedom = std::min(prior.degrees_of_freedom, kMostPriorFreedom);
  std::vector<SpreadObservation> observations;
  for (Working& one : work) {
    one.observation.round = moderate(prior, one.own_rounds);
    // A side's own nights, made within hours, say nothing about two nights: the prior carries it.
    if (is_bootstrapped) one.observation.between = {};
    observations.push_back(one.observation);
  }
  const SpreadModel model{observations, SpreadBelief{spread.typical, spread.factor}};
  const double floor = is_bootstrapped ? std::max(spread.floor, spread.bootstrapped_floor) : spread.floor;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const SpreadObservation& observation = observations[i];
    const CaseSpread of_nights = model.of(observation);
    const double common =
        is_bootstrapped ? std::max(spread.common_typical, spread.common_bootstrapped_floor) : spread.common_typical;
    const TComponent of_machine{1.0, common * std::sqrt(observation.shape.nights), kBeliefNights};
    Contrast contrast{observation.deviation, sum_of(of_nights.predict(observation.shape, floor), of_machine),
                      series[i].tolerance};
    Comparison& figures = contrast.figures;
    figures.reference_location = std::exp(work[i].before);
    figures.tonight_location = std::exp(work[i].after);
    figures.clean_rounds = static_cast<int>(series[i].after.back().size());
    figures.own_spread = std::sqrt(observation.between.variance);
    figures.spread = std::sqrt(of_nights.variance({1.0, observation.night_rounds}, floor));
    figures.within_night_spread = std::sqrt(observation.round.variance * observation.night_rounds);
    figures.is_at_floor = of_nights.variance({1.0, 0.0}, floor) <= square(floor * 1.05);
    contrasts.push_back(std::move(contrast));
  }
  return contrasts;
}

}  // namespace roofgate
