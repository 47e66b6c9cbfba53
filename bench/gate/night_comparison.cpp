#include "bench/gate/night_comparison.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "bench/gate/case_figures.hpp"
#include "bench/gate/case_tests.hpp"
#include "bench/gate/shared_shifts.hpp"
#include "bench/stats/benjamini_hochberg.hpp"
#include "bench/stats/quantile.hpp"
#include "bench/stats/spread_inflation.hpp"
#include "bench/stats/spread_model.hpp"
#include "kernels/base/in_parts.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kWorthAThread = 250;  // cases

}  // namespace

NightEvidence compare_nights(std::span<const CaseSeries> series, const ComparisonRules& rules) {
  NightEvidence night;
  if (series.empty()) return night;
  const auto each_case = [&](const auto& work) {
    in_parts(series.size(), kWorthAThread, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) work(i);
    });
  };
  std::vector<CaseFigures> figures(series.size());
  each_case([&](std::size_t i) { figures[i] = figures_of(series[i]); });
  moderate_rounds(figures);
  const SharedShifts shifts = find_shared_shifts(series, figures, rules.spread);
  const SharedShifts none;
  const auto shifts_of = [&](std::size_t i) -> const SharedShifts& { return series[i].is_ratio ? none : shifts; };
  std::vector<SpreadObservation> observations;
  for (std::size_t i = 0; i < series.size(); ++i) {
    observe(figures[i], series[i], shifts_of(i));
    observations.push_back(figures[i].observation);
  }
  const SpreadModel model{observations, SpreadBelief{rules.spread.typical, rules.spread.factor}};
  std::vector<std::optional<CaseTests>> tests(series.size());
  each_case([&](std::size_t i) { tests[i].emplace(figures[i], series[i], shifts_of(i), model, rules); });
  // A loss of one case is in every ratio and fit that rests on it: seen in all of them it would look like a wild night.
  std::vector<PredictedDeviation> witnesses;
  std::vector<std::size_t> place_of(series.size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    place_of[i] = witnesses.size();
    if (!series[i].is_derived) witnesses.push_back(tests[i]->predicted());
  }
  const SpreadInflation inflation{witnesses};
  night.cases.resize(series.size());
  each_case([&](std::size_t i) {
    tests[i]->widen(series[i].is_derived ? inflation.of_all() : inflation.without(place_of[i]));
    night.cases[i] = tests[i]->evidence();
  });
  std::vector<double> p_loss, p_gain, factors;
  for (const Evidence& evidence : night.cases) {
    factors.push_back(evidence.figures.spread_factor);
    p_loss.push_back(evidence.p_loss);
    p_gain.push_back(evidence.p_gain);
  }
  night.spread_factor = median(factors);
  const std::vector<double> q_loss = q_values(p_loss);
  const std::vector<double> q_gain = q_values(p_gain);
  const std::vector<double> needed = rejection_thresholds(p_loss, rules.alpha);
  each_case([&](std::size_t i) {
    night.cases[i].q_loss = q_loss[i];
    night.cases[i].q_gain = q_gain[i];
    tests[i]->finish(night.cases[i], needed[i]);
  });
  if (shifts.is_known) {
    night.common_shift = shifts.tonight;
    night.common_shift_p = TMixture{{shifts.error}}.upper_tail(shifts.tonight);
    night.common_spread = shifts.error.scale;
  }
  return night;
}

}  // namespace roofgate
