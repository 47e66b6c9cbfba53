#include "bench/stats/spread_inflation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace roofgate {
namespace {

constexpr double kUnit = 0.004;

PredictedDeviation seen(double deviation, int freedom = 200) {
  return {TMixture{{{1.0, kUnit, freedom}}}, deviation * kUnit, 1.0};
}

/// Deviations of normal cases in units of what was predicted.
std::vector<PredictedDeviation> night(int cases, double factor, unsigned seed) {
  std::mt19937 generator{seed};
  std::normal_distribution<double> normal{0.0, factor};
  std::vector<PredictedDeviation> all;
  for (int i = 0; i < cases; ++i) all.push_back(seen(normal(generator)));
  return all;
}

double mean_factor(const SpreadInflation::Weights& weights) {
  double mean = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) mean += weights[i] * SpreadInflation::kFactors[i];
  return mean;
}

TEST(SpreadInflation, ANightAsTheOthersIsNotWidened) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    // Sixty cases cannot exclude that they lie a quarter wider.
    EXPECT_LT(mean_factor(SpreadInflation{night(60, 1.0, seed)}.without(0)), 1.06);
    EXPECT_GT(SpreadInflation{night(60, 0.5, seed)}.without(0)[0], 0.99) << "a calm night narrows nothing";
  }
}

TEST(SpreadInflation, AWildNightShowsItsFactor) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    EXPECT_NEAR(mean_factor(SpreadInflation{night(60, 2.0, seed)}.without(0)), 2.0, 0.4);
    EXPECT_NEAR(mean_factor(SpreadInflation{night(60, 5.0, seed)}.without(0)), 5.0, 1.0);
    EXPECT_NEAR(mean_factor(SpreadInflation{night(2000, 3.2, seed)}.without(1)), 3.2, 0.3);
  }
}

TEST(SpreadInflation, LossesOfManyCasesAreNoWildNight) {
  for (const double direction : {1.0, -1.0}) {
    auto cases = night(60, 1.0, 5);
    for (std::size_t i = 0; i < cases.size(); i += 2) cases[i].deviation += direction * 10.0 * kUnit;
    EXPECT_LT(mean_factor(SpreadInflation{cases}.without(1)), 1.06) << "half of them moved";
  }
}

TEST(SpreadInflation, ACaseDoesNotWidenWhatItIsJudgedBy) {
  auto cases = night(20, 1.0, 7);
  const auto before = SpreadInflation{cases}.without(3);
  cases[3].deviation = 9.0 * kUnit;
  const auto after = SpreadInflation{cases}.without(3);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-9);
}

TEST(SpreadInflation, OneCaseAloneLeavesTheBelief) {
  const std::vector<PredictedDeviation> one{seen(7.0)};
  const auto weights = SpreadInflation{one}.without(0);
  EXPECT_NEAR(weights[0], 0.6, 1e-9);
  double wilder = 0.0;
  for (std::size_t i = 1; i < weights.size(); ++i) {
    wilder += weights[i];
    EXPECT_NEAR(weights[i] / weights[1], std::pow(SpreadInflation::kFactors[i] / SpreadInflation::kFactors[1], -3.0),
                1e-9);
  }
  EXPECT_NEAR(wilder, 0.4, 1e-9);
}

TEST(SpreadInflation, WidensOnlyTonightsShareOfTheVariance) {
  SpreadInflation::Weights weights{};
  weights[0] = 0.6;
  weights[3] = 0.4;
  const TMixture error{{{1.0, 1.0, 5}}};
  const TMixture wide = widened(error, weights, 0.5);
  const double variance = 1.0 + (2.25 * 2.25 - 1.0) * 0.5;  // some cases are wilder by a quarter more than twofold
  EXPECT_NEAR(wide.mean_scale(), std::sqrt(0.6 + 0.4 * variance), 1e-12);
  EXPECT_NEAR(wide.upper_tail(4.0), 0.6 * error.upper_tail(4.0) + 0.4 * error.upper_tail(4.0 / std::sqrt(variance)),
              1e-12);
}

}  // namespace
}  // namespace roofgate
