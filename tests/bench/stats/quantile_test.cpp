#include "bench/stats/quantile.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace roofgate {
namespace {

// python3 -c 'import numpy as n; x=[9.1,1.5,4.25,7,3,8.5,2]; print([float(n.quantile(x,p)) for p in
// (0,.1,.25,.5,.9,1)])'
TEST(Quantile, AgreesWithNumpyTypeSeven) {
  const std::vector<double> samples{9.1, 1.5, 4.25, 7, 3, 8.5, 2};
  const std::vector<std::pair<double, double>> expected{{0.0, 1.5},  {0.1, 1.8},  {0.25, 2.5},
                                                        {0.5, 4.25}, {0.9, 8.74}, {1.0, 9.1}};
  for (const auto& [probability, value] : expected) EXPECT_NEAR(quantile(samples, probability), value, 1e-12);
}

TEST(Quantile, OneSampleIsEveryQuantile) {
  const std::vector<double> samples{3.5};
  for (const double probability : {0.0, 0.3, 0.5, 1.0}) EXPECT_EQ(quantile(samples, probability), 3.5);
}

TEST(Quantile, MedianOfAnEvenCountIsTheMidpoint) {
  EXPECT_DOUBLE_EQ(median(std::vector<double>{4.0, 1.0, 3.0, 2.0}), 2.5);
}

TEST(QuantileDeathTest, NoSamplesIsABug) { EXPECT_DEATH((void)median({}), "empty"); }

}  // namespace
}  // namespace roofgate
