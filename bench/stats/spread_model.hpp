// How far a case's next night may lie from its last ones, learned from few nights of many cases.
//
// A night's location varies with variance tau^2 (between nights) + sigma^2 r (what its rounds leave; r falls with their
// number). sigma^2 is known from many rounds; tau^2 from few nights, so cases lend each other strength: Smyth's
// hierarchical model (moderated_variance.hpp) for tau^2, with three changes. Its hyperparameters are averaged over
// their posterior instead of plugged in, so that 3 nights or 5 cases do not pretend to know them; the prior may
// follow a covariate, sigma, as limma-trend lets it follow intensity (Sartor et al., BMC Bioinformatics 7:538, 2006);
// and from five nights on it is log-normal, as the spreads of real suites are, where the conjugate one expects some
// cases to be far wilder than the others. All integrals are sums over fixed grids. docs/statistics.md derives them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "bench/stats/moderated_variance.hpp"
#include "bench/stats/t_mixture.hpp"

namespace roofgate {

/// Variance of a difference of locations: tau^2 x nights + sigma^2 x rounds.
struct ErrorShape {
  double nights = 2.0;  ///< 1/k + 1/n for the mean of k nights against that of n
  double rounds = 0.0;  ///< the same sum with night_location_variance of each
};

/// One series (case). Everything in log units.
struct SpreadObservation {
  SampleVariance between;   ///< of the earlier nights' locations; no degrees of freedom with one night
  SampleVariance round;     ///< sigma^2: of one round's location within a night
  double night_rounds = 0;  ///< r of the earlier nights
  double deviation = 0.0;   ///< tonight's location minus the reference
  ErrorShape shape;         ///< of that deviation, if nothing changed
};

/// What is believed before any night is seen: the typical tau lies within x or / `factor` (95 %).
struct SpreadBelief {
  double typical = 0.007;
  double factor = 3.0;
};

/// What is known of one case's tau^2 and sigma^2.
class CaseSpread {
 public:
  struct Part {
    double weight = 0.0;
    double night_variance = 0.0;  ///< tau^2
  };
  /// Weights in any unit.
  CaseSpread(std::vector<Part> parts, SampleVariance round);

  /// Predictive distribution of a deviation of that shape. tau is taken to be at least `floor`.
  [[nodiscard]] TMixture predict(ErrorShape shape, double floor) const;
  /// Of such a deviation.
  [[nodiscard]] double variance(ErrorShape shape, double floor) const;

 private:
  std::vector<Part> parts_;  ///< by rising variance
  SampleVariance round_;
};

class SpreadModel {
 public:
  /// Tonight's deviations take part: with one earlier night they are the only evidence. One case in ten may have really
  /// changed, by anything up to 50 %, without spoiling the fit.
  SpreadModel(std::span<const SpreadObservation> observations, SpreadBelief belief);

  /// Of a case that took part in the fit. Its own deviation of tonight is taken out again: a loss must not widen the
  /// distribution that it is judged by. Its `between` may be better known by now than it was in the fit.
  [[nodiscard]] CaseSpread of(const SpreadObservation& observation) const;

 private:
  static constexpr std::size_t kSteps = 42;  ///< of log tau^2
  using OverTau = std::array<double, kSteps>;

  /// One setting of the hyperparameters with its posterior weight and the prior of tau^2 that it stands for.
  struct Hypothesis {
    double weight = 0.0;
    std::size_t slope = 0;
    OverTau prior{};
  };

  /// Of tau^2 on the grid: what the earlier nights say, and what tonight says beside.
  struct Likelihood {
    OverTau nights{};
    OverTau tonight{};
  };

  [[nodiscard]] double log_variance(std::size_t step, std::size_t slope, const SpreadObservation& observation) const;
  [[nodiscard]] Likelihood likelihood(std::size_t slope, const SpreadObservation& observation) const;
  void fit(std::size_t slope, std::span<const SpreadObservation> observations, SpreadBelief belief);

  double mean_log_round_ = 0.0;
  std::vector<Hypothesis> hypotheses_;
};

}  // namespace roofgate
