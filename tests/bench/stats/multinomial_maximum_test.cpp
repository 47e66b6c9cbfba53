#include "bench/stats/multinomial_maximum.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace roofgate {
namespace {

TEST(MultinomialMaximum, AlwaysTheSameIsTheClosedForm) {
  // k (1/k)^m
  EXPECT_NEAR(maximum_p_value(std::array<std::size_t, 4>{5, 0, 0, 0}), 4.0 * std::pow(0.25, 5), 1e-15);
  EXPECT_NEAR(maximum_p_value(std::array<std::size_t, 8>{0, 0, 0, 0, 5, 0, 0, 0}), std::pow(0.125, 4), 1e-15);
}

TEST(MultinomialMaximum, TwoCandidatesAreTheTwoSidedSignTest) {
  // 9 of 10 heads: 2 (1 + 10) / 1024
  EXPECT_NEAR(maximum_p_value(std::array<std::size_t, 2>{9, 1}), 22.0 / 1024.0, 1e-12);
}

TEST(MultinomialMaximum, NothingToTestIsOne) {
  EXPECT_EQ(maximum_p_value({}), 1.0);
  EXPECT_EQ(maximum_p_value(std::array<std::size_t, 1>{5}), 1.0);
  EXPECT_EQ(maximum_p_value(std::array<std::size_t, 3>{0, 0, 0}), 1.0);
  EXPECT_EQ(maximum_p_value(std::array<std::size_t, 3>{1, 0, 0}), 1.0);
}

TEST(MultinomialMaximum, RejectsUniformDrawsNoMoreOftenThanItSays) {
  std::mt19937 random{7};
  for (const std::size_t candidates : {3U, 8U, 64U}) {
    std::uniform_int_distribution<std::size_t> draw{0, candidates - 1};
    int rejected = 0;
    constexpr int kTrials = 4000;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<std::size_t> counts(candidates, 0);
      for (int i = 0; i < 10; ++i) ++counts[draw(random)];
      if (maximum_p_value(counts) < 0.05) ++rejected;
    }
    EXPECT_LT(rejected, kTrials / 20);
  }
}

}  // namespace
}  // namespace roofgate
