#include "kernels/elementwise/pointwise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace roofgate {
namespace {

using P = PointwiseOp;

/// The published form, in extended precision: 1 + tanh(u) cancels for negative u in any narrower one.
double gelu_by_tanh(double x) {
  const long double wide = x;
  const long double u = std::sqrt(2.0L / std::acos(-1.0L)) * (wide + 0.044715L * wide * wide * wide);
  return static_cast<double>(0.5L * wide * (1.0L + std::tanh(u)));
}

TEST(Pointwise, GeluIsThePublishedFormula) {
  for (float x = -8.0F; x <= 8.0F; x += 0.0078125F) {
    const double expected = gelu_by_tanh(static_cast<double>(x));
    EXPECT_NEAR(static_cast<double>(gelu(x)), expected, 4e-6 * std::abs(expected) + 1e-18) << x;
  }
}

TEST(Pointwise, SiluIsThePublishedFormula) {
  for (float x = -80.0F; x <= 80.0F; x += 0.03125F) {
    const double expected = static_cast<double>(x) / (1.0 + std::exp(-static_cast<double>(x)));
    EXPECT_NEAR(static_cast<double>(silu(x)), expected, 1e-5 * std::abs(expected)) << x;
  }
}

TEST(Pointwise, SaturatesWithoutNan) {
  for (const float x : {-1e4F, -1e20F, -std::numeric_limits<float>::max()}) {
    EXPECT_EQ(gelu(x), 0.0F) << x;
    EXPECT_EQ(silu(x), 0.0F) << x;
    EXPECT_EQ(gelu(-x), -x);
    EXPECT_EQ(silu(-x), -x);
  }
  EXPECT_TRUE(std::isnan(gelu(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(silu(std::numeric_limits<float>::quiet_NaN())));
}

TEST(Pointwise, ApplyChoosesTheFormula) {
  EXPECT_EQ(apply(P::bias, 2.0F, 3.0F), 5.0F);
  EXPECT_EQ(apply(P::residual, 2.0F, 3.0F), 5.0F);
  EXPECT_EQ(apply(P::gate, 2.0F, 3.0F), 6.0F);
  EXPECT_EQ(apply(P::scale, 2.0F, 3.0F), 1.0F);
  EXPECT_EQ(apply(P::gelu, 2.0F, 3.0F), gelu(2.0F));
  EXPECT_EQ(apply(P::silu, 2.0F, 3.0F), silu(2.0F));
}

}  // namespace
}  // namespace roofgate
