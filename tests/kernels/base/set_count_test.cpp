#include "kernels/base/set_count.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

constexpr Bytes kCache{32.0 * 1024 * 1024};

TEST(SetCount, WarmIsOneSet) { EXPECT_EQ(set_count_for(Bytes{1024}, kCache, CacheState::warm), 1U); }

TEST(SetCount, ColdSetsExceedTwiceTheCache) {
  for (const double set_bytes : {4096.0, 1e6, 3e7, 6.7e7, 1e9}) {
    const std::size_t sets = set_count_for(Bytes{set_bytes}, kCache, CacheState::cold);
    if (sets < kMaxSets) {
      EXPECT_GT(static_cast<double>(sets) * set_bytes, 2.0 * kCache.value()) << set_bytes;
    }
  }
}

TEST(SetCount, OneSetWhenItAloneExceedsTwiceTheCache) {
  EXPECT_EQ(set_count_for(Bytes{1e9}, kCache, CacheState::cold), 1U);
}

TEST(SetCount, TinySetsStopAtTheLimit) { EXPECT_EQ(set_count_for(Bytes{2}, kCache, CacheState::cold), kMaxSets); }

}  // namespace
}  // namespace roofgate
