// Compares reduced gradients with a reference that was summed in fp32. Pure.
#pragma once

#include <cstddef>
#include <span>

#include "kernels/base/bf16.hpp"
#include "kernels/base/workload.hpp"

namespace roofgate {

/// Every element of `got` against `sum`. Between the local gradients, of which `size` is the sum of the absolute
/// values, and `got` lie at most `roundings` roundings to bf16 of partial sums, none larger than `size`: the tolerance
/// is so many half steps of bf16 there.
[[nodiscard]] Check check_gradients(std::span<const Bf16> got, std::span<const float> sum, std::span<const float> size,
                                    int roundings);

}  // namespace roofgate
