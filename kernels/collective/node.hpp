// Which ranks share a machine.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

/// The ranks of `world` on this rank's node, ascending. Every rank calls it together. `node_name` is for tests; empty:
/// this machine, told by its boot id, which containers of one machine share and machines never do.
[[nodiscard]] Result<std::vector<int>> ranks_here(World& world, std::string_view node_name = {});

}  // namespace roofgate
