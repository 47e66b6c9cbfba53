// The FMA pipes at best: everything in registers, nothing read, one number written per thread.
#include "kernels/ceiling/ceiling_launch.hpp"
#include "kernels/cuda/access.cuh"
#include "kernels/cuda/geometry.hpp"
#include "kernels/cuda/launch.cuh"

namespace roofgate {
namespace {

constexpr unsigned kWarpThreads = 32;

__device__ inline float multiply_add(float x) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(x, kFmaFactor, kFmaTerm);
#else
  return __builtin_fmaf(x, kFmaFactor, kFmaTerm);
#endif
}

__global__ void __launch_bounds__(kBlockThreads, kBlocksPerMultiprocessor)
    run_fma_chains(float* sums, float first, std::int64_t iterations) {
  float value[kFmaChains];
#pragma unroll
  for (int c = 0; c < kFmaChains; ++c) value[c] = fma_start(first, static_cast<int>(threadIdx.x % kWarpThreads), c);
    // Unrolled so that the loop's own instructions are under 1 % of the FMAs.
#pragma unroll 16
  for (std::int64_t i = 0; i < iterations; ++i) {
#pragma unroll
    for (int c = 0; c < kFmaChains; ++c) value[c] = multiply_add(value[c]);
  }
  float sum = value[0];
#pragma unroll
  for (int c = 1; c < kFmaChains; ++c) sum += value[c];
#if !defined(__CUDACC__)
  note_flops(2.0 * kFmaChains * static_cast<double>(iterations));
#endif
  store_streaming(sums + blockIdx.x * std::int64_t{kBlockThreads} + threadIdx.x, sum);
}

}  // namespace

unsigned ceiling_blocks(int multiprocessors) {
  return static_cast<unsigned>(multiprocessors) * static_cast<unsigned>(kBlocksPerMultiprocessor);
}

CudaStatus launch_fma(float* sums, float first, std::int64_t iterations, int multiprocessors, CUstream_st* stream) {
  return launch(run_fma_chains, dim3(ceiling_blocks(multiprocessors)), dim3(kBlockThreads), 0, stream, sums, first,
                iterations);
}

}  // namespace roofgate
