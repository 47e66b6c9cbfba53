// One outcome for all ranks: a failure on any rank is a failure on every rank, so that none waits for another that
// has given up.
#pragma once

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

/// Success if `mine` is success on every rank. Else this rank's own error, or one that names the first rank that
/// failed, of the same kind as that rank's, and ending the process if that rank's must end.
[[nodiscard]] Result<void> agree(World& world, const Result<void>& mine);

}  // namespace roofgate
