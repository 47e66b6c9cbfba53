#include "kernels/host/random_fill.hpp"

#include <omp.h>

#include <array>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>

#include "kernels/host/threads.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kGranule = 64;          // elements: a slice starts on a cache line of either type
constexpr std::size_t kTeamFrom = 1U << 16U;  // elements: below, starting the team costs more than it saves

/// The value that a share `probability` of a normal distribution lies below.
double quantile(double probability) { return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * probability); }

// bf16: 16 random bits choose one of as many equally likely values. 128 KiB stay in the second-level cache.
constexpr std::uint32_t kValues = 1U << 16U;
using Values = std::array<Bf16, kValues>;

const Values& values() {
  static const auto kTable = [] {
    auto table = std::make_unique<Values>();
    for (std::uint32_t i = 0; i < kValues; ++i) {
      (*table)[i] = to_bf16(static_cast<float>(quantile((static_cast<double>(i) + 0.5) / kValues)));
    }
    return table;
  }();
  return *kTable;
}

// fp32: 12 bits choose the interval between two quantiles, 20 the place in it. The outermost knots, infinite in truth,
// stand where 1/64 of the outermost interval's mass lies beyond them.
constexpr std::uint32_t kKnots = 1U << 12U;
using Knots = std::array<float, kKnots + 1>;

const Knots& knots() {
  static const Knots kTable = [] {
    constexpr double kBeyond = 1.0 / 64.0;
    Knots table{};
    for (std::uint32_t i = 0; i <= kKnots; ++i) {
      const double position = i == 0 ? kBeyond : (i == kKnots ? kKnots - kBeyond : static_cast<double>(i));
      table[i] = static_cast<float>(quantile(position / kKnots));
    }
    return table;
  }();
  return kTable;
}

// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): passes BigCrush on a counter.
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;

std::uint64_t word_at(std::uint64_t key, std::size_t index) { return mix(key + kStep * (index + 1)); }

/// One element from the lowest 16 or 32 bits of `word`.
void take(Bf16& to, std::uint64_t word, const Values& table) { to = table[word & (kValues - 1U)]; }

void take(float& to, std::uint64_t word, const Knots& table) {
  constexpr std::uint32_t kPlaces = 1U << 20U;
  const std::size_t interval = (word / kPlaces) & (kKnots - 1U);
  const auto place = static_cast<float>(static_cast<std::int32_t>(word & (kPlaces - 1U))) + 0.5F;
  to = table[interval] + place * (1.0F / kPlaces) * (table[interval + 1] - table[interval]);
}

/// 15 bits against the density, one for the sign.
struct Signs {
  std::uint64_t threshold;
};

void take(Bf16& to, std::uint64_t word, Signs signs) {
  constexpr std::uint16_t kOne = 0x3f80;
  const bool is_zero = (word & 0x7fffU) >= signs.threshold;
  to.bits = is_zero ? std::uint16_t{0} : static_cast<std::uint16_t>(kOne | (word & 0x8000U));
}

template <class T, class Table>
void fill_slice(T* data, Slice slice, std::uint64_t key, const Table& table) {
  constexpr std::size_t kPerWord = sizeof(std::uint64_t) / sizeof(T);
  static_assert(kGranule % kPerWord == 0);
  std::size_t i = slice.begin;
  for (; i + kPerWord <= slice.end; i += kPerWord) {
    const std::uint64_t word = word_at(key, i / kPerWord);
    for (std::size_t j = 0; j < kPerWord; ++j) take(data[i + j], word >> (8 * sizeof(T) * j), table);
  }
  const std::uint64_t word = word_at(key, i / kPerWord);
  for (std::size_t j = 0; i + j < slice.end; ++j) take(data[i + j], word >> (8 * sizeof(T) * j), table);
}

template <class T, class Table>
void fill(T* data, std::size_t count, std::uint64_t seed, const Table& table) {
  const std::uint64_t key = mix(seed + kStep);
#pragma omp parallel if (count >= kTeamFrom)
  fill_slice(data, slice_of(count, omp_get_thread_num(), omp_get_num_threads(), kGranule), key, table);
}

}  // namespace

void fill_normal(Bf16* data, std::size_t count, std::uint64_t seed) { fill(data, count, seed, values()); }

void fill_normal(float* data, std::size_t count, std::uint64_t seed) { fill(data, count, seed, knots()); }

void fill_signs(Bf16* data, std::size_t count, double density, std::uint64_t seed) {
  fill(data, count, seed, Signs{static_cast<std::uint64_t>(std::lround(density * 0x1p15))});
}

std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t set, std::uint64_t tensor) {
  return mix(mix(mix(seed + kStep) + set + kStep) + tensor + kStep);
}

void poison(void* data, std::size_t bytes) {
  auto* const first = static_cast<unsigned char*>(data);
#pragma omp parallel if (bytes >= kTeamFrom)
  {
    const Slice slice = slice_of(bytes, omp_get_thread_num(), omp_get_num_threads(), kGranule);
    if (slice.end > slice.begin) std::memset(first + slice.begin, 0xff, slice.end - slice.begin);
  }
}

}  // namespace roofgate
