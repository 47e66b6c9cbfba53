// One outcome for all ranks: a failure on any rank is a failure on every rank, so that none waits for another that
// has given up.
#pragma once

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

/// Success if `mine` is success on every rank. Else the error of the first rank that failed, the same on every rank:
/// its kind, its text after "rank N: " (without that where all ranks have the same text), and whether the process must
/// end.
[[nodiscard]] Result<void> agree(World& world, const Result<void>& mine);

}  // namespace roofgate
