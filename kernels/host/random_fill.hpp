// Seeded standard normal data. Constant or zero inputs draw less power and can run faster than real ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/base/bf16.hpp"

namespace roofgate {

/// Fills with N(0, 1) values (inverse transform, |value| < 5). Element i depends on `seed` and i alone, not on the
/// number of threads. Runs on the OpenMP team, each thread on its slice_of, so that pages lie near their reader.
void fill_normal(Bf16* data, std::size_t count, std::uint64_t seed);
void fill_normal(float* data, std::size_t count, std::uint64_t seed);

/// -1 or +1 with probability `density` together (to within 2^-15), else 0: sums of their products are small integers,
/// and so exact in bf16 and fp32 in whatever order a library adds them.
void fill_signs(Bf16* data, std::size_t count, double density, std::uint64_t seed);

/// A seed for one tensor of one set: distinct inputs give unrelated sequences.
[[nodiscard]] std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t set, std::uint64_t tensor);

/// Fills with 0xff bytes: a quiet NaN in every floating type, so that an element nobody wrote cannot pass a check.
void poison(void* data, std::size_t bytes);

}  // namespace roofgate
