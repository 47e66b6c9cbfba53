// In place of kernels/ceiling/dot_bf16.cu, whose inline PTX has no C++: the same sums and the same FLOP.
#include <cstring>
#include <vector>

#include "kernels/ceiling/ceiling_launch.hpp"
#include "kernels/cuda/geometry.hpp"
#include "tests/cpu_cuda/standin/kernel_launch.hpp"
#include "tests/cpu_cuda/standin/runtime.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kTile = std::size_t{kDotRows} * kDotColumns;

std::vector<float> sums_of_tiles(const Bf16* a, const Bf16* b, std::int64_t iterations) {
  std::vector<float> sums(kTile, 0.0F);
  for (int t = 0; t < kDotTiles; ++t) {
    for (std::size_t row = 0; row < kDotRows; ++row) {
      for (std::size_t column = 0; column < kDotColumns; ++column) {
        const Bf16* const left = a + row * kDotDepth;
        const Bf16* const right = b + (static_cast<std::size_t>(t) * kDotColumns + column) * kDotDepth;
        float product = 0.0F;
        for (int depth = 0; depth < kDotDepth; ++depth) product += to_float(left[depth]) * to_float(right[depth]);
        float sum = 0.0F;
        for (std::int64_t i = 0; i < iterations; ++i) sum += product;
        sums[row * kDotColumns + column] += sum;
      }
    }
  }
  return sums;
}

}  // namespace

CudaStatus launch_dot(float* sums, const Bf16* a, const Bf16* b, std::int64_t iterations, int multiprocessors,
                      CUstream_st* stream) {
  if (const cudaError_t code = standin::begin_call("cudaLaunchKernelExC"); code != cudaSuccess) {
    return CudaStatus{static_cast<int>(code)};
  }
  constexpr std::size_t kWarpThreads = 32;
  const std::size_t warps = std::size_t{ceiling_blocks(multiprocessors)} * kBlockThreads / kWarpThreads;
  const auto word = [](const void* data) { return reinterpret_cast<std::uintptr_t>(data); };
  const std::string key = "dot " + std::to_string(word(sums)) + " " + std::to_string(word(a));
  standin::queue_kernel(
      key, {word(sums), word(a), word(b)},
      [=](standin::Execution& execution) {
        standin::require_access(execution.device, a, kDotRows * kDotDepth * sizeof(Bf16));
        standin::require_access(execution.device, b, kDotTiles * kDotColumns * kDotDepth * sizeof(Bf16));
        standin::require_access(execution.device, sums, warps * kTile * sizeof(float));
        const std::vector<float> tile = sums_of_tiles(a, b, iterations);
        for (std::size_t warp = 0; warp < warps; ++warp) {
          std::memcpy(sums + warp * kTile, tile.data(), kTile * sizeof(float));
        }
        execution.footprint.touch(a, kDotRows * kDotDepth * sizeof(Bf16), false);
        execution.footprint.touch(b, kDotTiles * kDotColumns * kDotDepth * sizeof(Bf16), false);
        execution.footprint.touch(sums, warps * kTile * sizeof(float), true);
        const double per_warp = 2.0 * kTile * kDotDepth * kDotTiles;
        execution.footprint.compute_tensor(per_warp * static_cast<double>(iterations) * static_cast<double>(warps));
      },
      stream);
  return CudaStatus{};
}

}  // namespace roofgate
