#include "bench/measure/batching.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(Batching, ShortestRegionIsAHundredStepsOfTheTimer) {
  EXPECT_DOUBLE_EQ(shortest_region(Seconds{5e-7}, false).value(), 5e-5);
}

TEST(Batching, ACollectivesRegionDwarfsTheBarrier) {
  EXPECT_EQ(shortest_region(Seconds{4e-8}, true), Seconds{2e-4});
  EXPECT_EQ(shortest_region(Seconds{5e-6}, true), Seconds{5e-4});
}

TEST(Batching, SamplesFillTheSamplingTime) {
  SamplingLimits limits;
  limits.max_sampling = Seconds{2.0};
  limits.max_samples = 500;
  EXPECT_EQ(sampling_region(Seconds{5e-5}, limits), Seconds{4e-3});
  EXPECT_EQ(sampling_region(Seconds{5e-2}, limits), Seconds{5e-2});
}

TEST(Batching, LaunchesFillTheRegion) {
  EXPECT_EQ(iterations_in(Seconds{4e-3}, Seconds{1e-3}), 4U);
  EXPECT_EQ(iterations_in(Seconds{4e-3}, Seconds{1.1e-3}), 4U);
  EXPECT_EQ(iterations_in(Seconds{4e-3}, Seconds{5e-3}), 1U);
  EXPECT_EQ(iterations_in(Seconds{1.0}, Seconds{0.0}), kMaxIterations);
  EXPECT_EQ(iterations_in(Seconds{1.0}, Seconds{1e-12}), kMaxIterations);
}

TEST(Batching, TheNextBatchGrowsAtMostTenfold) {
  EXPECT_EQ(next_iterations(Seconds{1e-2}, 1, Seconds{0.0}), 10U);
  EXPECT_EQ(next_iterations(Seconds{1e-2}, 7, Seconds{1e-6}), 70U);
  EXPECT_EQ(next_iterations(Seconds{1e-2}, 10, Seconds{5e-3}), 20U);
  EXPECT_EQ(next_iterations(Seconds{1e-2}, 10, Seconds{5e-2}), 2U);
}

}  // namespace
}  // namespace roofgate
