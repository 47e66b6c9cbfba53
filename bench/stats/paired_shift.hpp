// Two treatments measured in pairs, each pair in one of two orders: the two-period crossover of Hills & Armitage, "The
// two-period cross-over clinical trial", Br. J. Clin. Pharmacol. 8 (1979). What a pair shares (the machine's minute)
// cancels in its difference; what the second of a pair always suffers is estimated and taken out. Disturbed pairs are
// bounded in their influence: Huber, "Robust Estimation of a Location Parameter", Ann. Math. Stat. 35 (1964).
#pragma once

#include <optional>
#include <span>

#include "bench/stats/moderated_variance.hpp"

namespace roofgate {

struct PairDifference {
  double difference = 0.0;  ///< B - A
  bool is_b_first = false;
};

/// What being second adds: half of what the medians of the two orders differ by. No value where an order has no pair.
/// It is the machine's, not a case's: the median over many cases says it far better than the few pairs of one.
[[nodiscard]] std::optional<double> order_effect(std::span<const PairDifference> pairs);

struct PairedShift {
  double shift = 0.0;            ///< B - A without the effect of the order
  SampleVariance pair;           ///< of one pair's difference; degrees of freedom as a robust spread has them
  double variance_factor = 1.0;  ///< variance of `shift` in units of one pair's
};

/// `second` is what being second adds. The mean of the corrected differences where none is further than 1.345 standard
/// deviations from it (95 % as efficient as the mean for normal data), and a mean with such pairs weighted down where
/// some are: of six pairs two may be wild. The standard deviation is their pairwise spread. At least one pair. The
/// variance factor is 1/n over the efficiency, and more with pairs weighted down (Huber, "Robust Statistics", 1981,
/// section 6.6).
[[nodiscard]] PairedShift paired_shift(std::span<const PairDifference> pairs, double second);

}  // namespace roofgate
