// Copy, read, write and triad: 16 bytes per access, four accesses of a thread in flight, each byte once.
#include "kernels/cuda/access.cuh"
#include "kernels/cuda/geometry.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/memory/memory_launch.hpp"

namespace roofgate {
namespace {

constexpr int kUnroll = 4;
constexpr std::int64_t kVectorBytes = 16;
constexpr std::int64_t kTile = std::int64_t{kBlockThreads} * kUnroll;  // vectors that a block takes in one turn
constexpr int kWordsPerVector = 4;                                     // of 32 bits

/// Calls `visit(first)` for each group of kUnroll vectors of this thread: first, first + kBlockThreads, …
template <class Visit>
__device__ inline void for_each_group(std::int64_t vectors, Visit visit) {
  for (std::int64_t first = blockIdx.x * kTile + threadIdx.x; first < vectors; first += gridDim.x * kTile) visit(first);
}

/// Loads those of the group's vectors that exist; the rest is zero.
template <class Vector>
__device__ inline void load_group(const Vector* from, std::int64_t first, std::int64_t vectors,
                                  Vector (&into)[kUnroll]) {
#pragma unroll
  for (int i = 0; i < kUnroll; ++i) {
    const std::int64_t index = first + i * kBlockThreads;
    into[i] = index < vectors ? load_streaming(from + index) : Vector{};
  }
}

template <class Vector>
__device__ inline void store_group(Vector* to, std::int64_t first, std::int64_t vectors,
                                   const Vector (&values)[kUnroll]) {
#pragma unroll
  for (int i = 0; i < kUnroll; ++i) {
    const std::int64_t index = first + i * kBlockThreads;
    if (index < vectors) store_streaming(to + index, values[i]);
  }
}

/// The words after the last whole vector, at most three: this thread's, or -1.
__device__ inline std::int64_t tail_word(std::int64_t words) {
  const std::int64_t index = words / kWordsPerVector * kWordsPerVector + threadIdx.x;
  return blockIdx.x == 0 && index < words ? index : -1;
}

__global__ void __launch_bounds__(kBlockThreads, kBlocksPerMultiprocessor)
    copy_words(std::uint32_t* to, const std::uint32_t* from, std::int64_t words) {
  const std::int64_t vectors = words / kWordsPerVector;
  for_each_group(vectors, [&](std::int64_t first) {
    uint4 group[kUnroll];
    load_group(reinterpret_cast<const uint4*>(from), first, vectors, group);
    store_group(reinterpret_cast<uint4*>(to), first, vectors, group);
  });
  if (const std::int64_t i = tail_word(words); i >= 0) store_streaming(to + i, load_cached(from + i));
}

/// The two 64-bit words of a vector, the lower half first.
__device__ inline std::uint64_t sum_of(uint4 vector) {
  return (std::uint64_t{vector.x} | std::uint64_t{vector.y} << 32U) +
         (std::uint64_t{vector.z} | std::uint64_t{vector.w} << 32U);
}

__global__ void __launch_bounds__(kBlockThreads, kBlocksPerMultiprocessor)
    sum_words(std::uint64_t* partials, const std::uint32_t* from, std::int64_t words) {
  const std::int64_t vectors = words / kWordsPerVector;
  std::uint64_t sum = 0;
  for_each_group(vectors, [&](std::int64_t first) {
    uint4 group[kUnroll];
    load_group(reinterpret_cast<const uint4*>(from), first, vectors, group);
#pragma unroll
    for (int i = 0; i < kUnroll; ++i) sum += sum_of(group[i]);
  });
  if (const std::int64_t i = tail_word(words); i >= 0)
    sum += std::uint64_t{load_cached(from + i)} << (i % 2 == 0 ? 0U : 32U);
  store_streaming(
      reinterpret_cast<unsigned long long*>(partials) + blockIdx.x * std::int64_t{kBlockThreads} + threadIdx.x,
      static_cast<unsigned long long>(sum));
}

__global__ void __launch_bounds__(kBlockThreads, kBlocksPerMultiprocessor)
    write_words(std::uint32_t* to, std::uint32_t pattern, std::int64_t words) {
  const std::int64_t vectors = words / kWordsPerVector;
  const uint4 vector{pattern, pattern, pattern, pattern};
  for_each_group(vectors, [&](std::int64_t first) {
    const uint4 group[kUnroll] = {vector, vector, vector, vector};
    store_group(reinterpret_cast<uint4*>(to), first, vectors, group);
  });
  if (const std::int64_t i = tail_word(words); i >= 0) store_streaming(to + i, pattern);
}

__device__ inline float multiply_add(float scale, float c, float b) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(scale, c, b);
#else
  return __builtin_fmaf(scale, c, b);
#endif
}

__device__ inline float4 multiply_add(float scale, float4 c, float4 b) {
  return float4{multiply_add(scale, c.x, b.x), multiply_add(scale, c.y, b.y), multiply_add(scale, c.z, b.z),
                multiply_add(scale, c.w, b.w)};
}

__global__ void __launch_bounds__(kBlockThreads, kBlocksPerMultiprocessor)
    add_scaled(float* a, const float* b, const float* c, float scale, std::int64_t words) {
  const std::int64_t vectors = words / kWordsPerVector;
  for_each_group(vectors, [&](std::int64_t first) {
    float4 group_b[kUnroll];
    float4 group_c[kUnroll];
    load_group(reinterpret_cast<const float4*>(b), first, vectors, group_b);
    load_group(reinterpret_cast<const float4*>(c), first, vectors, group_c);
#pragma unroll
    for (int i = 0; i < kUnroll; ++i) group_b[i] = multiply_add(scale, group_c[i], group_b[i]);
    store_group(reinterpret_cast<float4*>(a), first, vectors, group_b);
  });
  if (const std::int64_t i = tail_word(words); i >= 0)
    store_streaming(a + i, multiply_add(scale, load_cached(c + i), load_cached(b + i)));
}

dim3 grid_of(std::int64_t bytes, int multiprocessors) {
  return dim3(grid_blocks(bytes / kVectorBytes, kTile, multiprocessors));
}

const std::uint32_t* words_of(const std::byte* data) { return reinterpret_cast<const std::uint32_t*>(data); }

constexpr std::int64_t kWordBytes = 4;

}  // namespace

CudaStatus launch_copy(std::byte* to, const std::byte* from, std::int64_t bytes, int multiprocessors,
                       CUstream_st* stream) {
  return launch(copy_words, grid_of(bytes, multiprocessors), dim3(kBlockThreads), 0, stream,
                reinterpret_cast<std::uint32_t*>(to), words_of(from), bytes / kWordBytes);
}

std::int64_t read_partials(std::int64_t bytes, int multiprocessors) {
  return std::int64_t{grid_of(bytes, multiprocessors).x} * kBlockThreads;
}

CudaStatus launch_read(std::uint64_t* partials, const std::byte* from, std::int64_t bytes, int multiprocessors,
                       CUstream_st* stream) {
  return launch(sum_words, grid_of(bytes, multiprocessors), dim3(kBlockThreads), 0, stream, partials, words_of(from),
                bytes / kWordBytes);
}

CudaStatus launch_write(std::uint32_t* to, std::uint32_t pattern, std::int64_t count, int multiprocessors,
                        CUstream_st* stream) {
  return launch(write_words, grid_of(count * kWordBytes, multiprocessors), dim3(kBlockThreads), 0, stream, to, pattern,
                count);
}

CudaStatus launch_triad(float* a, const float* b, const float* c, float scale, std::int64_t count, int multiprocessors,
                        CUstream_st* stream) {
  return launch(add_scaled, grid_of(count * kWordBytes, multiprocessors), dim3(kBlockThreads), 0, stream, a, b, c,
                scale, count);
}

}  // namespace roofgate
