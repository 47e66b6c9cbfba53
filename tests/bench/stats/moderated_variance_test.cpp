#include "bench/stats/moderated_variance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace roofgate {
namespace {

// python3 -c 'from scipy import optimize as o, special as s
// for y in (1e-3,.1,1,10,1e4): print(o.brentq(lambda x: s.polygamma(1,x)-y, 1e-6, 1e5, xtol=1e-15, rtol=1e-14))'
TEST(ModeratedVariance, InvertsTrigamma) {
  const std::vector<std::pair<double, double>> known{{1e-3, 1000.4999166666817},
                                                     {0.1, 10.49168182107842},
                                                     {1.0, 1.4262551202150793},
                                                     {10.0, 0.3350810443780357},
                                                     {1e4, 0.010000810704391058}};
  for (const auto& [y, x] : known) EXPECT_NEAR(trigamma_inverse(y) / x, 1.0, 1e-9);
  EXPECT_NEAR(trigamma_inverse(1e8), 1e-4, 1e-8);
  EXPECT_NEAR(trigamma_inverse(1e-7), 1e7, 1.0);
}

// Smyth's formulas in SciPy, an implementation of its own:
//   z=log(s2); e=z-digamma(d/2)+log(d/2); v=var(e,ddof=1)-trigamma(d/2); x: trigamma(x)=v (brentq)
//   d0=2x; s02=exp(mean(e)+digamma(x)-log(x))
TEST(ModeratedVariance, PriorAgreesWithAnIndependentImplementation) {
  std::vector<SampleVariance> observed;
  for (const double variance : {1.2, 0.07, 2.5, 0.03, 1.9, 9.9, 4.1, 0.5}) observed.push_back({variance, 4});
  const VariancePrior prior = fit_variance_prior(observed);
  EXPECT_NEAR(prior.degrees_of_freedom, 1.2562823523450797, 1e-8);
  EXPECT_NEAR(prior.variance, 0.413297516955402, 1e-8);
}

TEST(ModeratedVariance, RecoversTheHyperparametersThatMadeTheData) {
  std::mt19937 generator{5};
  std::chi_squared_distribution<double> prior_draw{6.0};
  std::chi_squared_distribution<double> sample_draw{4.0};
  std::vector<SampleVariance> observed;
  for (int i = 0; i < 40000; ++i) {
    const double truth = 2.0 * 6.0 / prior_draw(generator);
    observed.push_back({truth * sample_draw(generator) / 4.0, 4.0});
  }
  const VariancePrior prior = fit_variance_prior(observed);
  EXPECT_NEAR(prior.degrees_of_freedom, 6.0, 0.3);
  EXPECT_NEAR(prior.variance, 2.0, 0.05);
}

TEST(ModeratedVariance, EqualVariancesMeanAnInfinitelyStrongPrior) {
  const std::vector<SampleVariance> equal(10, SampleVariance{2.0, 5});
  const VariancePrior prior = fit_variance_prior(equal);
  EXPECT_TRUE(std::isinf(prior.degrees_of_freedom));
  EXPECT_EQ(moderate(prior, {100.0, 5}).variance, prior.variance);
}

TEST(ModeratedVariance, ModerationIsTheWeightedMean) {
  const SampleVariance moderated = moderate({2.0, 4.0}, {8.0, 2.0});
  EXPECT_DOUBLE_EQ(moderated.variance, 4.0);
  EXPECT_DOUBLE_EQ(moderated.degrees_of_freedom, 6.0);
}

TEST(ModeratedVariance, WhatHasNoFreedomSaysNothing) {
  EXPECT_EQ(fit_variance_prior({}).degrees_of_freedom, 0.0);
  EXPECT_EQ(fit_variance_prior(std::vector<SampleVariance>{{1.0, 0.0}, {0.0, 3.0}}).variance, 0.0);
  EXPECT_EQ(fit_variance_prior(std::vector<SampleVariance>{{3.0, 2.0}, {1.0, 0.0}}).variance, 3.0);
}

}  // namespace
}  // namespace roofgate
