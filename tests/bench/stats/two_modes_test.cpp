#include "bench/stats/two_modes.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace roofgate {
namespace {

TEST(TwoModes, FindsTheGroupsWithTheirCentres) {
  const auto modes = find_two_modes(std::vector<double>{1.40, 1.01, 1.00, 1.41, 1.42}, 0.005);
  ASSERT_TRUE(modes);
  EXPECT_DOUBLE_EQ(modes->low, 1.005);
  EXPECT_DOUBLE_EQ(modes->high, 1.41);
  EXPECT_EQ(modes->low_count, 2U);
  EXPECT_EQ(modes->high_count, 3U);
}

TEST(TwoModes, OneWildValueIsNotAMode) {
  EXPECT_FALSE(find_two_modes(std::vector<double>{1.0, 1.01, 1.02, 1.0, 2.0}, 0.005));
}

TEST(TwoModes, TwoDisturbedRoundsOfDifferentDepthAreNotAMode) {
  EXPECT_FALSE(find_two_modes(std::vector<double>{1.0, 1.01, 1.02, 1.15, 1.45}, 0.005));
}

TEST(TwoModes, TooFewValuesSayNothing) { EXPECT_FALSE(find_two_modes(std::vector<double>{1, 1, 2}, 0.01)); }

TEST(TwoModes, NormalValuesAreHardlyEverSplit) {
  std::mt19937 generator{23};
  std::normal_distribution<double> normal{0.0, 1.0};
  int split = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<double> values(5);
    for (double& value : values) value = normal(generator);
    split += find_two_modes(values, 0.5) ? 1 : 0;
  }
  EXPECT_LT(split, 20);
}

}  // namespace
}  // namespace roofgate
