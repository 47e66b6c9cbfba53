#include "bench/measure/stopping.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace roofgate {
namespace {

SamplingLimits limits() {
  SamplingLimits limits;
  limits.min_sampling = Seconds{0.1};
  limits.max_sampling = Seconds{1.0};
  limits.min_samples = 10;
  limits.max_samples = 100;
  return limits;
}

// 1.00, 1.01, … : of 10 samples the 95 % interval of the median is the 2nd to the 9th value (David & Nagaraja, table of
// confidence intervals for quantiles: coverage 0.9785), so its half width is 0.035 around the median 1.045.
std::vector<double> staircase(std::size_t count, double step) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(1.0 + step * static_cast<double>(i));
  return values;
}

TEST(Stopping, HalfWidthOfTenSamples) {
  const auto half_width = relative_half_width(staircase(10, 0.01));
  ASSERT_TRUE(half_width);
  EXPECT_NEAR(*half_width, 0.035 / 1.045, 1e-12);
}

TEST(Stopping, FiveSamplesHaveNoInterval) { EXPECT_EQ(relative_half_width(staircase(5, 0.01)), std::nullopt); }

TEST(Stopping, ConvergesOnANarrowInterval) {
  // The interval of 10 samples spans 7 steps: 0.0014 each give 0.49 %, 0.0015 give 0.52 %.
  EXPECT_EQ(stop_reason(staircase(10, 0.0014), Seconds{0.2}, limits()), StopReason::converged);
  EXPECT_EQ(stop_reason(staircase(10, 0.0015), Seconds{0.2}, limits()), std::nullopt);
}

TEST(Stopping, NotBeforeTheLeastTimeAndTheLeastSamples) {
  EXPECT_EQ(stop_reason(std::vector<double>(10, 1.0), Seconds{0.09}, limits()), std::nullopt);
  EXPECT_EQ(stop_reason(std::vector<double>(9, 1.0), Seconds{0.2}, limits()), std::nullopt);
  EXPECT_EQ(stop_reason(std::vector<double>(9, 1.0), Seconds{5.0}, limits()), std::nullopt);
}

TEST(Stopping, SaysWhichLimitEndedIt) {
  EXPECT_EQ(stop_reason(staircase(20, 0.01), Seconds{1.0}, limits()), StopReason::time_limit);
  EXPECT_EQ(stop_reason(staircase(100, 0.01), Seconds{0.5}, limits()), StopReason::sample_limit);
}

TEST(Stopping, LooksAreATenthApart) {
  std::vector<std::size_t> looks;
  for (std::size_t n = 1; n <= 40; ++n) {
    if (is_look(n, limits())) looks.push_back(n);
  }
  EXPECT_EQ(looks,
            (std::vector<std::size_t>{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 26, 28, 30, 33, 36, 39}));
}

TEST(Stopping, AWideIntervalIsUnstableAndANarrowOneIsNot) {
  const auto mark = instability_mark(StopReason::time_limit, 0.082, 120);
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->kind, MarkKind::unstable);
  EXPECT_EQ(mark->evidence, "95 % interval of the median is ±8.2 % after 120 samples (limit ±5 %)");
  EXPECT_EQ(instability_mark(StopReason::time_limit, 0.02, 120), std::nullopt);
  EXPECT_EQ(instability_mark(StopReason::converged, 0.002, 120), std::nullopt);
}

TEST(Stopping, NoIntervalIsUnstable) {
  const auto mark = instability_mark(StopReason::time_limit, std::nullopt, 3);
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->evidence, "95 % interval of the median is not known after 3 samples (limit ±5 %)");
}

}  // namespace
}  // namespace roofgate
