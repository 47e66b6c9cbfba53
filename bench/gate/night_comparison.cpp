#include "bench/gate/night_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "bench/baseline/baseline.hpp"
#include "bench/baseline/watch.hpp"
#include "bench/gate/common_shift.hpp"
#include "bench/gate/error_budget.hpp"
#include "bench/stats/benjamini_hochberg.hpp"
#include "bench/stats/hodges_lehmann.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/pairwise_spread.hpp"
#include "bench/stats/quantile.hpp"
#include "bench/stats/smallest_effect.hpp"
#include "bench/stats/spread_model.hpp"
#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

constexpr double kPower = 0.95;
constexpr double kIntervalTail = 0.025;
constexpr double kScattered = 4.5;           // standard deviations of a round between the fastest and the median round
constexpr double kMostPriorFreedom = 100.0;  // of the rounds' spread: cases are never quite alike
constexpr double kPairwiseEfficiency = 0.6;
constexpr int kScatterFreedom = 3;
constexpr int kMostFurtherRounds = 50;

double square(double x) { return x * x; }

/// A night's location and where it stands.
struct Point {
  std::size_t night = 0;
  double location = 0.0;
};

/// How rounds become a night.
struct NightEstimator {
  double (*locate)(std::span<const double> rounds) = night_location;
  double (*doubt)(std::span<const double> rounds) = location_doubt;
  double (*variance)(std::size_t rounds) = night_location_variance;
};

NightEstimator estimator_of(const CaseSeries& series) {
  if (series.is_ratio) return {ratio_location, ratio_doubt, ratio_location_variance};
  return {};
}

std::vector<Point> points_of(const std::vector<NightRounds>& nights, const NightEstimator& estimator) {
  std::vector<Point> points;
  points.reserve(nights.size());
  for (const NightRounds& night : nights) points.push_back({night.night, estimator.locate(night.log_time)});
  return points;
}

double centre_of(const std::vector<Point>& points) {
  std::vector<double> values;
  for (const Point& point : points) values.push_back(point.location);
  return hodges_lehmann_centre(values);
}

double mean_of(const std::vector<Point>& points) {
  double sum = 0.0;
  for (const Point& point : points) sum += point.location / static_cast<double>(points.size());
  return sum;
}

/// The working figures of one case, from raw rounds to one deviation with its variance.
struct Working {
  NightEstimator estimator;
  std::vector<Point> reference, watched, anchor;
  double tonight = 0.0;
  double round_spread = 0.0;  // of one round within a night, of this case alone
  double round_freedom = 0.0;
  double reference_rounds = 0.0;  // typical number
  double centre = 0.0;
  SpreadObservation observation;
  double scatter = 0.0;  // extra standard deviation of tonight's location

  [[nodiscard]] double variance_of(double rounds) const { return estimator.variance(static_cast<std::size_t>(rounds)); }
};

Working prepare(const CaseSeries& series) {
  RG_ASSERT(!series.tonight.empty() && !series.reference.empty());
  Working work;
  work.estimator = estimator_of(series);
  work.reference = points_of(series.reference, work.estimator);
  work.watched = points_of(series.watched, work.estimator);
  work.anchor = points_of(series.anchor, work.estimator);
  work.tonight = work.estimator.locate(series.tonight);
  std::vector<std::vector<double>> groups{series.tonight};
  std::vector<double> counts;
  for (const NightRounds& night : series.reference) {
    groups.push_back(night.log_time);
    counts.push_back(static_cast<double>(night.log_time.size()));
  }
  work.round_spread = pairwise_spread(groups);
  // The quartile of pairwise distances of groups of five is about 60 % as efficient as their standard deviation.
  for (const std::vector<double>& group : groups) {
    work.round_freedom += kPairwiseEfficiency * (static_cast<double>(group.size()) - 1.0);
  }
  work.reference_rounds = median(counts);
  work.centre = centre_of(work.reference);
  return work;
}

/// Shared shifts of every night, and of tonight, relative to their centre over the reference nights.
struct SharedShifts {
  bool is_known = false;
  std::map<std::size_t, double> nights;
  double tonight = 0.0;
  TComponent error;

  [[nodiscard]] double of(std::size_t night) const {
    const auto found = nights.find(night);
    return found == nights.end() ? 0.0 : found->second;
  }
};

SharedShifts find_shared_shifts(std::span<const CaseSeries> series, const std::vector<Working>& work,
                                const SpreadPolicy& policy) {
  std::map<std::size_t, std::vector<KindShift>> by_night;
  std::vector<KindShift> tonight;
  std::vector<std::size_t> reference_nights;
  bool is_bootstrapped = false;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].is_ratio) continue;
    const auto add = [&](const std::vector<Point>& points) {
      for (const Point& point : points) {
        by_night[point.night].push_back({series[i].kind, point.location - work[i].centre});
      }
    };
    add(work[i].reference);
    add(work[i].watched);
    for (const Point& point : work[i].reference) reference_nights.push_back(point.night);
    tonight.push_back({series[i].kind, work[i].tonight - work[i].centre});
    is_bootstrapped = is_bootstrapped || series[i].is_bootstrapped;
  }
  SharedShifts shifts;
  const auto shared = shared_shift(tonight);
  if (!shared) return shifts;
  shifts.is_known = true;
  for (const auto& [night, values] : by_night) shifts.nights[night] = shared_shift(values).value_or(0.0);
  std::sort(reference_nights.begin(), reference_nights.end());
  reference_nights.erase(std::unique(reference_nights.begin(), reference_nights.end()), reference_nights.end());
  std::vector<double> earlier;
  for (const std::size_t night : reference_nights) earlier.push_back(shifts.of(night));
  const double centre = hodges_lehmann_centre(earlier);
  for (double& shift : earlier) shift -= centre;
  for (auto& [night, shift] : shifts.nights) shift -= centre;
  shifts.tonight = *shared - centre;
  shifts.error =
      shared_shift_error(earlier, policy.common_typical, is_bootstrapped ? policy.common_bootstrapped_floor : 0.0);
  return shifts;
}

/// The spread of rounds of each case, moderated: few rounds of many cases.
void moderate_rounds(std::vector<Working>& work) {
  std::vector<SampleVariance> observed;
  for (const Working& one : work) observed.push_back({square(one.round_spread), one.round_freedom});
  VariancePrior prior = fit_variance_prior(observed);
  prior.degrees_of_freedom = std::min(prior.degrees_of_freedom, kMostPriorFreedom);
  for (std::size_t i = 0; i < work.size(); ++i) work[i].observation.round = moderate(prior, observed[i]);
}

/// Takes the shared shifts out and finishes the figures that the spread model needs.
void observe(Working& work, const CaseSeries& series, const SharedShifts& shifts) {
  const auto remove = [&](std::vector<Point>& points) {
    for (Point& point : points) point.location -= shifts.of(point.night);
  };
  remove(work.reference);
  remove(work.watched);
  work.tonight -= shifts.tonight;
  work.centre = centre_of(work.reference);
  const auto nights = static_cast<double>(work.reference.size());
  const double mean = mean_of(work.reference);
  double sum = 0.0;
  for (const Point& point : work.reference) sum += square(point.location - mean);
  SpreadObservation& observation = work.observation;
  if (nights > 1.0) observation.between = {sum / (nights - 1.0), nights - 1.0};
  observation.night_rounds = work.variance_of(work.reference_rounds);
  observation.deviation = work.tonight - work.centre;
  observation.shape = {1.0 + 1.0 / nights, work.variance_of(static_cast<double>(series.tonight.size())) +
                                               observation.night_rounds / nights};
  const double doubt = work.estimator.doubt(series.tonight);
  if (doubt > kScattered * std::sqrt(observation.round.variance)) work.scatter = 0.5 * doubt;
}

/// The tests of one case.
class CaseTests {
 public:
  CaseTests(const Working& work, const CaseSeries& series, const SharedShifts& shifts, const SpreadModel& model,
            const ComparisonRules& rules)
      : work_{work},
        series_{series},
        shifts_{shifts},
        model_{model},
        spread_{model.of(work.observation)},
        rules_{rules},
        shares_{test_shares(shifts.is_known, !series.anchor.empty())},
        floor_{series.is_bootstrapped ? std::max(rules.spread.floor, rules.spread.bootstrapped_floor)
                                      : rules.spread.floor},
        night_{spread_.predict({1.0, work.observation.night_rounds}, floor_)},
        specific_{scattered(spread_.predict(against_reference(tonight(0), 1.0), floor_), 1.0)} {}

  [[nodiscard]] Evidence evidence() const;
  /// Once it is known what Benjamini-Hochberg asks of this case.
  void finish(Evidence& evidence, double p_needed) const;

 private:
  [[nodiscard]] double nights() const { return static_cast<double>(work_.reference.size()); }
  [[nodiscard]] TMixture total(const TMixture& specific) const {
    return shifts_.is_known ? sum_of(specific, shifts_.error) : specific;
  }
  /// Shape of the error of tonight's location, if `further` rounds were added.
  [[nodiscard]] ErrorShape tonight(int further) const {
    return {1.0, work_.variance_of(static_cast<double>(series_.tonight.size()) + further)};
  }
  /// Error of a mean of nights whose shapes add up to `sum`, against the reference.
  [[nodiscard]] ErrorShape against_reference(ErrorShape sum, double count) const {
    return {sum.nights / square(count) + 1.0 / nights(),
            sum.rounds / square(count) + work_.observation.night_rounds / nights()};
  }
  /// With tonight's scatter, if tonight is one of `count` nights.
  [[nodiscard]] TMixture scattered(const TMixture& error, double count) const {
    return work_.scatter > 0.0 ? sum_of(error, {1.0, work_.scatter / count, kScatterFreedom}) : error;
  }
  void test_watched(Evidence& evidence) const;
  void test_anchor(Evidence& evidence) const;
  void consider(Evidence& evidence, LossTest test, double p, double share) const;

  const Working& work_;
  const CaseSeries& series_;
  const SharedShifts& shifts_;
  const SpreadModel& model_;
  CaseSpread spread_;
  const ComparisonRules& rules_;
  TestShares shares_;
  double floor_;
  TMixture night_;     // of one night's location
  TMixture specific_;  // of tonight's deviation
};

void CaseTests::consider(Evidence& evidence, LossTest test, double p, double share) const {
  const double spent = p / (share * look_share(rules_.look, rules_.looks));
  if (test != LossTest::anchor) evidence.p_window = std::min(evidence.p_window, spent);
  if (spent >= evidence.p_loss) return;
  evidence.p_loss = spent;
  evidence.strongest = test;
}

Evidence CaseTests::evidence() const {
  Evidence evidence;
  evidence.specific_change = work_.observation.deviation;
  evidence.change = evidence.specific_change + shifts_.tonight;
  evidence.watched_change = evidence.change;
  evidence.is_scattered = work_.scatter > 0.0;
  const TMixture everything = total(specific_);
  const double half = everything.upper_quantile(kIntervalTail);
  evidence.change_low = evidence.change - half;
  evidence.change_high = evidence.change + half;

  consider(evidence, LossTest::specific, specific_.upper_tail(evidence.specific_change), shares_.specific);
  const double gain_share = shifts_.is_known ? shares_.specific + shares_.anchor : 1.0;
  evidence.p_gain = std::min(1.0, specific_.upper_tail(-evidence.specific_change) / gain_share);
  if (shifts_.is_known) {
    consider(evidence, LossTest::total, everything.upper_tail(evidence.change), shares_.total);
    evidence.p_gain = std::min(evidence.p_gain, everything.upper_tail(-evidence.change) / (1.0 - gain_share));
  }
  test_watched(evidence);
  test_anchor(evidence);

  Comparison& figures = evidence.figures;
  figures.clean_rounds = static_cast<int>(series_.tonight.size());
  figures.own_spread = std::sqrt(work_.observation.between.variance);
  figures.spread = night_.mean_scale();
  figures.within_night_spread = std::sqrt(work_.observation.round.variance * work_.observation.night_rounds);
  figures.degrees_of_freedom = specific_.mean_degrees_of_freedom();
  figures.is_at_floor = spread_.variance({1.0, 0.0}, floor_) <= square(floor_ * 1.05);
  figures.common_shift = shifts_.tonight;
  figures.reference_location = std::exp(work_.centre);
  figures.tonight_location = std::exp(work_.centre + evidence.change);
  figures.watched_nights = static_cast<int>(std::min(work_.watched.size(), kWatchedNights));
  return evidence;
}

// A real loss is still there tomorrow: tonight is averaged with the last one or two suspect nights. That they agree
// with each other is evidence on the spread, whether or not they agree with the reference.
void CaseTests::test_watched(Evidence& evidence) const {
  std::vector<double> deviations{evidence.specific_change};
  double total_sum = evidence.change;
  for (std::size_t used = 1; used <= std::min(work_.watched.size(), kWatchedNights); ++used) {
    const Point& night = work_.watched[work_.watched.size() - used];
    deviations.push_back(night.location - work_.centre);
    total_sum += deviations.back() + shifts_.of(night.night);
    const auto count = static_cast<double>(deviations.size());
    double mean = 0.0;
    for (const double deviation : deviations) mean += deviation / count;
    SpreadObservation observation = work_.observation;
    SampleVariance& between = observation.between;
    double sum = between.variance * between.degrees_of_freedom;
    for (const double deviation : deviations) sum += square(deviation - mean);
    between = {sum / (between.degrees_of_freedom + count - 1.0), between.degrees_of_freedom + count - 1.0};
    const ErrorShape sum_of_nights{count, tonight(0).rounds + (count - 1.0) * observation.night_rounds};
    const TMixture error =
        scattered(model_.of(observation).predict(against_reference(sum_of_nights, count), floor_), count);
    const bool is_two = used == 1;
    const double before = evidence.p_loss;
    consider(evidence, is_two ? LossTest::two_nights : LossTest::three_nights, error.upper_tail(mean),
             is_two ? shares_.two_nights : shares_.three_nights);
    if (evidence.p_loss < before) evidence.watched_change = total_sum / count;
  }
}

// One percent a week never trips a window that moves along: the last nights, tonight included, against the first.
void CaseTests::test_anchor(Evidence& evidence) const {
  if (work_.anchor.empty()) return;
  const std::size_t recent = std::min(kAnchorNights - 1, work_.reference.size());
  double level = work_.tonight + shifts_.tonight;
  for (std::size_t i = work_.reference.size() - recent; i < work_.reference.size(); ++i) {
    level += work_.reference[i].location + shifts_.of(work_.reference[i].night);
  }
  const auto count = static_cast<double>(recent + 1);
  const auto anchors = static_cast<double>(work_.anchor.size());
  evidence.anchor_change = level / count - centre_of(work_.anchor);
  const double rounds = work_.observation.night_rounds;
  const ErrorShape shape{1.0 / count + 1.0 / anchors,
                         (tonight(0).rounds + (count - 1.0) * rounds) / square(count) + rounds / anchors};
  TMixture error = scattered(spread_.predict(shape, floor_), count);
  if (shifts_.is_known) {
    TComponent shared = shifts_.error;
    shared.scale *= std::sqrt((1.0 / count + 1.0 / anchors) / (1.0 + 1.0 / nights()));
    error = sum_of(error, shared);
  }
  consider(evidence, LossTest::anchor, error.upper_tail(*evidence.anchor_change), shares_.anchor);
}

void CaseTests::finish(Evidence& evidence, double p_needed) const {
  const double spent = p_needed * look_share(rules_.look, rules_.looks) * shares_.specific;
  const double critical = specific_.upper_quantile(spent);
  const double beyond = series_.tolerance - std::min(shifts_.tonight, 0.0);
  const double reserve = power_reserve(specific_, kPower);
  evidence.smallest_shown = critical + reserve;
  evidence.smallest_beyond_tolerance = std::max(critical, beyond) + reserve;
  evidence.figures.p_value = evidence.p_loss;
  evidence.figures.p_needed = p_needed;
  // How the interval and the critical value shrink with further rounds, both as the standard error does.
  const double shared = shifts_.is_known ? square(shifts_.error.scale) : 0.0;
  const auto variance_after = [&](int further) {
    return spread_.variance(against_reference(tonight(further), 1.0), floor_);
  };
  const double now = square(specific_.mean_scale());
  const double half = evidence.change_high - evidence.change;
  const auto decides = [&](int further) {
    const double then = variance_after(further);
    const bool passes = evidence.change + half * std::sqrt((then + shared) / (now + shared)) < series_.tolerance;
    const bool fails = evidence.change > series_.tolerance && evidence.specific_change > series_.tolerance &&
                       evidence.specific_change > critical * std::sqrt(then / now);
    return passes || fails;
  };
  if (!decides(kMostFurtherRounds)) return;
  int enough = kMostFurtherRounds;
  for (int step = enough / 2; step > 0; step = step == 1 ? 0 : (step + 1) / 2) {
    while (enough - step >= 1 && decides(enough - step)) enough -= step;
  }
  evidence.rounds_to_decide = enough;
}

}  // namespace

NightEvidence compare_nights(std::span<const CaseSeries> series, const ComparisonRules& rules) {
  NightEvidence night;
  if (series.empty()) return night;
  std::vector<Working> work;
  work.reserve(series.size());
  for (const CaseSeries& one : series) work.push_back(prepare(one));
  moderate_rounds(work);
  const SharedShifts shifts = find_shared_shifts(series, work, rules.spread);
  const SharedShifts none;
  const auto shifts_of = [&](std::size_t i) -> const SharedShifts& { return series[i].is_ratio ? none : shifts; };
  std::vector<SpreadObservation> observations;
  for (std::size_t i = 0; i < series.size(); ++i) {
    observe(work[i], series[i], shifts_of(i));
    observations.push_back(work[i].observation);
  }
  const SpreadModel model{observations, SpreadBelief{rules.spread.typical, rules.spread.factor}};
  std::vector<CaseTests> tests;
  tests.reserve(series.size());
  std::vector<double> p_loss, p_gain;
  for (std::size_t i = 0; i < series.size(); ++i) {
    tests.emplace_back(work[i], series[i], shifts_of(i), model, rules);
    night.cases.push_back(tests.back().evidence());
    p_loss.push_back(std::min(1.0, night.cases.back().p_loss));
    p_gain.push_back(night.cases.back().p_gain);
  }
  const std::vector<double> q_loss = q_values(p_loss);
  const std::vector<double> q_gain = q_values(p_gain);
  const std::vector<double> needed = rejection_thresholds(p_loss, rules.alpha);
  for (std::size_t i = 0; i < series.size(); ++i) {
    night.cases[i].p_loss = p_loss[i];
    night.cases[i].q_loss = q_loss[i];
    night.cases[i].q_gain = q_gain[i];
    tests[i].finish(night.cases[i], needed[i]);
  }
  if (shifts.is_known) {
    night.common_shift = shifts.tonight;
    night.common_shift_p = TMixture{{shifts.error}}.upper_tail(shifts.tonight);
    night.common_spread = shifts.error.scale;
  }
  return night;
}

}  // namespace roofgate
