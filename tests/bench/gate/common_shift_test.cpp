#include "bench/gate/common_shift.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace roofgate {
namespace {

std::vector<KindShift> shifts(double gemm, double memory, double allreduce) {
  std::vector<KindShift> all;
  for (const double noise : {-0.001, 0.0, 0.001}) {
    all.push_back({"gemm", gemm + noise});
    all.push_back({"memory", memory + noise});
    all.push_back({"allreduce", allreduce + noise});
  }
  return all;
}

TEST(CommonShift, IsWhatEveryKindShares) {
  EXPECT_DOUBLE_EQ(*shared_shift(shifts(0.05, 0.04, 0.06)), 0.04);
  EXPECT_DOUBLE_EQ(*shared_shift(shifts(-0.05, -0.04, -0.06)), -0.04);
}

// The nearest to 0 of four noisy medians is not what they share: it is the luckiest of them.
TEST(CommonShift, KindsThatDifferByChanceAreAveraged) {
  std::vector<KindShift> all;
  for (const double noise : {-0.01, 0.0, 0.01}) {
    all.push_back({"gemm", 0.040 + noise});
    all.push_back({"memory", 0.043 + noise});
    all.push_back({"allreduce", 0.100 + noise});
  }
  EXPECT_NEAR(*shared_shift(all), 0.0415, 1e-12);
}

TEST(CommonShift, ALossOfOneKindIsNotTheMachines) {
  EXPECT_DOUBLE_EQ(*shared_shift(shifts(0.05, 0.0, 0.0)), 0.0);
  EXPECT_DOUBLE_EQ(*shared_shift(shifts(0.05, -0.04, 0.06)), 0.0);
}

TEST(CommonShift, CannotBeToldFromOneKind) {
  const std::vector<KindShift> one{{"gemm", 0.1}, {"gemm", 0.1}, {"memory", 0.1}};
  EXPECT_FALSE(shared_shift(one));
  EXPECT_FALSE(shared_shift({}));
}

TEST(CommonShift, ItsErrorStartsFromTheBeliefAndFollowsTheNights) {
  const TComponent one = shared_shift_error(std::vector<double>{0.0}, 0.01, 0.0);
  EXPECT_NEAR(one.scale, 0.01 * std::sqrt(2.0), 1e-12);
  EXPECT_EQ(one.degrees_of_freedom, 2);
  std::vector<double> nights;
  for (int i = 0; i < 40; ++i) nights.push_back(i % 2 == 0 ? 0.05 : -0.05);
  const TComponent many = shared_shift_error(nights, 0.01, 0.0);
  EXPECT_NEAR(many.scale, 0.05, 0.003);
  EXPECT_EQ(many.degrees_of_freedom, 41);
  EXPECT_GE(shared_shift_error(nights, 0.01, 0.2).scale, 0.2);
}

}  // namespace
}  // namespace roofgate
