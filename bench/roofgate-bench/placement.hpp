// The world as the record keeps it: every rank's place, gathered to all ranks.
#pragma once

#include <string>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/roofgate-bench/rank_place.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

/// What one rank says of itself.
struct OwnPlacement {
  RankPlacement rank;
  std::string launcher;
  int rank_on_node = 0;
  bool oversubscribed = false;
};

/// Collective.
[[nodiscard]] Result<PlacedWorld> gather_placement(World& world, const OwnPlacement& mine);

/// Whether every rank sits where it sits in the other.
[[nodiscard]] bool are_equal(const PlacedWorld& a, const PlacedWorld& b);

/// "0-3,8" of 0, 1, 2, 3, 8; ascending.
[[nodiscard]] std::string cpu_list(const std::vector<int>& cpus);

}  // namespace roofgate
