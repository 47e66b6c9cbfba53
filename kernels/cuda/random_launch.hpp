// Launches of the generators. Internal to random.cpp; includes no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/base/dtype.hpp"
#include "kernels/cuda/random.hpp"
#include "kernels/cuda/status.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

[[nodiscard]] CudaStatus launch_fill_normal(std::byte* data, std::int64_t elements, DType dtype, RandomKey key,
                                            CUstream_st* stream);

/// An element is not 0 if its 31 random bits are below `threshold`: 2^31 is certainty.
[[nodiscard]] CudaStatus launch_fill_signs(std::byte* data, std::int64_t elements, std::uint32_t threshold,
                                           RandomKey key, CUstream_st* stream);

}  // namespace roofgate
