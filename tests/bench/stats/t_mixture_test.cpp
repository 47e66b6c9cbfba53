#include "bench/stats/t_mixture.hpp"

#include <gtest/gtest.h>

#include "bench/stats/smallest_effect.hpp"

namespace roofgate {
namespace {

// python3: w=[.2,.5,.3]; s=[1,2,.5]; d=[3,8,30]
//   tail = lambda x: sum(a*scipy.stats.t.sf(x/b,c) for a,b,c in zip(w,s,d)); quantiles by scipy.optimize.brentq
TMixture example() { return TMixture{{{0.4, 1.0, 3}, {1.0, 2.0, 8}, {0.6, 0.5, 30}}}; }

TEST(TMixture, TailsAgreeWithScipy) {
  EXPECT_NEAR(example().upper_tail(0.5), 0.31616295017210344, 1e-12);
  EXPECT_NEAR(example().upper_tail(2.0), 0.10063825047313041, 1e-12);
  EXPECT_NEAR(example().upper_tail(-1.0), 0.7950720024707314, 1e-12);
}

TEST(TMixture, QuantilesAgreeWithScipy) {
  EXPECT_NEAR(example().upper_quantile(0.2), 1.0314431919980462, 1e-4);
  EXPECT_NEAR(example().upper_quantile(0.01), 5.100195265335623, 1e-3);
  EXPECT_NEAR(example().upper_quantile(1e-4), 14.241379669677512, 1e-3);
  EXPECT_NEAR(example().upper_quantile(0.9), -2.009051555419567, 1e-4);
  EXPECT_EQ(example().upper_quantile(0.5), 0.0);
}

TEST(TMixture, OneComponentIsAStudentT) {
  const TMixture t{{{1.0, 2.0, 5}}};
  EXPECT_NEAR(t.upper_quantile(0.025), 2.0 * 2.570581835636314, 1e-4);  // scipy.stats.t.isf(0.025, 5)
  EXPECT_DOUBLE_EQ(t.mean_scale(), 2.0);
  EXPECT_DOUBLE_EQ(t.mean_degrees_of_freedom(), 5.0);
}

TEST(TMixture, SumsAddVariancesAndWelchsDegreesOfFreedom) {
  const TMixture sum = sum_of(TMixture{{{1.0, 3.0, 10}}}, {1.0, 4.0, 5});
  EXPECT_DOUBLE_EQ(sum.mean_scale(), 5.0);
  EXPECT_DOUBLE_EQ(sum.mean_degrees_of_freedom(), 10.0);  // 25^2 / (81/10 + 256/5) = 10.54
}

TEST(TMixture, DensityIsTheSlopeOfTheTail) {
  const TMixture mixture{{{2.0, 1.0, 3}, {1.0, 4.0, 30}}};
  for (const double x : {-3.0, 0.0, 0.5, 2.0, 8.0}) {
    constexpr double kStep = 1e-4;
    const double slope = (mixture.upper_tail(x - kStep) - mixture.upper_tail(x + kStep)) / (2.0 * kStep);
    EXPECT_NEAR(mixture.density(x), slope, 1e-6) << x;
  }
}

TEST(TMixtureDeathTest, ImpossibleComponentsAreBugs) {
  EXPECT_DEATH(TMixture{{}}, "empty");
  EXPECT_DEATH((TMixture{{{1.0, 0.0, 5}}}), "scale");
}

TEST(SmallestEffect, IsFoundAsOftenAsItSays) {
  const TMixture error = example();
  const double critical = 5.0;
  const double effect = critical + power_reserve(error, 0.95);
  EXPECT_NEAR(error.upper_tail(critical - effect), 0.95, 1e-4);
}

}  // namespace
}  // namespace roofgate
