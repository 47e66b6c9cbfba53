// Launches of the ceiling kernels and what they compute. Internal to the CUDA side; includes no CUDA header.
#pragma once

#include <cstdint>

#include "kernels/base/bf16.hpp"
#include "kernels/base/host_device.hpp"
#include "kernels/cuda/status.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

/// Independent FMA chains of one thread: twice the four cycles of latency that each scheduler has to fill.
inline constexpr int kFmaChains = 8;

// x -> term - (1 - 2^-20) x swings about a fixed point and hardly closes in on it, so that mantissas keep changing:
// constant data would draw less power.
inline constexpr float kFmaFactor = -0.99999904632568359375F;
inline constexpr float kFmaTerm = 0.73105857863F;

/// Chain c of the thread with index t in its warp begins with this: rounded once, so the same on host and device.
[[nodiscard]] ROOFGATE_HOST_DEVICE constexpr float fma_start(float first, int t, int c) {
  return first * (1.0F + static_cast<float>(t) * 0.03125F + static_cast<float>(c) * 0.00390625F);
}

/// Blocks of kBlockThreads that fill the device once.
[[nodiscard]] unsigned ceiling_blocks(int multiprocessors);

/// Each thread: kFmaChains times x = fma(x, kFmaFactor, kFmaTerm), `iterations` long; writes the sum of its chains, the
/// first first. 2 x kFmaChains x iterations FLOP per thread.
[[nodiscard]] CudaStatus launch_fma(float* sums, float first, std::int64_t iterations, int multiprocessors,
                                    CUstream_st* stream);

/// A warp's matrices: A is 16 x 16 by rows, each of kDotTiles B is 16 x 8 by columns; both in bf16.
inline constexpr int kDotTiles = 8;
inline constexpr int kDotRows = 16;
inline constexpr int kDotColumns = 8;
inline constexpr int kDotDepth = 16;

/// Each warp: `iterations` times C_t += A B_t for each tile t in registers; writes the 16 x 8 sum of the C_t by rows.
/// 2 x 16 x 8 x 16 x kDotTiles x iterations FLOP per warp.
[[nodiscard]] CudaStatus launch_dot(float* sums, const Bf16* a, const Bf16* b, std::int64_t iterations,
                                    int multiprocessors, CUstream_st* stream);

}  // namespace roofgate
