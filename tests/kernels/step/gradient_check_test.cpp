#include "kernels/step/gradient_check.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace roofgate {
namespace {

TEST(GradientCheck, AllowsTheRoundingsOfPartialSumsAndNoMore) {
  // 256 + 1 in bf16 is a tie between 256 and 258: one rounding may be off by half a step of 2.
  const std::vector<float> sum{257.0F, 1.0F};
  const std::vector<float> size{257.0F, 1.0F};
  const std::vector<Bf16> rounded{to_bf16(258.0F), to_bf16(1.0F)};
  EXPECT_TRUE(check_gradients(rounded, sum, size, 1).passed);
  const std::vector<Bf16> wrong{to_bf16(260.0F), to_bf16(1.0F)};
  const Check check = check_gradients(wrong, sum, size, 1);
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.detail, "1 of 2 gradients are wrong, first element 0: 260, expected 257");
  EXPECT_TRUE(check_gradients(wrong, sum, size, 3).passed) << "three roundings may be";
}

TEST(GradientCheck, AMissingRankAndANaNAreFound) {
  const std::vector<float> sum{4.0F, 4.0F};
  const std::vector<float> size{4.0F, 4.0F};
  EXPECT_FALSE(check_gradients(std::vector<Bf16>{to_bf16(4.0F), to_bf16(3.0F)}, sum, size, 4).passed);
  const std::vector<Bf16> unwritten{to_bf16(4.0F), to_bf16(std::numeric_limits<float>::quiet_NaN())};
  EXPECT_FALSE(check_gradients(unwritten, sum, size, 4).passed);
}

}  // namespace
}  // namespace roofgate
