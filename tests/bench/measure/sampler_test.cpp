#include "bench/measure/sampler.hpp"

#include <gtest/gtest.h>

#include "tests/bench/measure/scripted.hpp"

namespace roofgate {
namespace {

Result<Seconds> two_milliseconds(std::size_t /*first_launch*/) { return Seconds{2e-3}; }

TEST(Sampler, TimeIsPerIterationAndSetsContinue) {
  scripted::Clock clock;
  scripted::Workload workload{5};
  scripted::Platform platform{clock, two_milliseconds};
  SoloWorld world;
  Sampler sampler{workload, platform, world, true};
  const auto first = sampler.take(3);
  const auto second = sampler.take(4);
  ASSERT_TRUE(first && second);
  EXPECT_DOUBLE_EQ(first->time.value(), 2e-3);
  EXPECT_DOUBLE_EQ(first->region.value(), 6e-3);
  ASSERT_EQ(platform.batches.size(), 2U);
  EXPECT_EQ(platform.batches[0].first_launch, 0U);
  EXPECT_EQ(platform.batches[1].first_launch, 3U);
  EXPECT_TRUE(platform.exposed);
}

TEST(Sampler, ACollectivesTimeIsTheSlowestRanksAfterABarrier) {
  scripted::Clock clock;
  scripted::Workload workload;
  scripted::Platform platform{clock, two_milliseconds};
  scripted::World world{3, [](int rank, double mine) { return mine < 0.0 ? mine : mine * (1.0 + 0.5 * rank); }};
  Sampler sampler{workload, platform, world, false};
  const auto sample = sampler.take(2);
  ASSERT_TRUE(sample);
  EXPECT_EQ(world.barriers, 1);
  EXPECT_DOUBLE_EQ(sample->time.value(), 4e-3);
  ASSERT_EQ(sample->rank_time_s.size(), 3U);
  EXPECT_DOUBLE_EQ(sample->rank_time_s[0], 2e-3);
  EXPECT_DOUBLE_EQ(sample->rank_time_s[1], 3e-3);
  EXPECT_DOUBLE_EQ(sample->rank_time_s[2], 4e-3);
}

TEST(Sampler, AnotherRanksFailureIsThisRanksToo) {
  scripted::Clock clock;
  scripted::Workload workload;
  scripted::Platform platform{clock, two_milliseconds};
  scripted::World world{2, scripted::failing_with(ErrorKind::unavailable)};
  Sampler sampler{workload, platform, world, false};
  const auto sample = sampler.take(1);
  ASSERT_FALSE(sample);
  EXPECT_EQ(sample.error().what, "rank 1: ?");
  EXPECT_EQ(sample.error().kind, ErrorKind::unavailable);
}

TEST(Sampler, AnExceptionIsAFailure) {
  scripted::Clock clock;
  scripted::Workload workload;
  scripted::Platform platform{clock,
                              [](std::size_t) -> Result<Seconds> { throw std::runtime_error{"out of handles"}; }};
  SoloWorld world;
  Sampler sampler{workload, platform, world, false};
  const auto sample = sampler.take(1);
  ASSERT_FALSE(sample);
  EXPECT_EQ(sample.error().kind, ErrorKind::internal);
  EXPECT_EQ(sample.error().what, "out of handles");
}

}  // namespace
}  // namespace roofgate
