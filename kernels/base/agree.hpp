// One verdict for all ranks of a world.
#pragma once

#include <string_view>

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

/// Collective. Success if every rank brings success; else a failed rank keeps its own error and the others learn which
/// rank failed at `what`, so that none waits in a later collective for one that gave up.
[[nodiscard]] Result<void> agree(World& world, const Result<void>& mine, std::string_view what);

}  // namespace roofgate
