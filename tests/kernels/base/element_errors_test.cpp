#include "kernels/base/element_errors.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace roofgate {
namespace {

TEST(ElementErrors, KeepsTheWorstAndTheFirstWrong) {
  ElementErrors errors;
  errors.add(3, 0.5);
  errors.add(7, 1.0);
  EXPECT_TRUE(errors.passed());
  ElementErrors more;
  more.add(9, 2.0);
  more.add(8, 1.5);
  errors.merge(more);
  EXPECT_FALSE(errors.passed());
  EXPECT_EQ(errors.wrong(), 2U);
  EXPECT_EQ(errors.first_wrong(), 8U);
  const Check check = errors.to_check("detail");
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.worst_error, 2.0);
  EXPECT_EQ(check.detail, "detail");
}

TEST(ElementErrors, ANanIsWrong) {
  ElementErrors errors;
  errors.add(5, std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(errors.passed());
  EXPECT_EQ(errors.to_check("").worst_error, std::numeric_limits<double>::infinity());
}

TEST(ErrorInTolerances, NanAndInfinityNeverPass) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_in_tolerances(1.5, 1.0, 0.25), 2.0);
  EXPECT_EQ(error_in_tolerances(1.0, 1.0, 0.0), 0.0);
  EXPECT_GT(error_in_tolerances(1.0, 1.0 + 1e-15, 0.0), 1.0);
  EXPECT_FALSE(error_in_tolerances(nan, 1.0, 0.25) <= 1.0);
  EXPECT_FALSE(error_in_tolerances(1.0, nan, 0.25) <= 1.0);
  EXPECT_FALSE(error_in_tolerances(infinity, 1.0, 0.25) <= 1.0);
}

}  // namespace
}  // namespace roofgate
