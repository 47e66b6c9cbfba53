// Fills device memory with random inputs, on the device. Includes no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/base/dtype.hpp"
#include "kernels/base/result.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

/// Which random numbers: tensors of one workload differ in `tensor`, nights and checks in `seed`.
struct RandomKey {
  std::uint64_t seed = 1;
  std::uint64_t tensor = 0;
};

/// Standard normal bf16 or fp32 (Box & Muller 1958). Any alignment of the element.
[[nodiscard]] Result<void> fill_normal(std::byte* data, std::size_t elements, DType dtype, RandomKey key,
                                       CUstream_st* stream);

/// bf16: -1 or +1 with probability `density` together, else 0. Sums of their products are small integers, and so exact
/// in bf16 and fp32 in whatever order a library adds them.
[[nodiscard]] Result<void> fill_signs(std::byte* data, std::size_t elements, double density, RandomKey key,
                                      CUstream_st* stream);

}  // namespace roofgate
