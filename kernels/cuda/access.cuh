// How kernels touch global memory: 16 bytes at a time where pointers allow, each byte once.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/base/bf16.hpp"

#if !defined(__CUDACC__)
#include "kernels/cuda/launch_on_cpu.cuh"
#endif

namespace roofgate {

/// A load whose line is not needed again: it is the first to be evicted (ld.global.cs), so that what streams through
/// does not push out what is reused. PTX defines last-use loads of global memory (ld.lu) to do the same.
template <class T>
[[nodiscard]] __device__ inline T load_streaming(const T* address) {
#if defined(__CUDA_ARCH__)
  return __ldcs(address);
#else
#if !defined(__CUDACC__)
  note_load(address, sizeof(T));
#endif
  return *address;
#endif
}

/// A load that may be used again.
template <class T>
[[nodiscard]] __device__ inline T load_cached(const T* address) {
#if !defined(__CUDACC__)
  note_load(address, sizeof(T));
#endif
  return *address;
}

/// A store that is not read again soon (st.global.cs).
template <class T>
__device__ inline void store_streaming(T* address, T value) {
#if defined(__CUDA_ARCH__)
  __stcs(address, value);
#else
#if !defined(__CUDACC__)
  note_store(address, sizeof(T));
#endif
  *address = value;
#endif
}

/// `kWidth` bf16 elements as memory holds them.
template <int kWidth>
struct Bf16Vector;

template <>
struct Bf16Vector<8> {
  using Word = uint4;
};

template <>
struct Bf16Vector<1> {
  using Word = unsigned short;
};

/// The lower half comes first in memory; bf16 is the upper half of an fp32.
__device__ inline void unpack(unsigned pair, float& first, float& second) {
#if defined(__CUDA_ARCH__)
  first = __uint_as_float(pair << 16U);
  second = __uint_as_float(pair & 0xffff0000U);
#else
  first = to_float(Bf16{static_cast<std::uint16_t>(pair)});
  second = to_float(Bf16{static_cast<std::uint16_t>(pair >> 16U)});
#endif
}

/// Round to nearest even, as to_bf16, in one instruction for two. (A NaN becomes the canonical one here.)
[[nodiscard]] __device__ inline unsigned pack(float first, float second) {
#if defined(__CUDA_ARCH__)
  unsigned pair = 0;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
  return pair;
#else
  return static_cast<unsigned>(to_bf16(first).bits) | static_cast<unsigned>(to_bf16(second).bits) << 16U;
#endif
}

__device__ inline void unpack(uint4 word, float (&value)[8]) {
  unpack(word.x, value[0], value[1]);
  unpack(word.y, value[2], value[3]);
  unpack(word.z, value[4], value[5]);
  unpack(word.w, value[6], value[7]);
}

__device__ inline void unpack(unsigned short word, float (&value)[1]) { value[0] = to_float(Bf16{word}); }

[[nodiscard]] __device__ inline uint4 pack(const float (&value)[8]) {
  return uint4{pack(value[0], value[1]), pack(value[2], value[3]), pack(value[4], value[5]), pack(value[6], value[7])};
}

[[nodiscard]] __device__ inline unsigned short pack(const float (&value)[1]) { return to_bf16(value[0]).bits; }

}  // namespace roofgate
