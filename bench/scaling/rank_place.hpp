// Where a rank sat, in words.
#pragma once

#include <string>

#include "bench/scaling/series.hpp"

namespace roofgate {

/// "node b, device 3", "node a, CPUs 0-3"; empty where the round does not say.
[[nodiscard]] std::string place_of(const WorldPoint& point, const Round& round, int rank);

/// Name of its node; empty where the round does not say.
[[nodiscard]] std::string node_of(const WorldPoint& point, const Round& round, int rank);

}  // namespace roofgate
