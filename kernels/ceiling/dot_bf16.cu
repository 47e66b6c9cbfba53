// The tensor cores at best through mma.sync, which every architecture from sm_80 on has. On Hopper (wgmma) and
// datacenter Blackwell (tcgen05) mma.sync does not reach the full rate, so there this is a lower bound of the ceiling,
// and a library's product may be faster. Inline PTX: not run in the CPU emulation.
#include "kernels/ceiling/ceiling_launch.hpp"
#include "kernels/cuda/geometry.hpp"
#include "kernels/cuda/launch.cuh"

namespace roofgate {
namespace {

constexpr unsigned kWarpThreads = 32;

/// C += A B for m16n8k16 (PTX ISA, "Matrix Fragments for mma.m16n8k16").
__device__ inline void multiply_accumulate(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
#if defined(__CUDA_ARCH__)
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
  static_cast<void>(c[0] + static_cast<float>(a[0] + b[0]));
#endif
}

/// Two neighbours along the depth, as one register holds them.
__device__ inline std::uint32_t pair_at(const Bf16* matrix, int line, int depth) {
  const Bf16* const first = matrix + line * kDotDepth + depth;
  return static_cast<std::uint32_t>(first[0].bits) | static_cast<std::uint32_t>(first[1].bits) << 16U;
}

__global__ void __launch_bounds__(kBlockThreads, kBlocksPerMultiprocessor)
    run_dot(float* sums, const Bf16* a, const Bf16* b, std::int64_t iterations) {
  const int lane = static_cast<int>(threadIdx.x % kWarpThreads);
  const int group = lane / 4;       // row of A and C, column of B
  const int pair = 2 * (lane % 4);  // depth of A and B, column of C
  const std::uint32_t fragment_a[4] = {pair_at(a, group, pair), pair_at(a, group + 8, pair),
                                       pair_at(a, group, pair + 8), pair_at(a, group + 8, pair + 8)};
  std::uint32_t fragment_b[kDotTiles][2];
  float c[kDotTiles][4] = {};
#pragma unroll
  for (int t = 0; t < kDotTiles; ++t) {
    const Bf16* const tile = b + t * kDotColumns * kDotDepth;
    fragment_b[t][0] = pair_at(tile, group, pair);
    fragment_b[t][1] = pair_at(tile, group, pair + 8);
  }
#pragma unroll 4
  for (std::int64_t i = 0; i < iterations; ++i) {
#pragma unroll
    for (int t = 0; t < kDotTiles; ++t) multiply_accumulate(c[t], fragment_a, fragment_b[t]);
  }
  const std::int64_t warp = (blockIdx.x * std::int64_t{kBlockThreads} + threadIdx.x) / kWarpThreads;
  float* const out = sums + warp * kDotRows * kDotColumns;
#pragma unroll
  for (int part = 0; part < 4; ++part) {
    float sum = 0.0F;
#pragma unroll
    for (int t = 0; t < kDotTiles; ++t) sum += c[t][part];
    const int row = group + (part < 2 ? 0 : 8);
    out[row * kDotColumns + pair + part % 2] = sum;
  }
}

}  // namespace

CudaStatus launch_dot(float* sums, const Bf16* a, const Bf16* b, std::int64_t iterations, int multiprocessors,
                      CUstream_st* stream) {
  return launch(run_dot, dim3(ceiling_blocks(multiprocessors)), dim3(kBlockThreads), 0, stream, sums, a, b, iterations);
}

}  // namespace roofgate
