// Launches of the memory kernels. Arrays are aligned to 16 bytes. Internal to the CUDA side; includes no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/status.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

/// to = from, `bytes` a multiple of 4.
[[nodiscard]] CudaStatus launch_copy(std::byte* to, const std::byte* from, std::int64_t bytes, int multiprocessors,
                                     CUstream_st* stream);

/// Partial sums that launch_read writes, one per thread of its grid.
[[nodiscard]] std::int64_t read_partials(std::int64_t bytes, int multiprocessors);

/// Sums the 64-bit words modulo 2^64, the last one filled with zeros; the sum of all `partials` is the result. A sum in
/// integers is exact in any order, so a word that was not read shows. Writing the partials is not counted in the work:
/// 8 bytes per thread, at most 0.8 % of 128 MiB on 132 multiprocessors.
[[nodiscard]] CudaStatus launch_read(std::uint64_t* partials, const std::byte* from, std::int64_t bytes,
                                     int multiprocessors, CUstream_st* stream);

/// `count` words of `pattern`.
[[nodiscard]] CudaStatus launch_write(std::uint32_t* to, std::uint32_t pattern, std::int64_t count, int multiprocessors,
                                      CUstream_st* stream);

/// a = b + scale x c, one rounding (FMA).
[[nodiscard]] CudaStatus launch_triad(float* a, const float* b, const float* c, float scale, std::int64_t count,
                                      int multiprocessors, CUstream_st* stream);

}  // namespace roofgate
