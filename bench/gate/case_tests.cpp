#include "bench/gate/case_tests.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "bench/baseline/watch.hpp"
#include "bench/stats/smallest_effect.hpp"
#include "bench/stats/square.hpp"

namespace roofgate {
namespace {

constexpr int kScatterFreedom = 3;

}  // namespace

CaseTests::CaseTests(const CaseFigures& figures, const CaseSeries& series, const SharedShifts& shifts,
                     const SpreadModel& model, const ComparisonRules& rules)
    : figures_{figures},
      series_{series},
      shifts_{shifts},
      model_{model},
      spread_{model.of(figures.observation)},
      rules_{rules},
      shares_{test_shares(shifts.is_known, !series.anchor.empty())},
      floor_{series.is_bootstrapped ? std::max(rules.spread.floor, rules.spread.bootstrapped_floor)
                                    : rules.spread.floor},
      specific_{error_of_tonight()} {}

TMixture CaseTests::error_of_tonight() const {
  return of_tonight(spread_.predict(against_reference(tonight(0), 1.0), floor_), 1.0);
}

PredictedDeviation CaseTests::predicted() const {
  return {specific_, figures_.observation.deviation, share_of_tonight(1.0)};
}

void CaseTests::widen(const SpreadInflation::Weights& inflation) {
  inflation_ = inflation;
  specific_ = error_of_tonight();
}

TMixture CaseTests::total(const TMixture& specific) const {
  return shifts_.is_known ? sum_of(specific, shifts_.error) : specific;
}

ErrorShape CaseTests::tonight(std::size_t further) const {
  return {1.0, figures_.estimator.variance(series_.tonight.size() + further)};
}

ErrorShape CaseTests::against_reference(ErrorShape sum, double count) const {
  return {sum.nights / square(count) + 1.0 / nights(),
          sum.rounds / square(count) + figures_.observation.night_rounds / nights()};
}

double CaseTests::share_of_tonight(double count) const { return 1.0 / square(count) / (1.0 / count + 1.0 / nights()); }

TMixture CaseTests::of_tonight(const TMixture& error, double count) const {
  const TMixture wide = widened(error, inflation_, share_of_tonight(count));
  const double scatter = std::hypot(figures_.scatter / count, figures_.reference_scatter);
  return scatter > 0.0 ? sum_of(wide, {1.0, scatter, kScatterFreedom}) : wide;
}

double CaseTests::spent(double p, double share) const {
  return std::min(1.0, p / (share * look_share(rules_.look, rules_.looks)));
}

Evidence CaseTests::evidence() const {
  Evidence evidence;
  evidence.specific_change = figures_.observation.deviation;
  evidence.change = evidence.specific_change + shifts_.tonight;
  evidence.watched_change = evidence.change;
  evidence.is_scattered = figures_.scatter > 0.0;
  const TMixture everything = total(specific_);
  const double half = everything.upper_quantile(kIntervalTail);
  evidence.change_low = evidence.change - half;
  evidence.change_high = evidence.change + half;

  evidence.p_specific = spent(specific_.upper_tail(evidence.specific_change), shares_.specific);
  const double gain_share = shifts_.is_known ? shares_.specific + shares_.anchor : 1.0;
  evidence.p_gain = std::min(1.0, specific_.upper_tail(-evidence.specific_change) / gain_share);
  if (shifts_.is_known) {
    // What all cases share is one observation. If it is within what earlier nights explain, no case is blamed for it.
    const double of_machine = TMixture{{shifts_.error}}.upper_tail(shifts_.tonight);
    evidence.p_total = spent(std::max(of_machine, everything.upper_tail(evidence.change)), shares_.total);
    evidence.p_gain = std::min(evidence.p_gain, everything.upper_tail(-evidence.change) / (1.0 - gain_share));
  }
  test_watched(evidence);
  evidence.p_loss = std::min({evidence.p_specific, evidence.p_total, evidence.p_watched, test_anchor(evidence)});

  Comparison& figures = evidence.figures;
  figures.clean_rounds = static_cast<int>(series_.tonight.size());
  figures.own_spread = std::sqrt(figures_.observation.between.variance);
  figures.spread = spread_.predict({1.0, figures_.observation.night_rounds}, floor_).mean_scale();
  figures.within_night_spread = std::sqrt(figures_.observation.round.variance * figures_.observation.night_rounds);
  figures.degrees_of_freedom = specific_.mean_degrees_of_freedom();
  figures.spread_factor = mean_factor(inflation_);
  figures.is_at_floor = spread_.variance({1.0, 0.0}, floor_) <= square(floor_ * 1.05);
  figures.common_shift = shifts_.tonight;
  figures.reference_location = std::exp(figures_.centre);
  figures.tonight_location = std::exp(figures_.centre + evidence.change);
  figures.watched_nights = static_cast<int>(std::min(figures_.watched.size(), kWatchedNights));
  return evidence;
}

// A real loss is still there tomorrow: tonight is averaged with the last one or two suspect nights. That they agree
// with each other is evidence on the spread, whether or not they agree with the reference.
void CaseTests::test_watched(Evidence& evidence) const {
  std::vector<double> deviations{evidence.specific_change};
  double total_sum = evidence.change;
  double rounds = tonight(0).rounds;
  for (std::size_t used = 1; used <= std::min(figures_.watched.size(), kWatchedNights); ++used) {
    const NightPoint& night = figures_.watched[figures_.watched.size() - used];
    deviations.push_back(night.location - figures_.centre);
    total_sum += deviations.back() + shifts_.of(night.night);
    rounds += figures_.estimator.variance(night.rounds);
    const auto count = static_cast<double>(deviations.size());
    double mean = 0.0;
    for (const double deviation : deviations) mean += deviation / count;
    SpreadObservation observation = figures_.observation;
    SampleVariance& between = observation.between;
    double sum = between.variance * between.degrees_of_freedom;
    for (const double deviation : deviations) sum += square(deviation - mean);
    between = {sum / (between.degrees_of_freedom + count - 1.0), between.degrees_of_freedom + count - 1.0};
    const TMixture error =
        of_tonight(model_.of(observation).predict(against_reference({count, rounds}, count), floor_), count);
    const double p = spent(error.upper_tail(mean), used == 1 ? shares_.two_nights : shares_.three_nights);
    if (p >= evidence.p_watched) continue;
    evidence.p_watched = p;
    evidence.watched_change = std::min(mean, total_sum / count);
  }
}

// One percent a week never trips a window that moves along: the last nights, tonight included, against the first.
double CaseTests::test_anchor(Evidence& evidence) const {
  if (figures_.anchor.empty()) return 1.0;
  const std::size_t recent = std::min(kAnchorNights - 1, figures_.reference.size());
  double level = figures_.tonight + shifts_.tonight;
  for (std::size_t i = figures_.reference.size() - recent; i < figures_.reference.size(); ++i) {
    level += figures_.reference[i].location + shifts_.of(figures_.reference[i].night);
  }
  const auto count = static_cast<double>(recent + 1);
  const auto anchors = static_cast<double>(figures_.anchor.size());
  evidence.anchor_change = level / count - centre_of(figures_.anchor);
  const double rounds = figures_.observation.night_rounds;
  const ErrorShape shape{1.0 / count + 1.0 / anchors,
                         (tonight(0).rounds + (count - 1.0) * rounds) / square(count) + rounds / anchors};
  TMixture error = of_tonight(spread_.predict(shape, floor_), count);
  if (shifts_.is_known) {
    TComponent shared = shifts_.error;
    shared.scale *= std::sqrt((1.0 / count + 1.0 / anchors) / (1.0 + 1.0 / nights()));
    error = sum_of(error, shared);
  }
  return spent(error.upper_tail(*evidence.anchor_change), shares_.anchor);
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
  const auto variance_after = [&](std::size_t further) {
    return spread_.variance(against_reference(tonight(further), 1.0), floor_);
  };
  const double now = square(specific_.mean_scale());
  const double half = evidence.change_high - evidence.change;
  const auto decides = [&](int further) {
    const double shrinks = variance_after(static_cast<std::size_t>(further)) / variance_after(0);
    const bool passes =
        evidence.change + half * std::sqrt((now * shrinks + shared) / (now + shared)) < series_.tolerance;
    const bool fails = evidence.change > series_.tolerance && evidence.specific_change > series_.tolerance &&
                       evidence.specific_change > critical * std::sqrt(shrinks);
    return passes || fails;
  };
  if (!decides(kMostFurtherRounds)) return;
  int enough = kMostFurtherRounds;
  for (int step = enough / 2; step > 0; step = step == 1 ? 0 : (step + 1) / 2) {
    while (enough - step >= 1 && decides(enough - step)) enough -= step;
  }
  evidence.rounds_to_decide = enough;
}

}  // namespace roofgate
