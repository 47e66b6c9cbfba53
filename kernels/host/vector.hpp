// Vectors of the instruction set that a file is compiled for (roofgate_add_isa_sources), in a namespace of its name, so
// that no function here is ever shared between sets. Not for files that are compiled once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

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

/// Vectors that are computed in step, so that each instruction's latency is spent on the others: a scheduler sees only
/// some 60 instructions ahead, and a GELU alone has half as many, one waiting for the other. Of AVX-512's 32 registers
/// four values of four vectors fit; of the 16 that others have, four of two.
inline constexpr std::size_t kParts = kVectorBytes == 64 ? 4 : 2;

/// Calls visit(0) … visit(kParts - 1) with indices that are constants from the start: a loop's index would put the
/// array into memory.
template <class Visit>
[[gnu::always_inline]] inline void each_part(Visit visit) {
  [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
    (visit(std::integral_constant<std::size_t, i>{}), ...);
  }
  (std::make_index_sequence<kParts>{});
}

/// fp32 values, kElements of them.
struct F32 {
  FloatLanes part[kParts];

  F32() = default;
  [[gnu::always_inline]] explicit F32(float value) {
    each_part([&](auto i) __attribute__((always_inline)) { part[i] = value - FloatLanes{}; });
  }
};

inline constexpr std::size_t kElements = kParts * kLanes;

template <class Make>
[[gnu::always_inline]] inline F32 make_parts(Make make) {
  F32 made;
  each_part([&](auto i) __attribute__((always_inline)) { made.part[i] = make(i); });
  return made;
}

[[gnu::always_inline]] inline F32 operator+(const F32& a, const F32& b) {
  return make_parts([&](auto i) __attribute__((always_inline)) { return a.part[i] + b.part[i]; });
}

[[gnu::always_inline]] inline F32 operator*(const F32& a, const F32& b) {
  return make_parts([&](auto i) __attribute__((always_inline)) { return a.part[i] * b.part[i]; });
}

[[gnu::always_inline]] inline F32 operator-(const F32& a, const F32& b) {
  return make_parts([&](auto i) __attribute__((always_inline)) { return a.part[i] - b.part[i]; });
}

#if defined(__AVX512F__)
// The masked forms of AVX-512 intrinsics: GCC 12 takes the plain ones' undefined lanes for an uninitialised variable
// (GCC bug 105593).
inline constexpr __mmask16 kAllLanes = 0xffff;

inline FloatLanes divide(FloatLanes a, FloatLanes b) { return a * FloatLanes(_mm512_maskz_rcp14_ps(kAllLanes, b)); }
#else
inline FloatLanes divide(FloatLanes a, FloatLanes b) { return a / b; }
#endif

/// a / b for b >= 1; 0 if b is infinite. Relative error below 2^-14 with AVX-512, else that of one rounding.
[[gnu::always_inline]] inline F32 quotient(const F32& a, const F32& b) {
  return make_parts([&](auto i) __attribute__((always_inline)) { return divide(a.part[i], b.part[i]); });
}

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

// 2^x = 2^n 2^r. The polynomials of degree 3 are those whose largest relative error over all r is smallest: 7.5e-5, by
// Remez' algorithm; a twenty-sixth of half a bf16 step. A fused GELU is as fast as memory only with few operations.
#if defined(__AVX512F__)
// r in [0, 1): vscalefps takes the floor itself.
inline constexpr float kPowerSeries[] = {9.9992521856e-1F, 6.9583354051e-1F, 2.2606715539e-1F, 7.8024522664e-2F};

inline FloatLanes fraction_of(FloatLanes x) {
  constexpr int kFromFloor = 9;
  return FloatLanes(_mm512_maskz_reduce_ps(kAllLanes, x, kFromFloor));  // 0 for an infinity
}

inline FloatLanes scale_by_power(FloatLanes p, FloatLanes x) {
  return FloatLanes(_mm512_maskz_scalef_ps(kAllLanes, p, x));
}
#else
// r in [-1/2, 1/2], n the nearest integer.
inline constexpr float kPowerSeries[] = {9.9992807354e-1F, 6.9326098546e-1F, 2.4261112219e-1F, 5.5171669075e-2F};
inline constexpr float kLowestPower = -126.0F;
inline constexpr float kHighestPower = 127.49999F;
inline constexpr float kRounder = 12582912.0F;  // 1.5 x 2^23: adding it rounds to an integer, in the low bits

inline FloatLanes clamp_power(FloatLanes x) {
  return larger_of(kLowestPower - FloatLanes{}, smaller_of(kHighestPower - FloatLanes{}, x));
}

inline FloatLanes fraction_of(FloatLanes x) {
  const FloatLanes clamped = clamp_power(x);
  return clamped - ((clamped + kRounder) - kRounder);
}

inline FloatLanes scale_by_power(FloatLanes p, FloatLanes x) {
  // 127 + n in the exponent's place: the rounder's own bits fall out of the shift.
  const auto power = FloatLanes((WordLanes(clamp_power(x) + kRounder) + 127U) << 23U);
  return x > kHighestPower ? __builtin_inff() - FloatLanes{} : p * power;
}
#endif

/// The two halves of exponential2, for loops that do something else between them: 2^x = power_of_two(fraction_of(x),
/// x).
[[gnu::always_inline]] inline F32 fraction_of(const F32& x) {
  return make_parts([&](auto i) __attribute__((always_inline)) { return fraction_of(x.part[i]); });
}

[[gnu::always_inline]] inline F32 power_of_two(const F32& fraction, const F32& x) {
  F32 p = fraction * F32{kPowerSeries[3]} + F32{kPowerSeries[2]};
  p = p * fraction + F32{kPowerSeries[1]};
  p = p * fraction + F32{kPowerSeries[0]};
  return make_parts([&](auto i) __attribute__((always_inline)) { return scale_by_power(p.part[i], x.part[i]); });
}

/// 2^x with a relative error below 7.6e-5. A NaN stays. Without AVX-512 the result is infinite from 2^127.5 on, and
/// 2^-126 for all that is smaller.
[[gnu::always_inline]] inline F32 exponential2(const F32& x) { return power_of_two(fraction_of(x), x); }

/// kElements consecutive bf16 elements. Of each vector's worth, part 2j takes those of even and part 2j + 1 those of
/// odd index: unpacking by a shift and a mask costs no shuffle, and store_bf16 restores the order.
[[gnu::always_inline]] inline F32 load_bf16(const Bf16* from) {
  return make_parts([&](auto i) __attribute__((always_inline)) {
    WordLanes words;
    __builtin_memcpy(&words, from + i / 2 * 2 * kLanes, sizeof words);
    return FloatLanes(i % 2 == 0 ? words << 16U : words & 0xffff0000U);
  });
}

/// to_bf16 of each lane of two parts, back in order. With vcvtne2ps2bf16, subnormals become zero.
#if defined(__AVX512BF16__)
inline WordLanes pack(FloatLanes even, FloatLanes odd) {
  // The conversion appends one vector to the other: even elements to places 0 … 15, odd ones to 16 … 31.
  alignas(64) static constexpr std::uint16_t kInterleave[32] = {0,  16, 1,  17, 2,  18, 3,  19, 4,  20, 5,
                                                                21, 6,  22, 7,  23, 8,  24, 9,  25, 10, 26,
                                                                11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
  const auto appended = __m512i(_mm512_cvtne2ps_pbh(odd, even));
  return WordLanes(_mm512_permutexvar_epi16(_mm512_load_si512(kInterleave), appended));
}
#else
/// In the upper half of each word; the lower half is undefined.
inline WordLanes round_to_bf16(FloatLanes value) {
  const auto bits = WordLanes(value);
  const WordLanes rounded = bits + 0x7fffU + ((bits >> 16U) & 1U);
  return value == value ? rounded : (bits | 0x400000U);  // NOLINT(misc-redundant-expression): false for a NaN
}

inline WordLanes pack(FloatLanes even, FloatLanes odd) {
  return (round_to_bf16(odd) & 0xffff0000U) | (round_to_bf16(even) >> 16U);
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

/// The same into the first level and past the others, for what is used next and only once. GCC 12 takes a function that
/// only prefetches for one without effect and drops calls of it: an asm statement stays.
[[gnu::always_inline]] inline void prefetch_near(const void* address, std::size_t ahead) {
  const auto* const at = reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(address) + ahead);
#if defined(__x86_64__)
  asm volatile("prefetchnta %0" : : "m"(*at));
#else
  __builtin_prefetch(at, 0, 0);
#endif
}

/// `streaming`: non-temporal, `to` on a multiple of kVectorBytes.
template <bool streaming>
[[gnu::always_inline]] inline void put(void* to, WordLanes words) {
  if constexpr (streaming) {
    stream(to, words);
  } else {
    store(to, words);
  }
}

template <bool streaming>
[[gnu::always_inline]] inline void store_bf16(Bf16* to, const F32& value) {
  each_part([&](auto i) __attribute__((always_inline)) {
    if constexpr (i % 2 == 0) put<streaming>(to + i * kLanes, pack(value.part[i], value.part[i + 1]));
  });
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
