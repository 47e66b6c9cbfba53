// How far a case's next night may lie from its last ones, learned from few nights of many cases.
// Smyth's hierarchical model (moderated_variance.hpp) with two additions: its hyperparameters are not plugged in but
// averaged over their posterior, so that 3 nights or 5 cases do not pretend to know them; and the prior variance may
// follow a covariate, the spread between rounds (as limma-trend lets it follow intensity: Sartor et al., BMC
// Bioinformatics 7:538, 2006).
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "bench/stats/moderated_variance.hpp"
#include "bench/stats/t_mixture.hpp"

namespace roofgate {

/// One series (case). Everything in log units.
struct SpreadObservation {
  SampleVariance between;  ///< of the earlier nights' locations; no degrees of freedom with one night
  double within = 0.0;     ///< standard deviation of a night's location that its rounds alone explain; the covariate
  double deviation = 0.0;  ///< tonight's location minus the reference
  double deviation_factor = 2.0;  ///< its variance if nothing changed, in units of a night's variance: 1 + 1/n
};

/// What is believed before any night is seen: the typical standard deviation lies within x or / `factor` (95 %).
struct SpreadBelief {
  double typical = 0.007;
  double factor = 3.0;
};

/// What is known of one case's spread: a mixture over hypotheses.
class CaseSpread {
 public:
  struct Part {
    double weight = 0.0;
    double variance = 0.0;  ///< of one night's location
    int degrees_of_freedom = 1;
  };
  explicit CaseSpread(std::vector<Part> parts) : parts_{std::move(parts)} {}

  /// Predictive distribution of a deviation whose variance is `factor` times that of one night. The standard deviation
  /// of a night is taken to be at least `floor`.
  [[nodiscard]] TMixture predict(double factor, double floor) const;

 private:
  std::vector<Part> parts_;
};

class SpreadModel {
 public:
  /// Tonight's deviations take part: with one earlier night they are the only evidence. One case in ten may have really
  /// changed, by anything up to 50 %, without spoiling the fit.
  SpreadModel(std::span<const SpreadObservation> observations, SpreadBelief belief);

  /// Of a case that took part in the fit. Its own deviation of tonight is taken out again: a loss must not widen the
  /// distribution that it is judged by.
  [[nodiscard]] CaseSpread of(const SpreadObservation& observation) const;

 private:
  /// One setting of the hyperparameters and its posterior weight.
  struct Hypothesis {
    double weight = 0.0;
    double log_variance = 0.0;   ///< prior variance at the mean covariate
    int degrees_of_freedom = 0;  ///< of the prior
    double slope = 0.0;          ///< of the log variance over log within^2
  };

  [[nodiscard]] double prior_variance(const Hypothesis& hypothesis, double within) const;
  [[nodiscard]] double log_posterior(const Hypothesis& hypothesis, std::span<const SpreadObservation> observations,
                                     SpreadBelief belief) const;
  void scan(double slope, std::span<const SpreadObservation> observations, SpreadBelief belief);

  double mean_log_within_ = 0.0;
  std::vector<Hypothesis> hypotheses_;
};

}  // namespace roofgate
