#include "bench/gate/night_comparison.hpp"

#include <algorithm>

#include "bench/gate/case_figures.hpp"
#include "bench/gate/case_tests.hpp"
#include "bench/gate/shared_shifts.hpp"
#include "bench/stats/benjamini_hochberg.hpp"
#include "bench/stats/spread_inflation.hpp"
#include "bench/stats/spread_model.hpp"

namespace roofgate {

NightEvidence compare_nights(std::span<const CaseSeries> series, const ComparisonRules& rules) {
  NightEvidence night;
  if (series.empty()) return night;
  std::vector<CaseFigures> figures;
  figures.reserve(series.size());
  for (const CaseSeries& one : series) figures.push_back(figures_of(one));
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
  std::vector<CaseTests> tests;
  tests.reserve(series.size());
  std::vector<PredictedDeviation> predicted;
  for (std::size_t i = 0; i < series.size(); ++i) {
    tests.emplace_back(figures[i], series[i], shifts_of(i), model, rules);
    predicted.push_back(tests.back().predicted());
  }
  const SpreadInflation inflation{predicted};
  std::vector<double> p_loss, p_gain;
  for (std::size_t i = 0; i < series.size(); ++i) {
    tests[i].widen(inflation.without(i));
    night.cases.push_back(tests[i].evidence());
    p_loss.push_back(night.cases.back().p_loss);
    p_gain.push_back(night.cases.back().p_gain);
  }
  const std::vector<double> q_loss = q_values(p_loss);
  const std::vector<double> q_gain = q_values(p_gain);
  const std::vector<double> needed = rejection_thresholds(p_loss, rules.alpha);
  for (std::size_t i = 0; i < series.size(); ++i) {
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
