#include "bench/gate/case_figures.hpp"

#include <algorithm>
#include <cmath>

#include "bench/stats/hodges_lehmann.hpp"
#include "bench/stats/pairwise_spread.hpp"
#include "bench/stats/quantile.hpp"
#include "bench/stats/square.hpp"
#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

constexpr double kScattered = 4.5;           // standard deviations of a round between the fastest and the median round
constexpr double kMostPriorFreedom = 100.0;  // of the rounds' spread: cases are never quite alike
constexpr std::size_t kRobustNights = 4;     // fewer, and the Hodges-Lehmann centre follows one of them

NightEstimator estimator_of(const CaseSeries& series) {
  if (series.is_ratio) return {ratio_location, ratio_doubt, ratio_location_variance};
  return {};
}

std::vector<NightPoint> points_of(const std::vector<NightRounds>& nights, const NightEstimator& estimator) {
  std::vector<NightPoint> points;
  points.reserve(nights.size());
  for (const NightRounds& night : nights) {
    points.push_back({night.night, estimator.locate(night.log_time), night.log_time.size()});
  }
  return points;
}

double mean_of(const std::vector<NightPoint>& points) {
  double sum = 0.0;
  for (const NightPoint& point : points) sum += point.location / static_cast<double>(points.size());
  return sum;
}

}  // namespace

double centre_of(const std::vector<NightPoint>& points) {
  std::vector<double> values;
  for (const NightPoint& point : points) values.push_back(point.location);
  return hodges_lehmann_centre(values);
}

CaseFigures figures_of(const CaseSeries& series) {
  RG_ASSERT(!series.tonight.empty() && !series.reference.empty());
  CaseFigures figures;
  figures.estimator = estimator_of(series);
  figures.reference = points_of(series.reference, figures.estimator);
  figures.watched = points_of(series.watched, figures.estimator);
  figures.anchor = points_of(series.anchor, figures.estimator);
  figures.tonight = figures.estimator.locate(series.tonight);
  std::vector<std::vector<double>> groups{series.tonight};
  std::vector<double> counts;
  for (const NightRounds& night : series.reference) {
    groups.push_back(night.log_time);
    counts.push_back(static_cast<double>(night.log_time.size()));
  }
  figures.round_spread = pairwise_spread(groups);
  // The quartile of pairwise distances of groups of five is about 60 % as efficient as their standard deviation.
  for (const std::vector<double>& group : groups) {
    figures.round_freedom += kPairwiseEfficiency * (static_cast<double>(group.size()) - 1.0);
  }
  figures.reference_rounds = median(counts);
  figures.centre = centre_of(figures.reference);
  return figures;
}

void moderate_rounds(std::vector<CaseFigures>& cases) {
  std::vector<SampleVariance> observed;
  for (const CaseFigures& one : cases) observed.push_back({square(one.round_spread), one.round_freedom});
  VariancePrior prior = fit_variance_prior(observed);
  prior.degrees_of_freedom = std::min(prior.degrees_of_freedom, kMostPriorFreedom);
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i].observation.round = moderate(prior, observed[i]);
}

void observe(CaseFigures& figures, const CaseSeries& series, const SharedShifts& shifts) {
  const auto remove = [&](std::vector<NightPoint>& points) {
    for (NightPoint& point : points) point.location -= shifts.of(point.night);
  };
  remove(figures.reference);
  remove(figures.watched);
  figures.tonight -= shifts.tonight;
  figures.centre = centre_of(figures.reference);
  const auto nights = static_cast<double>(figures.reference.size());
  const double mean = mean_of(figures.reference);
  double sum = 0.0;
  for (const NightPoint& point : figures.reference) sum += square(point.location - mean);
  SpreadObservation& observation = figures.observation;
  if (nights > 1.0) observation.between = {sum / (nights - 1.0), nights - 1.0};
  observation.night_rounds = figures.estimator.variance(static_cast<std::size_t>(figures.reference_rounds));
  observation.deviation = figures.tonight - figures.centre;
  observation.shape = {1.0 + 1.0 / nights,
                       figures.estimator.variance(series.tonight.size()) + observation.night_rounds / nights};
  const auto scatter_of = [&](const std::vector<double>& rounds) {
    const double doubt = figures.estimator.doubt(rounds);
    return doubt > kScattered * std::sqrt(observation.round.variance) ? 0.5 * doubt : 0.0;
  };
  figures.scatter = scatter_of(series.tonight);
  if (series.reference.size() >= kRobustNights) return;
  for (const NightRounds& night : series.reference) figures.reference_scatter += square(scatter_of(night.log_time));
  figures.reference_scatter = std::sqrt(figures.reference_scatter) / nights;
}

}  // namespace roofgate
