// One collective's time as the bandwidths of docs/metrics.md.
#pragma once

#include <optional>

#include "bench/scaling/series.hpp"

namespace roofgate {

struct Bandwidths {
  BytesPerSecond algorithm;                          ///< message over time: what the caller gets
  std::optional<BytesPerSecond> bus;                 ///< what a ring would carry; absent for one rank
  std::optional<BytesPerSecond> wire;                ///< what crossed the link; absent where the algorithm is unknown
  std::optional<BytesPerSecond> between_nodes;       ///< least per accelerator; absent on one node, or nodes unknown
  std::optional<BytesPerSecond> between_nodes_wire;  ///< by the algorithm that ran
};

/// The point has a time.
[[nodiscard]] Bandwidths bandwidths_of(Collective collective, const WorldPoint& point);

}  // namespace roofgate
