#include "bench/stats/median_interval.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

std::vector<double> ranks(int count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 1.0);
  std::shuffle(values.begin(), values.end(), std::mt19937{7});
  return values;
}

// Ranks of the published table for 95 %: Conover, "Practical Nonparametric Statistics" (1999), section 3.2; each is
//   python3 -c 'from scipy.stats import binom as b; n=10; print(max(k for k in range(n) if b.cdf(k,n,.5)<=.025)+1)'
TEST(MedianInterval, ReturnsTheBinomialRanks) {
  for (const auto& [count, low] : std::vector<std::pair<int, double>>{
           {6, 1}, {8, 1}, {9, 2}, {10, 2}, {15, 4}, {20, 6}, {30, 10}, {100, 40}, {1000, 469}}) {
    const auto interval = median_interval(ranks(count), 0.95);
    ASSERT_TRUE(interval) << count;
    EXPECT_EQ(interval->low, low) << count;
    EXPECT_EQ(interval->high, count + 1 - low) << count;
  }
}

TEST(MedianInterval, SaysNothingWhereEvenTheExtremesAreNotEnough) {
  EXPECT_FALSE(median_interval({}, 0.95));
  EXPECT_FALSE(median_interval(ranks(5), 0.95));  // covers 93.75 %
  EXPECT_TRUE(median_interval(ranks(5), 0.93));
}

TEST(MedianInterval, CoversAtLeastAsOftenAsItSaysForASkewedDistribution) {
  std::mt19937 generator{20261129};
  std::exponential_distribution<double> skewed{1.0};
  const double truth = std::log(2.0);
  int covered = 0;
  constexpr int kTrials = 4000;
  std::vector<double> samples(25);
  for (int trial = 0; trial < kTrials; ++trial) {
    for (double& sample : samples) sample = skewed(generator);
    const auto interval = median_interval(samples, 0.95);
    ASSERT_TRUE(interval);
    covered += interval->low <= truth && truth <= interval->high ? 1 : 0;
  }
  // Exact coverage for n = 25 is 95.67 % (binomial); three standard errors are 1 %.
  EXPECT_NEAR(covered / static_cast<double>(kTrials), 0.9567, 0.01);
}

}  // namespace
}  // namespace roofgate
