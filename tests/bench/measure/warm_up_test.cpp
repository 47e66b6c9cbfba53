#include "bench/measure/warm_up.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/bench/measure/scripted.hpp"

namespace roofgate {
namespace {

// Windows of 50 ms (max_warmup / 20).
SamplingLimits limits() {
  SamplingLimits limits;
  limits.max_warmup = Seconds{1.0};
  return limits;
}

constexpr Seconds kShortest{1e-5};

struct Bench {
  scripted::Clock clock;
  scripted::Telemetry telemetry;
  SoloWorld world;
  scripted::Workload workload;
  scripted::Platform platform;
  Sampler sampler;

  explicit Bench(scripted::Platform::TimePerIteration time)
      : platform{clock, std::move(time)}, sampler{workload, platform, world, false} {}

  Result<WarmUp> warm_up(const SamplingLimits& budget) {
    return roofgate::warm_up(sampler, kShortest, budget, clock, telemetry, world);
  }
};

TEST(HasSettled, ComparesTheLastThreeWithTheThreeBefore) {
  EXPECT_FALSE(has_settled(std::vector<double>{1, 1, 1, 1, 1}));
  EXPECT_TRUE(has_settled(std::vector<double>{1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(has_settled(std::vector<double>{9, 1, 1.03, 1, 1, 1.03, 1}));
  EXPECT_FALSE(has_settled(std::vector<double>{1.02, 1.02, 1.02, 1, 1, 1}));
  EXPECT_FALSE(has_settled(std::vector<double>{1, 1, 1, 1.02, 1.02, 1.02}));
}

TEST(WarmUp, ASteadyWorkloadNeedsSixWindows) {
  Bench bench{[](std::size_t) { return Seconds{0.05}; }};
  const auto warm = bench.warm_up(limits());
  ASSERT_TRUE(warm);
  EXPECT_TRUE(warm->is_stable);
  EXPECT_EQ(bench.platform.batches.size(), 6U);
  EXPECT_NEAR(warm->duration.value(), 0.3, 1e-12);
  EXPECT_EQ(warm->time, Seconds{0.05});
}

TEST(WarmUp, BatchesGrowUntilAWindowIsFull) {
  Bench bench{[](std::size_t) { return Seconds{1e-4}; }};
  const auto warm = bench.warm_up(limits());
  ASSERT_TRUE(warm);
  // 1, 10, 100 launches are 0.1, 1 and 10 ms: no windows yet. 500 are 50 ms.
  ASSERT_EQ(bench.platform.batches.size(), 9U);
  EXPECT_EQ(bench.platform.batches[2].iterations, 100U);
  EXPECT_EQ(bench.platform.batches[3].iterations, 500U);
  EXPECT_EQ(warm->iterations, 500U);
}

TEST(WarmUp, LastsUntilTheTimeHasSettled) {
  // Speeds up for 8 windows of one launch each, then stays: settled once the six last are all from the steady part.
  Bench bench{
      [](std::size_t launch) { return Seconds{launch < 8 ? 0.09 - 0.005 * static_cast<double>(launch) : 0.05}; }};
  SamplingLimits longer = limits();
  longer.max_warmup = Seconds{2.0};  // windows of 100 ms; a launch is at least half of one
  const auto warm = bench.warm_up(longer);
  ASSERT_TRUE(warm);
  EXPECT_TRUE(warm->is_stable);
  EXPECT_GE(bench.platform.batches.back().first_launch, 13U);
}

TEST(WarmUp, LastsUntilTheClockHasSettled) {
  Bench bench{[](std::size_t) { return Seconds{0.05}; }};
  for (int window = 0; window < 12; ++window) {
    TelemetrySummary summary;
    summary.clock_median = Hertz{window < 8 ? 1.9e9 - 2e7 * window : 1.7e9};
    bench.telemetry.next.push_back(summary);
  }
  const auto warm = bench.warm_up(limits());
  ASSERT_TRUE(warm);
  EXPECT_TRUE(warm->is_stable);
  EXPECT_GT(bench.platform.batches.size(), 10U);
  EXPECT_LE(bench.platform.batches.size(), 14U);
}

TEST(WarmUp, AClockThatIsReadOnlySometimesIsNotWaitedFor) {
  Bench bench{[](std::size_t) { return Seconds{0.05}; }};
  TelemetrySummary first;
  first.clock_median = Hertz{1.9e9};
  bench.telemetry.next = {first, {}};
  const auto warm = bench.warm_up(limits());
  ASSERT_TRUE(warm);
  EXPECT_EQ(bench.platform.batches.size(), 6U);
}

TEST(WarmUp, EndsAtItsLimit) {
  Bench bench{[](std::size_t launch) { return Seconds{0.05 * std::pow(1.02, launch)}; }};
  const auto warm = bench.warm_up(limits());
  ASSERT_TRUE(warm);
  EXPECT_FALSE(warm->is_stable);
  EXPECT_GE(warm->duration, Seconds{1.0});
  EXPECT_LT(warm->duration, Seconds{1.1});
}

TEST(WarmUp, LastsAtLeastItsMinimum) {
  Bench bench{[](std::size_t) { return Seconds{0.05}; }};
  SamplingLimits budget = limits();
  budget.min_warmup = Seconds{0.6};
  const auto warm = bench.warm_up(budget);
  ASSERT_TRUE(warm);
  EXPECT_NEAR(warm->duration.value(), 0.6, 1e-9);
}

TEST(WarmUp, AFailureEndsIt) {
  Bench bench{[](std::size_t launch) -> Result<Seconds> {
    if (launch < 3) return Seconds{0.05};
    return fail(ErrorKind::measurement, "the device is gone");
  }};
  const auto warm = bench.warm_up(limits());
  ASSERT_FALSE(warm);
  EXPECT_EQ(warm.error().what, "the device is gone");
  EXPECT_EQ(bench.telemetry.begins, bench.telemetry.ends);
}

}  // namespace
}  // namespace roofgate
