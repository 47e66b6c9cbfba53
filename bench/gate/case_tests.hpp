// The tests of one case: tonight alone, together with watched nights, and against the first nights, each with its share
// of the error budget.
#pragma once

#include "bench/gate/case_figures.hpp"
#include "bench/gate/common_shift.hpp"
#include "bench/gate/error_budget.hpp"
#include "bench/gate/night_comparison.hpp"
#include "bench/stats/spread_inflation.hpp"
#include "bench/stats/spread_model.hpp"

namespace roofgate {

/// Refers to its arguments; lives no longer than they do.
class CaseTests {
 public:
  CaseTests(const CaseFigures& figures, const CaseSeries& series, const SharedShifts& shifts, const SpreadModel& model,
            const ComparisonRules& rules);

  /// Tonight's deviation and how it would be distributed if tonight were as the nights before.
  [[nodiscard]] PredictedDeviation predicted() const;
  /// How much wilder than that tonight is. To be said before the tests are made.
  void widen(const SpreadInflation::Weights& inflation);

  [[nodiscard]] Evidence evidence() const;
  /// Once it is known what Benjamini-Hochberg asks of this case.
  void finish(Evidence& evidence, double p_needed) const;

 private:
  /// Distribution of tonight's deviation if nothing changed.
  [[nodiscard]] TMixture error_of_tonight() const;
  [[nodiscard]] double nights() const { return static_cast<double>(figures_.reference.size()); }
  [[nodiscard]] TMixture total(const TMixture& specific) const;
  /// Shape of the error of tonight's location, if `further` rounds were added.
  [[nodiscard]] ErrorShape tonight(std::size_t further) const;
  /// Error of a mean of nights whose shapes add up to `sum`, against the reference.
  [[nodiscard]] ErrorShape against_reference(ErrorShape sum, double count) const;
  /// Of the variance of a mean of `count` nights against the reference.
  [[nodiscard]] double share_of_tonight(double count) const;
  /// With the wildness of tonight, one of `count` nights, and with the doubt about scattered rounds.
  [[nodiscard]] TMixture of_tonight(const TMixture& error, double count) const;
  void test_watched(Evidence& evidence) const;
  [[nodiscard]] double test_anchor(Evidence& evidence) const;
  /// p after the share of the budget that a test and this look have.
  [[nodiscard]] double spent(double p, double share) const;

  const CaseFigures& figures_;
  const CaseSeries& series_;
  const SharedShifts& shifts_;
  const SpreadModel& model_;
  CaseSpread spread_;
  const ComparisonRules& rules_;
  TestShares shares_;
  double floor_;
  SpreadInflation::Weights inflation_{1.0};  // of tonight's spread; not widened
  TMixture specific_;                        // error_of_tonight(), which takes its time
};

}  // namespace roofgate
