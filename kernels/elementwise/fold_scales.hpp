// Fusing what one launch does: scales after an activation become its halvings.
#pragma once

#include <vector>

#include "kernels/elementwise/chain_kernels.hpp"

namespace roofgate {

/// The same chain with each run of scales behind a gelu or silu folded into it. Exact: a scale is a power of two.
[[nodiscard]] std::vector<ChainStep> fold_scales(const std::vector<ChainStep>& steps);

}  // namespace roofgate
