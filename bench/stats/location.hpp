// The robust locations that judging rests on: of a round's samples, and of a night's rounds.
#pragma once

#include <span>

namespace roofgate {

/// Of the raw samples of one round, seconds. Not empty.
[[nodiscard]] double round_location(std::span<const double> samples);

/// Of the round locations of one night. Not empty.
[[nodiscard]] double night_location(std::span<const double> round_locations);

}  // namespace roofgate
