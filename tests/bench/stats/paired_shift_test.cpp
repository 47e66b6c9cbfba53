#include "bench/stats/paired_shift.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace roofgate {
namespace {

std::vector<PairDifference> pairs(const std::vector<double>& a_first, const std::vector<double>& b_first) {
  std::vector<PairDifference> all;
  for (const double difference : a_first) all.push_back({difference, false});
  for (const double difference : b_first) all.push_back({difference, true});
  return all;
}

// Hills & Armitage: with as many pairs of each order, half the sum of the orders' means, whatever being second adds.
TEST(PairedShift, IsLeastSquaresOfTheCrossoverWithoutOutliers) {
  const auto crossover = pairs({0.012, 0.018, 0.009, 0.015}, {0.004, 0.011, 0.007, 0.013});
  for (const double second : {0.0, 0.002375}) {
    const PairedShift fit = paired_shift(crossover, second);
    EXPECT_NEAR(fit.shift, 0.5 * (0.0135 + 0.00875), 1e-12);
    EXPECT_NEAR(fit.variance_factor, 1.0 / 8.0 / 0.95, 1e-12);
    EXPECT_NEAR(fit.pair.degrees_of_freedom, 0.6 * 7, 1e-12);
  }
  EXPECT_NEAR(*order_effect(crossover), 0.00225, 1e-12);
}

// statsmodels 0.15: robust.norms.estimate_location(differences, spread, HuberT(1.345)); two of eight are wild.
TEST(PairedShift, DisturbedPairsHaveBoundedInfluence) {
  const PairedShift fit = paired_shift(pairs({0.010, 0.012, 0.30, 0.013}, {0.006, 0.25, 0.007, 0.0095}), 0.002);
  EXPECT_NEAR(std::sqrt(fit.pair.variance), 0.0041608125, 1e-9);
  EXPECT_NEAR(fit.shift, 0.0114487643, 1e-9);
  EXPECT_NEAR(fit.variance_factor, 0.1736979249, 1e-9);
}

TEST(PairedShift, WhatTheSecondOfAPairSuffersCancels) {
  // B is 1 % slower, and whatever comes second another 4 %.
  const auto measured = pairs({0.05, 0.05, 0.05}, {-0.03, -0.03, -0.03});
  EXPECT_NEAR(*order_effect(measured), 0.04, 1e-12);
  EXPECT_NEAR(paired_shift(measured, 0.04).shift, 0.01, 1e-12);
}

TEST(PairedShift, OneOrderAloneCannotTellTheOrdersEffect) {
  EXPECT_FALSE(order_effect(pairs({0.02, 0.04, 0.03}, {})));
  EXPECT_NEAR(paired_shift(pairs({0.02, 0.04, 0.03}, {}), 0.0).shift, 0.03, 1e-12);
}

TEST(PairedShift, OnePairIsItsDifferenceWithoutDegreesOfFreedom) {
  const PairedShift fit = paired_shift(pairs({}, {0.02}), 0.0);
  EXPECT_EQ(fit.shift, 0.02);
  EXPECT_EQ(fit.pair.degrees_of_freedom, 0.0);
  EXPECT_EQ(fit.pair.variance, 0.0);
}

}  // namespace
}  // namespace roofgate
