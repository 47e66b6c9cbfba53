// Centres and shifts that a few wild values do not move: Hodges & Lehmann, "Estimates of Location Based on Rank Tests",
// Ann. Math. Stat. 34 (1963). 95 % as efficient as the mean for normal data; up to 29 % of the values may be wild.
#pragma once

#include <span>

namespace roofgate {

/// Median of the means of all pairs, each value with itself too. Not empty. O(n^2): meant for nights and rounds.
[[nodiscard]] double hodges_lehmann_centre(std::span<const double> values);

/// Median of all differences b - a. Neither empty. O(n m).
[[nodiscard]] double hodges_lehmann_shift(std::span<const double> a, std::span<const double> b);

}  // namespace roofgate
