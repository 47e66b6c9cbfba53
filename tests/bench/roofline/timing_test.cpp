#include "bench/roofline/timing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bench/stats/location.hpp"
#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

Mark mark(MarkKind kind) { return {kind, "seen"}; }

TEST(Timing, IsTheNightsLocationOverTheRounds) {
  const std::vector<double> rounds{3.0, 1.0, 2.0};
  const auto timing = timing_of(sample::with_rounds(sample::gemm(1), rounds));
  ASSERT_TRUE(timing);
  EXPECT_DOUBLE_EQ(timing->time.value(), night_location(rounds));
  EXPECT_DOUBLE_EQ(timing->fastest.value(), 1.0);
  EXPECT_FALSE(timing->disturbed);
}

TEST(Timing, HalfWidthOverRoundsIsATInterval) {
  // Locations e^0, e^0.1, e^0.2: logs have s = 0.1; t(0.975, 2) = 4.302653 (NIST/SEMATECH e-Handbook, 1.3.6.7.2).
  const auto timing = timing_of(sample::with_rounds(sample::gemm(1), {1.0, std::exp(0.1), std::exp(0.2)}));
  ASSERT_TRUE(timing && timing->half_width);
  EXPECT_NEAR(*timing->half_width, std::expm1(4.302653 * 0.1 * std::sqrt(night_location_variance(3))), 1e-6);
}

TEST(Timing, HalfWidthOfOneRoundIsItsOwn) {
  const auto timing = timing_of(sample::gemm(1));
  ASSERT_TRUE(timing && timing->half_width);
  EXPECT_DOUBLE_EQ(*timing->half_width, 0.001);
}

TEST(Timing, MarkedRoundsAreLeftOutWhileOthersAreThere) {
  Case measured = sample::with_rounds(sample::gemm(1), {1.0, 5.0});
  measured.rounds[1].marks = {mark(MarkKind::contended)};
  const auto timing = timing_of(measured);
  ASSERT_TRUE(timing);
  EXPECT_DOUBLE_EQ(timing->time.value(), 1.0);
  EXPECT_FALSE(timing->disturbed);
}

TEST(Timing, RestsOnMarkedRoundsWhereThereAreNoOthersAndSaysSo) {
  Case measured = sample::with_rounds(sample::gemm(1), {4.0, 5.0});
  for (Round& round : measured.rounds) round.marks = {mark(MarkKind::contended)};
  const auto timing = timing_of(measured);
  ASSERT_TRUE(timing);
  EXPECT_TRUE(timing->disturbed);
  EXPECT_DOUBLE_EQ(timing->time.value(), night_location(std::vector<double>{4.0, 5.0}));
}

TEST(Timing, AWrongResultHasNoTime) {
  Case measured = sample::with_rounds(sample::gemm(1), {1.0, 1.0});
  measured.rounds[1].marks = {mark(MarkKind::wrong_result)};
  EXPECT_FALSE(timing_of(measured));
}

TEST(Timing, WithoutSamplesThereIsNone) {
  Case measured = sample::gemm(1);
  measured.rounds[0].time_s.clear();
  EXPECT_FALSE(timing_of(measured));
  measured.rounds.clear();
  EXPECT_FALSE(timing_of(measured));
}

}  // namespace
}  // namespace roofgate
