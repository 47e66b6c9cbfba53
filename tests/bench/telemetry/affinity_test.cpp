#include "bench/telemetry/affinity.hpp"

#include <gmock/gmock.h>
#include <sched.h>

#include <algorithm>

namespace roofgate {
namespace {

TEST(Affinity, IsAscendingAndHoldsTheCpuWeRunOn) {
  const std::vector<int> cpus = affinity_cpus();
  ASSERT_FALSE(cpus.empty());
  EXPECT_TRUE(std::is_sorted(cpus.begin(), cpus.end()));
  EXPECT_THAT(cpus, ::testing::Contains(sched_getcpu()));
}

TEST(Affinity, FollowsTheSchedulersMask) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  if (CPU_COUNT(&before) < 2) GTEST_SKIP() << "this process may run on one CPU only";
  const int kept = affinity_cpus().back();
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(kept), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_THAT(affinity_cpus(), ::testing::ElementsAre(kept));
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

}  // namespace
}  // namespace roofgate
