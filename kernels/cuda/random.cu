#include "kernels/cuda/access.cuh"
#include "kernels/cuda/geometry.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/philox.hpp"
#include "kernels/cuda/random_launch.hpp"

#if !defined(__CUDA_ARCH__)
#include <cmath>
#endif

namespace roofgate {
namespace {

constexpr std::int64_t kPerThread = 4;  // one Philox block

struct Pair {
  float first;
  float second;
};

/// Box-Muller of two words. The radius' uniform number is never 0, the angle is in half turns, so that no slow range
/// reduction (with its stack frame) is compiled in.
__device__ inline Pair normal_pair(std::uint32_t radius_word, std::uint32_t angle_word) {
  const float uniform = (static_cast<float>(radius_word) + 1.0F) * 2.3283064e-10F;  // 2^-32
  const float half_turns = static_cast<float>(angle_word) * 4.6566129e-10F;         // 2^-31
#if defined(__CUDA_ARCH__)
  const float radius = sqrtf(-2.0F * __logf(uniform));
  float sine = 0.0F;
  float cosine = 0.0F;
  sincospif(half_turns, &sine, &cosine);
#else
  const float radius = std::sqrt(-2.0F * std::log(uniform < 1.0F ? uniform : 1.0F));
  const float angle = half_turns * 3.14159265F;
  const float sine = std::sin(angle);
  const float cosine = std::cos(angle);
#endif
  return {radius * cosine, radius * sine};
}

template <class T>
__device__ inline T element_of(float value) {
  if constexpr (sizeof(T) == sizeof(Bf16)) {
    return to_bf16(value).bits;
  } else {
    return value;
  }
}

template <class T>
__global__ void fill_with_normal(T* data, std::int64_t elements, RandomKey key) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t group = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; group * kPerThread < elements;
       group += step) {
    const PhiloxBlock random = philox4x32(static_cast<std::uint64_t>(group), key.tensor, key.seed);
    const Pair low = normal_pair(random.word[0], random.word[1]);
    const Pair high = normal_pair(random.word[2], random.word[3]);
    const float values[kPerThread] = {low.first, low.second, high.first, high.second};
#pragma unroll
    for (std::int64_t i = 0; i < kPerThread; ++i) {
      const std::int64_t index = group * kPerThread + i;
      if (index < elements) store_streaming(data + index, element_of<T>(values[i]));
    }
  }
}

/// `threshold` of 2^31 is certainty.
__global__ void fill_with_signs(unsigned short* data, std::int64_t elements, std::uint32_t threshold, RandomKey key) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t group = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; group * kPerThread < elements;
       group += step) {
    const PhiloxBlock random = philox4x32(static_cast<std::uint64_t>(group), key.tensor, key.seed);
#pragma unroll
    for (std::int64_t i = 0; i < kPerThread; ++i) {
      const std::int64_t index = group * kPerThread + i;
      const std::uint32_t word = random.word[i];
      const float sign = (word & 0x80000000U) != 0U ? -1.0F : 1.0F;
      if (index < elements)
        store_streaming(data + index, element_of<unsigned short>((word & 0x7fffffffU) < threshold ? sign : 0.0F));
    }
  }
}

/// Filling is not timed: enough blocks for any device.
dim3 grid_for(std::int64_t elements) {
  constexpr int kGenerousMultiprocessors = 256;
  return dim3(grid_blocks(elements, kPerThread * kBlockThreads, kGenerousMultiprocessors));
}

}  // namespace

CudaStatus launch_fill_normal(std::byte* data, std::int64_t elements, DType dtype, RandomKey key, CUstream_st* stream) {
  const dim3 grid = grid_for(elements);
  const dim3 block(kBlockThreads);
  if (dtype == DType::fp32) {
    return launch(fill_with_normal<float>, grid, block, 0, stream, reinterpret_cast<float*>(data), elements, key);
  }
  return launch(fill_with_normal<unsigned short>, grid, block, 0, stream, reinterpret_cast<unsigned short*>(data),
                elements, key);
}

CudaStatus launch_fill_signs(std::byte* data, std::int64_t elements, std::uint32_t threshold, RandomKey key,
                             CUstream_st* stream) {
  return launch(fill_with_signs, grid_for(elements), dim3(kBlockThreads), 0, stream,
                reinterpret_cast<unsigned short*>(data), elements, threshold, key);
}

}  // namespace roofgate
