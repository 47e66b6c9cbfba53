// The statistics of one night: numbers in, evidence for and against a loss out. No record, no policy file, no words.
// docs/statistics.md derives each step.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/gate/policy.hpp"
#include "bench/gate/verdict.hpp"

namespace roofgate {

/// Log times of one case in one night, one per round. `night` numbers the nights alike for all cases.
struct NightRounds {
  std::size_t night = 0;
  std::vector<double> log_time;
};

/// One case as the statistics see it. All nights have at least one round.
struct CaseSeries {
  std::string kind;
  double tolerance = 0.0;              ///< log time ratio that is accepted
  std::vector<double> tonight;         ///< log time of each clean round
  std::vector<NightRounds> reference;  ///< at least one night; none where rounds were compared in pairs
  std::vector<NightRounds> watched;  ///< nights between the reference and tonight that were not accepted, oldest first
  std::vector<NightRounds> anchor;   ///< the first nights; empty while they are still part of the reference
  bool is_derived = false;           ///< of other cases of one night: no witness of its own of what all share
  bool is_ratio = false;             ///< of two cases of one night: what the machine shares has cancelled in it, and a
                                     ///< disturbed round may go either way
  bool is_bootstrapped = false;      ///< the reference holds nights made minutes apart
};

inline constexpr double kPower = 0.95;          ///< with which a smallest loss is shown
inline constexpr double kIntervalTail = 0.025;  ///< on each side of the interval of a change
inline constexpr int kMostFurtherRounds = 50;   ///< after which a case that is still open counts as not to be decided

struct ComparisonRules {
  double alpha = 0.01;
  SpreadPolicy spread;
  int look = 1;  ///< which judging of this night this is, of at most `looks`
  int looks = 1;
};

/// What is known about one case. Changes are log time ratios to the reference: positive is slower.
struct Evidence {
  double change = 0.0;                         ///< tonight against the reference
  double change_low = 0.0, change_high = 0.0;  ///< 95 % interval
  double specific_change = 0.0;                ///< without what every kind of case shares tonight
  double watched_change = 0.0;                 ///< mean over tonight and the watched nights, the smaller of with
                                               ///< and without what every kind shares
  std::optional<double> anchor_change;         ///< the last nights with tonight, against the anchor
  /// After their shares of the budget, of a loss that is tonight's own, the machine's, or the watched nights' too.
  double p_specific = 1.0, p_total = 1.0, p_watched = 1.0;
  double p_loss = 1.0, q_loss = 1.0;  ///< the smallest of all, the anchor's included; q after Benjamini-Hochberg
  double p_gain = 1.0, q_gain = 1.0;
  double smallest_shown = 0.0;  ///< change that would be shown with 95 % probability
  double smallest_beyond_tolerance = 0.0;
  std::optional<int> rounds_to_decide;  ///< after which a pass or a loss would be clear, at most kMostFurtherRounds
  bool is_scattered = false;            ///< tonight's rounds disagree far more than they use to
  Comparison figures;
};

struct NightEvidence {
  std::vector<Evidence> cases;         ///< one per series, in their order
  std::optional<double> common_shift;  ///< log ratio that every kind shares tonight; none if it cannot be told
  double common_shift_p = 1.0;         ///< one-sided for a loss
  double common_spread = 0.0;          ///< of one night
  double spread_factor = 1.0;  ///< by which the median case's spread is taken wider: the other cases lie as far out
};

[[nodiscard]] NightEvidence compare_nights(std::span<const CaseSeries> series, const ComparisonRules& rules);

}  // namespace roofgate
