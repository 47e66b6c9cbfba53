// What a world delivers against so many times what the reference delivers, and what an odd value is likely to mean.
#pragma once

#include <optional>
#include <string>

#include "bench/scaling/series.hpp"

namespace roofgate {

struct Efficiency {
  double value = 0.0;               ///< throughput(N) / (N / N0 x throughput(N0))
  std::optional<double> low, high;  ///< 95 %: from both times' own intervals
  int reference_ranks = 1;          ///< N0
  std::string warning;              ///< empty, or what makes the value odd, and its likely kind
};

/// The world that the others are compared with: of a step the smallest, of a collective the smallest with several
/// ranks, since one rank has no traffic. Undisturbed ones before disturbed ones; never an oversubscribed one. Null:
/// there is none, or nobody says which collective it was.
[[nodiscard]] const WorldPoint* reference_of(const Series& series);

/// Throughput of a collective is its bus bandwidth, per rank already; of a step the work over time. Absent: no time, an
/// oversubscribed world, a message of nothing, or a smaller world than the reference. `latency_share`: how much of the
/// reference's time is latency, from a fit over its sizes; without one all of a message below 1 MiB, and nothing of a
/// larger one.
[[nodiscard]] std::optional<Efficiency> efficiency_of(const Series& series, const WorldPoint& point,
                                                      const WorldPoint& reference,
                                                      std::optional<double> latency_share = std::nullopt);

}  // namespace roofgate
