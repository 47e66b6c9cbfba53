#include "bench/stats/relative_fit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace roofgate {
namespace {

using Rows = std::vector<std::vector<double>>;

TEST(RelativeFit, RecoversExactCoefficientsOverDecades) {
  Rows rows;
  std::vector<double> times;
  for (double size = 8; size < 1e10; size *= 4) {
    rows.push_back({1.0, size});
    times.push_back(5e-6 + size / 2e11);
  }
  const auto fit = fit_relative(rows, times);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->coefficients[0], 5e-6, 1e-15);
  EXPECT_NEAR(fit->coefficients[1], 1 / 2e11, 1e-20);
  EXPECT_LT(fit->worst_error, 1e-9);
  EXPECT_NEAR(fit->at(std::array<double, 2>{1.0, 1e6}), 1e-5, 1e-12);
}

// By hand: weights 1/y^2 on y = c with y = 1 and 2 give c = (1 + 1/2) / (1 + 1/4).
TEST(RelativeFit, WeighsRelativeErrors) {
  const auto fit = fit_relative(Rows{{1.0}, {1.0}}, std::array<double, 2>{1.0, 2.0});
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->coefficients[0], 1.2, 1e-12);
  EXPECT_NEAR(fit->squared_errors, 0.04 + 0.16, 1e-12);
  EXPECT_EQ(fit->degrees_of_freedom, 1);
  // s^2 = 0.2, design 1 and 1/2: variance 0.2 / 1.25, t(0.975, 1) = 12.706
  EXPECT_NEAR(fit->half_widths[0], 12.7062 * std::sqrt(0.16), 1e-3);
}

TEST(RelativeFit, NoCoefficientIsNegative) {
  // A line through these has a negative intercept.
  const auto fit = fit_relative(Rows{{1, 1}, {1, 2}, {1, 3}}, std::array<double, 3>{0.5, 2.0, 3.6});
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->coefficients[0], 0.0);
  EXPECT_GT(fit->coefficients[1], 0.0);
  EXPECT_GT(fit->half_widths[0], 0.0);
}

TEST(RelativeFit, WhatCannotBeToldApartIsNotFitted) {
  EXPECT_FALSE(fit_relative(Rows{{1, 2}, {2, 4}, {3, 6}}, std::array<double, 3>{1, 2, 3}));
  EXPECT_FALSE(fit_relative(Rows{{1, 2}}, std::array<double, 1>{1}));
  EXPECT_FALSE(fit_relative(Rows{}, {}));
}

TEST(RelativeFit, WithoutDegreesOfFreedomNothingIsKnownOfTheError) {
  const auto fit = fit_relative(Rows{{1, 1}, {1, 2}}, std::array<double, 2>{1.0, 1.5});
  ASSERT_TRUE(fit);
  EXPECT_TRUE(std::isinf(fit->half_widths[0]));
  EXPECT_TRUE(std::isinf(fit->prediction_half_width(std::array<double, 2>{1.0, 3.0})));
}

TEST(RelativeFit, IntervalsHoldWhatTheySay) {
  std::mt19937 random{11};
  std::normal_distribution<double> noise{0.0, 0.02};
  int covered = 0;
  int predicted = 0;
  constexpr int kTrials = 1000;
  for (int trial = 0; trial < kTrials; ++trial) {
    Rows rows;
    std::vector<double> times;
    for (double size = 1024; size < 1e8; size *= 8) {
      rows.push_back({1.0, size});
      times.push_back((5e-6 + size / 2e10) * (1.0 + noise(random)));
    }
    const auto fit = fit_relative(rows, times);
    ASSERT_TRUE(fit);
    if (std::abs(fit->coefficients[1] - 1 / 2e10) <= fit->half_widths[1]) ++covered;
    const std::array<double, 2> there{1.0, 1e7};
    const double next = (5e-6 + 1e7 / 2e10) * (1.0 + noise(random));
    if (std::abs(fit->at(there) - next) <= fit->prediction_half_width(there)) ++predicted;
  }
  EXPECT_NEAR(covered, 950, 25);
  EXPECT_NEAR(predicted, 950, 25);
}

}  // namespace
}  // namespace roofgate
