#include "kernels/host/host_sets.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

HostContext context_of(CacheState cache) {
  HostContext context;
  context.last_level_cache = Bytes{1000.0};
  context.cache = cache;
  return context;
}

TEST(HostSets, ColdSetsExceedTwiceTheCache) {
  EXPECT_EQ(host_set_count(Bytes{300.0}, context_of(CacheState::cold)), 7U);
  EXPECT_EQ(host_set_count(Bytes{300.0}, context_of(CacheState::warm)), 1U);
}

TEST(HostSets, StoresBypassACacheThatWillNotKeepThem) {
  EXPECT_TRUE(stores_bypass_cache(Bytes{300.0}, context_of(CacheState::cold)));
  EXPECT_FALSE(stores_bypass_cache(Bytes{300.0}, context_of(CacheState::warm)));
  EXPECT_TRUE(stores_bypass_cache(Bytes{3000.0}, context_of(CacheState::warm)));
}

}  // namespace
}  // namespace roofgate
