// The rounds that several cases of a record have in common: measured by one process, so that what is derived from them
// round by round loses what they share, the clock and the node.
#pragma once

#include <span>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate {

/// One round of every case.
struct CommonRound {
  Round frame;                        ///< index, place and moment of the first case's; its marks are everybody's
  std::vector<const Round*> sources;  ///< one per case, in their order
};

/// Rounds that one of the cases does not have are left out. A mark on any case is a mark on the common round, each kind
/// once, and names the case; a wrong result is an error here, since it is said where it was computed.
[[nodiscard]] std::vector<CommonRound> common_rounds(std::span<const Case* const> cases);

}  // namespace roofgate
