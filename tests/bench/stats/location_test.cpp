#include "bench/stats/location.hpp"

#include <gtest/gtest.h>

#include <random>
#include <span>
#include <vector>

namespace roofgate {
namespace {

TEST(Location, NightIsTheSecondFastestOfFive) {
  EXPECT_DOUBLE_EQ(night_location(std::vector<double>{5, 3, 1, 4, 2}), 2.0);
  EXPECT_DOUBLE_EQ(night_location(std::vector<double>{7}), 7.0);
}

TEST(Location, ThreeDisturbedRoundsOfFiveMoveTheNightByNoMoreThanOneRoundsNoise) {
  EXPECT_DOUBLE_EQ(night_location(std::vector<double>{1.00, 1.01, 1.5, 1.3, 2.0}), 1.01);
}

TEST(Location, DoubtIsTheDistanceOfTheMiddleFromTheFastest) {
  EXPECT_DOUBLE_EQ(location_doubt(std::vector<double>{1.5, 1.0, 1.25, 9.0, 1.125}), 0.25);
  EXPECT_EQ(location_doubt(std::vector<double>{1.0, 2.0}), 0.0);
  // One fast round of fifteen is no doubt.
  std::vector<double> rounds(15, 1.0);
  rounds[7] = 0.5;
  EXPECT_LT(location_doubt(rounds), 0.01);
}

TEST(Location, OfRatiosStandsTwoDisturbedRoundsOnEitherSide) {
  EXPECT_DOUBLE_EQ(ratio_location(std::vector<double>{0.7, 0.6, 1.00, 1.01, 1.02}), 1.00);
  EXPECT_DOUBLE_EQ(ratio_location(std::vector<double>{1.5, 1.6, 1.00, 0.99, 0.98}), 1.00);
  EXPECT_DOUBLE_EQ(ratio_doubt(std::vector<double>{0.5, 1.0, 1.25, 1.5, 9.0}), 0.25);
  EXPECT_EQ(ratio_doubt(std::vector<double>{0.5, 1.0, 2.0}), 0.0);
}

struct Moments {
  double mean = 0.0, variance = 0.0;
};

Moments simulate(std::size_t rounds, double (*locate)(std::span<const double>) = night_location) {
  std::mt19937 generator{31};
  std::normal_distribution<double> normal;
  constexpr int kTrials = 60000;
  double sum = 0.0;
  double square_sum = 0.0;
  std::vector<double> values(rounds);
  for (int trial = 0; trial < kTrials; ++trial) {
    for (double& value : values) value = normal(generator);
    const double location = locate(values);
    sum += location;
    square_sum += location * location;
  }
  const double mean = sum / kTrials;
  return {mean, square_sum / kTrials - mean * mean};
}

// More rounds, for a suspect, must not move the night: the same point of the distribution is estimated.
TEST(Location, NightsOfDifferentLengthEstimateTheSamePoint) {
  const double of_five = simulate(5).mean;
  for (const std::size_t rounds : {3U, 4U, 8U, 15U, 20U}) EXPECT_NEAR(simulate(rounds).mean, of_five, 0.04) << rounds;
}

TEST(Location, VarianceIsNeverUnderstated) {
  for (const std::size_t rounds : {1U, 2U, 3U, 4U, 5U, 8U, 10U, 15U, 20U}) {
    const double ratio = night_location_variance(rounds) / simulate(rounds).variance;
    EXPECT_GT(ratio, 0.98) << rounds;
    EXPECT_LT(ratio, 1.22) << rounds;
    const double of_ratios = ratio_location_variance(rounds) / simulate(rounds, ratio_location).variance;
    EXPECT_GT(of_ratios, 0.97) << rounds;
    EXPECT_LT(of_ratios, 1.3) << rounds;
  }
}

}  // namespace
}  // namespace roofgate
