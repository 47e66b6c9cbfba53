// Adds two bf16 vectors as an allreduce does at each combination.
#pragma once

#include <cstddef>

#include "kernels/base/bf16.hpp"

namespace roofgate {

/// inout[i] = in[i] + inout[i] in fp32, rounded to nearest even. The vectors do not overlap.
void add_bf16(const Bf16* in, Bf16* inout, std::size_t count);

}  // namespace roofgate
