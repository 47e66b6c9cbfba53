// One measured change per case and how far it may be off: from here on it is the same whether the two sides were
// measured in pairs or in different nights. The statistics of `roofgate compare`; docs/upgrade.md explains them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "bench/gate/night_comparison.hpp"
#include "bench/stats/paired_shift.hpp"
#include "bench/stats/t_mixture.hpp"

namespace roofgate {

/// Of one case: log time ratio after / before, positive is slower.
struct Contrast {
  double change = 0.0;
  TMixture error;          ///< how far `change` may lie from the truth
  double tolerance = 0.0;  ///< log ratio that is accepted
  /// Share of the error's scale that is left after so many further rounds; null where rounds would not narrow it.
  std::function<double(int)> narrowing = {};
  Comparison figures = {};  ///< what `explain` shows; p values are filled in by judge_contrasts
};

/// Evidence for and against a loss and a gain, over all cases (Benjamini-Hochberg at `alpha`), one per contrast.
[[nodiscard]] std::vector<Evidence> judge_contrasts(std::span<const Contrast> contrasts, double alpha);

/// A case measured on both sides in pairs of rounds.
struct PairedSeries {
  double tolerance = 0.0;
  std::vector<PairDifference> pairs;             ///< log time of B - log time of A; at least one
  double before_log_s = 0.0, after_log_s = 0.0;  ///< locations, for showing
};

/// A case measured on both sides in nights of their own.
struct UnpairedSeries {
  double tolerance = 0.0;
  std::vector<std::vector<double>> before, after;  ///< log time of each clean round of each night; none empty
};

/// How far apart the rounds of a pair lie is learned from all cases together (SpreadModel).
[[nodiscard]] std::vector<Contrast> paired_contrasts(std::span<const PairedSeries> series, const SpreadPolicy& spread);

/// How far apart healthy nights lie is learned from the nights of each side, moderated over cases, with the policy's
/// prior and floors; what a whole machine's good or bad night adds is the policy's alone. `is_bootstrapped`: nights of
/// a side were made within hours and understate it.
[[nodiscard]] std::vector<Contrast> unpaired_contrasts(std::span<const UnpairedSeries> series,
                                                       const SpreadPolicy& spread, bool is_bootstrapped);

}  // namespace roofgate
