#include "kernels/collective/exact_sum.hpp"

#include <algorithm>

#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

constexpr int kMostContributors = 64;
constexpr std::uint64_t kMostSum = 256;
constexpr std::uint64_t kMostValue = 60;

/// splitmix64's finalizer (Steele, Lea, Flood, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31U);
}

}  // namespace

ExactSum::ExactSum(int ranks, std::uint64_t salt)
    : stride_{(ranks + kMostContributors - 1) / kMostContributors},
      most_{std::min(kMostValue, kMostSum / static_cast<std::uint64_t>(std::min(ranks, kMostContributors)))},
      salt_{mixed(salt)},
      sums_(kPeriod, 0.0F) {
  RG_ASSERT(ranks >= 1);
  for (int rank = 0; rank < ranks; ++rank) {
    for (std::size_t element = 0; element < kPeriod; ++element) sums_[element] += input(rank, element);
  }
}

float ExactSum::input(int rank, std::size_t element) const {
  const std::uint64_t place = element % kPeriod;
  const auto turn = static_cast<std::uint64_t>(rank);
  if ((place + turn) % static_cast<std::uint64_t>(stride_) != 0) return 0.0F;
  const std::uint64_t bits = mixed(salt_ ^ (turn << 32U) ^ place);
  const auto size = static_cast<float>(1 + (bits >> 1U) % most_);
  return (bits & 1U) != 0 ? -size : size;
}

}  // namespace roofgate
