#include "bench/stats/benjamini_hochberg.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace roofgate {
namespace {

// python3 -c 'from scipy.stats import false_discovery_control as f; print(f([.01,.04,.03,.005,.5,.2]))'
TEST(BenjaminiHochberg, QValuesAgreeWithScipy) {
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.03, 0.5, 0.24};
  const auto q = q_values(std::vector<double>{.01, .04, .03, .005, .5, .2});
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(q[i], expected[i], 1e-12);
}

TEST(BenjaminiHochberg, NothingToTestGivesNothing) {
  EXPECT_TRUE(q_values({}).empty());
  EXPECT_TRUE(rejection_thresholds({}, 0.01).empty());
}

// The definition itself, by trying: the threshold is where q crosses alpha when one p value moves.
TEST(BenjaminiHochberg, ThresholdIsWhereTheDecisionTurns) {
  std::mt19937 generator{11};
  std::uniform_real_distribution<double> uniform;
  constexpr double kAlpha = 0.05;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> p(1 + static_cast<std::size_t>(trial % 9));
    for (double& value : p) value = uniform(generator) < 0.5 ? uniform(generator) * kAlpha : uniform(generator);
    const auto thresholds = rejection_thresholds(p, kAlpha);
    for (std::size_t i = 0; i < p.size(); ++i) {
      std::vector<double> moved = p;
      moved[i] = thresholds[i] * (1 - 1e-9);
      EXPECT_LE(q_values(moved)[i], kAlpha);
      moved[i] = thresholds[i] * (1 + 1e-9);
      EXPECT_GT(q_values(moved)[i], kAlpha);
    }
  }
}

}  // namespace
}  // namespace roofgate
