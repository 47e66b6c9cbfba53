// Whether tonight is wilder than the nights before: how much wider today's deviations lie than earlier nights predict.
//
// Many cases seen in one night show the width of their null distribution themselves: Efron, "Large-Scale Simultaneous
// Hypothesis Testing: The Choice of a Null Hypothesis", JASA 99 (2004); Devlin & Roeder, "Genomic Control for
// Association Studies", Biometrics 55 (1999), who only ever widen it, as this does. Here the factor has a posterior on
// a fixed grid instead of an estimate, so that few cases do not pretend to know it. The cases that really changed have
// an unknown share, size and direction of their own: half of all cases slower by the same is not a wild night.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "bench/stats/t_mixture.hpp"

namespace roofgate {

/// One case tonight.
struct PredictedDeviation {
  TMixture error;          ///< how it would be distributed if tonight were as the nights before
  double deviation = 0.0;  ///< what was seen
  double share = 1.0;      ///< of the error's variance that is tonight's own
};

class SpreadInflation {
 public:
  static constexpr std::array kFactors{1.0, 1.25, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.3, 8.0};
  using Weights = std::array<double, kFactors.size()>;  ///< of the factors; they add up to 1

  explicit SpreadInflation(std::span<const PredictedDeviation> cases);

  /// As the other cases show it: a loss must not widen the distribution that it is judged by.
  [[nodiscard]] const Weights& without(std::size_t index) const { return without_[index]; }
  /// For what is not one of the cases; without any, what is believed before tonight is seen.
  [[nodiscard]] const Weights& of_all() const { return all_; }

 private:
  Weights all_{};
  std::vector<Weights> without_;
};

/// What `widened` makes tonight's spread wider by, on average over the weights.
[[nodiscard]] double mean_factor(const SpreadInflation::Weights& weights);

/// `error` if tonight, which has `share` of its variance, may be wider by those factors; by a quarter beyond them,
/// since not all cases become wilder alike.
[[nodiscard]] TMixture widened(const TMixture& error, const SpreadInflation::Weights& weights, double share);

}  // namespace roofgate
