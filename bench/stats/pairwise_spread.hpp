// Spread within groups whose centres differ, unmoved by single wild values.
#pragma once

#include <span>
#include <vector>

namespace roofgate {

/// Degrees of freedom of pairwise_spread in those of the usual standard deviation, for groups of a night's few rounds.
inline constexpr double kPairwiseEfficiency = 0.6;

/// Standard deviation of normal data from the lower quartile of |x - y| over all pairs within a group, in the manner of
/// Q_n: Rousseeuw & Croux, "Alternatives to the Median Absolute Deviation", J. Am. Stat. Assoc. 88 (1993). The centres
/// of the groups do not matter. 0 if no group has two values.
[[nodiscard]] double pairwise_spread(std::span<const std::vector<double>> groups);

}  // namespace roofgate
