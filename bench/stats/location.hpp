// The robust locations that judging rests on: of a round's samples, and of a night's rounds.
#pragma once

#include <cstddef>
#include <span>

namespace roofgate {

/// Of the raw samples of one round, seconds: the median. Not empty.
[[nodiscard]] double round_location(std::span<const double> samples);

/// Of the round locations of one night: the second fastest of five, and for another number of rounds the quantile that
/// estimates the same point of a normal distribution (plotting positions (i - 3/8) / (n + 1/4): Blom, 1958). A
/// disturbed round is always a slower one, so of five rounds three may be disturbed. Not empty.
[[nodiscard]] double night_location(std::span<const double> round_locations);

/// How far apart the fastest and the middle of five rounds are, and the same points of another number of rounds:
/// between them lies the location, so where this is large the location is in doubt. 0 for fewer than 3 rounds.
[[nodiscard]] double location_doubt(std::span<const double> round_locations);

/// Variance of night_location in units of one round's variance, for normal rounds.
[[nodiscard]] double night_location_variance(std::size_t rounds);

/// The same three for ratios of two cases: a disturbed round of either case is as likely to lower the ratio as to raise
/// it, so the location is the median, which stands two disturbed rounds of five on one side.
[[nodiscard]] double ratio_location(std::span<const double> round_ratios);
/// Half the distance of the second and the fourth of five. 0 for fewer than 4 rounds.
[[nodiscard]] double ratio_doubt(std::span<const double> round_ratios);
[[nodiscard]] double ratio_location_variance(std::size_t rounds);

}  // namespace roofgate
