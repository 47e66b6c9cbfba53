// Vectors of the instruction set that a file is compiled for (roofgate_add_isa_sources), in a namespace of its name, so
// that no function here is ever shared between sets. Not for files that are compiled once.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "kernels/base/bf16.hpp"

#if !defined(ROOFGATE_ISA)
#define ROOFGATE_ISA baseline
#endif

namespace roofgate::ROOFGATE_ISA {

#if defined(__AVX512F__)
inline constexpr std::size_t kVectorBytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t kVectorBytes = 32;
#else
inline constexpr std::size_t kVectorBytes = 16;
#endif

using FloatLanes = float __attribute__((vector_size(kVectorBytes)));
using WordLanes = std::uint32_t __attribute__((vector_size(kVectorBytes)));
using LongLanes = std::uint64_t __attribute__((vector_size(kVectorBytes)));

inline constexpr std::size_t kLanes = kVectorBytes / sizeof(float);

/// fp32 lanes.
struct F32 {
  FloatLanes lanes;

  F32() = default;
  explicit F32(FloatLanes values) : lanes{values} {}
  explicit F32(float value) : lanes{value - FloatLanes{}} {}

  friend F32 operator+(F32 a, F32 b) { return F32{a.lanes + b.lanes}; }
  friend F32 operator-(F32 a, F32 b) { return F32{a.lanes - b.lanes}; }
  friend F32 operator*(F32 a, F32 b) { return F32{a.lanes * b.lanes}; }
};

inline F32 quotient(F32 a, F32 b) { return F32{a.lanes / b.lanes}; }

/// The smaller and the larger of two, `b` where one is a NaN.
#if defined(__AVX512F__)
#elif defined(__AVX2__)
inline FloatLanes smaller_of(FloatLanes a, FloatLanes b) { return FloatLanes(_mm256_min_ps(a, b)); }
inline FloatLanes larger_of(FloatLanes a, FloatLanes b) { return FloatLanes(_mm256_max_ps(a, b)); }
#elif defined(__SSE2__)
inline FloatLanes smaller_of(FloatLanes a, FloatLanes b) { return FloatLanes(_mm_min_ps(a, b)); }
inline FloatLanes larger_of(FloatLanes a, FloatLanes b) { return FloatLanes(_mm_max_ps(a, b)); }
#else
inline FloatLanes smaller_of(FloatLanes a, FloatLanes b) { return a < b ? a : b; }
inline FloatLanes larger_of(FloatLanes a, FloatLanes b) { return a > b ? a : b; }
#endif

/// 2^x within 2 ulp: 2^x = 2^n 2^r, |r| <= 1/2, 2^r by the polynomial of degree 5 whose largest relative error on that
/// interval is smallest (7.5e-8, by Remez' algorithm). A NaN stays. Without AVX-512 the result is infinite from 2^127.5
/// on, and 2^-126 for all that is smaller.
inline F32 exponential2(F32 x) {
#if defined(__AVX512F__)
  // The masked forms: GCC 12 takes the plain ones' undefined lanes for an uninitialised variable (GCC bug 105593).
  constexpr __mmask16 kAll = 0xffff;
  constexpr int kToNearest = 8;
  const FloatLanes r = _mm512_maskz_reduce_ps(kAll, x.lanes, kToNearest);  // 0 for an infinity
#else
  constexpr float kHighest = 127.49999F;
  constexpr float kLowest = -126.0F;
  constexpr float kRounder = 12582912.0F;  // 1.5 x 2^23: adding it rounds to an integer, in the low bits
  const FloatLanes clamped = larger_of(F32{kLowest}.lanes, smaller_of(F32{kHighest}.lanes, x.lanes));
  const FloatLanes shifted = clamped + kRounder;
  const FloatLanes r = clamped - (shifted - kRounder);
#endif
  FloatLanes p = r * 1.327647245e-3F + 9.675540961e-3F;
  p = p * r + 5.550713092e-2F;
  p = p * r + 2.402212024e-1F;
  p = p * r + 6.931469440e-1F;
  p = p * r + 1.000000119F;
#if defined(__AVX512F__)
  return F32{FloatLanes(_mm512_maskz_scalef_ps(kAll, p, x.lanes - r))};
#else
  // 127 + n in the exponent's place: the rounder's own bits fall out of the shift.
  const auto power = FloatLanes((WordLanes(shifted) + 127U) << 23U);
  return F32{x.lanes > kHighest ? F32{__builtin_inff()}.lanes : p * power};
#endif
}

/// 2 kLanes consecutive bf16 elements as fp32, those of even and of odd index: unpacking by a shift and a mask costs
/// no shuffle, and packing restores the order.
struct F32Pair {
  F32 even;
  F32 odd;
};

inline constexpr std::size_t kPair = 2 * kLanes;

inline F32Pair load_pair(const Bf16* from) {
  WordLanes words;
  __builtin_memcpy(&words, from, sizeof words);
  return F32Pair{F32{FloatLanes(words << 16U)}, F32{FloatLanes(words & 0xffff0000U)}};
}

/// to_bf16 of each lane, back in the order of load_pair. With vcvtne2ps2bf16, subnormals become zero.
#if defined(__AVX512BF16__)
inline WordLanes pack(F32Pair pair) {
  // The conversion appends one vector to the other: even elements to places 0 … 15, odd ones to 16 … 31.
  alignas(64) static constexpr std::uint16_t kInterleave[32] = {0,  16, 1,  17, 2,  18, 3,  19, 4,  20, 5,
                                                                21, 6,  22, 7,  23, 8,  24, 9,  25, 10, 26,
                                                                11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
  const auto appended = __m512i(_mm512_cvtne2ps_pbh(pair.odd.lanes, pair.even.lanes));
  return WordLanes(_mm512_permutexvar_epi16(_mm512_load_si512(kInterleave), appended));
}
#else
/// In the upper half of each word; the lower half is undefined.
inline WordLanes round_to_bf16(F32 value) {
  const auto bits = WordLanes(value.lanes);
  const WordLanes rounded = bits + 0x7fffU + ((bits >> 16U) & 1U);
  return value.lanes == value.lanes ? rounded : (bits | 0x400000U);
}

inline WordLanes pack(F32Pair pair) {
  return (round_to_bf16(pair.odd) & 0xffff0000U) | (round_to_bf16(pair.even) >> 16U);
}
#endif

inline void store(void* to, WordLanes words) { __builtin_memcpy(to, &words, sizeof words); }

/// A non-temporal store; `to` is a multiple of kVectorBytes. `fence` before another thread reads.
inline void stream(void* to, WordLanes words) {
#if defined(__AVX512F__)
  _mm512_stream_si512(static_cast<__m512i*>(to), __m512i(words));
#elif defined(__AVX2__)
  _mm256_stream_si256(static_cast<__m256i*>(to), __m256i(words));
#elif defined(__SSE2__)
  _mm_stream_si128(static_cast<__m128i*>(to), __m128i(words));
#else
  store(to, words);
#endif
}

/// Asks for the cache line `ahead` bytes past `address`, into the second level: the first is too small for what is
/// asked for far ahead. Where no memory is it does nothing, so no end needs to be watched.
inline void prefetch(const void* address, std::size_t ahead) {
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(address) + ahead), 0, 2);
}

template <bool streaming>
inline void put(void* to, WordLanes words) {
  if constexpr (streaming) {
    stream(to, words);
  } else {
    store(to, words);
  }
}

inline void fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// Bytes from `pointer` to the next multiple of a cache line.
inline std::size_t bytes_to_line(const void* pointer) {
  constexpr std::uintptr_t kLine = 64;
  return static_cast<std::size_t>((kLine - reinterpret_cast<std::uintptr_t>(pointer) % kLine) % kLine);
}

}  // namespace roofgate::ROOFGATE_ISA
