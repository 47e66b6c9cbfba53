#include "bench/stats/effective_sample_size.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace roofgate {
namespace {

std::vector<double> autoregressive(double correlation, std::size_t count) {
  std::mt19937 generator{17};
  std::normal_distribution<double> noise;
  std::vector<double> series(count);
  double value = 0.0;
  for (double& next : series) next = value = correlation * value + noise(generator);
  return series;
}

// Closed form for a first-order autoregression: n (1 - rho) / (1 + rho).
TEST(EffectiveSampleSize, AgreesWithTheClosedForm) {
  constexpr std::size_t kCount = 20000;
  for (const double rho : {0.0, 0.3, 0.6, 0.8}) {
    const double expected = kCount * (1.0 - rho) / (1.0 + rho);
    EXPECT_NEAR(effective_sample_size(autoregressive(rho, kCount)) / expected, 1.0, 0.1) << rho;
  }
}

TEST(EffectiveSampleSize, NegativeCorrelationIsNotCredited) {
  EXPECT_EQ(effective_sample_size(std::vector<double>{1, -1, 1, -1, 1, -1, 1, -1}), 8.0);
}

TEST(EffectiveSampleSize, ConstantAndShortSeriesCountInFull) {
  EXPECT_EQ(effective_sample_size(std::vector<double>(10, 4.0)), 10.0);
  EXPECT_EQ(effective_sample_size(std::vector<double>{1, 2, 3}), 3.0);
  EXPECT_EQ(effective_sample_size({}), 0.0);
}

}  // namespace
}  // namespace roofgate
