#include "kernels/elementwise/chain_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/host/random_fill.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using P = PointwiseOp;

constexpr std::size_t kCount = 20'011;

/// A chain's data, with y by the scalar formulas.
struct Example {
  ChainSpec spec;
  std::vector<std::vector<Bf16>> inputs;
  std::vector<Bf16> y;

  explicit Example(std::vector<P> ops, ChainVariant variant)
      : spec{"example", std::move(ops), variant, static_cast<std::int64_t>(kCount), 0},
        inputs(spec.ops.size() + 1, std::vector<Bf16>(kCount)),
        y(kCount) {
    for (std::size_t i = 0; i < inputs.size(); ++i) fill_normal(inputs[i].data(), kCount, i + 1);
    for (std::size_t i = 0; i < kCount; ++i) {
      float value = to_float(inputs[0][i]);
      for (std::size_t step = 0; step < spec.ops.size(); ++step) {
        value = apply(spec.ops[step], value, to_float(inputs[step + 1][i]));
        if (variant != ChainVariant::fused) value = to_float(to_bf16(value));
      }
      y[i] = to_bf16(value);
    }
  }

  [[nodiscard]] Check check() const {
    ChainData data{inputs[0].data(), {}, y.data()};
    for (std::size_t step = 0; step < spec.ops.size(); ++step) {
      data.operands.push_back(has_operand(spec.ops[step]) ? inputs[step + 1].data() : nullptr);
    }
    return check_chain(spec, data);
  }
};

const std::vector<P> kAllOps{P::bias, P::gelu, P::scale, P::residual, P::silu, P::gate};

TEST(CheckChain, TakesTheScalarFormulas) {
  for (const ChainVariant variant : {ChainVariant::fused, ChainVariant::unfused, ChainVariant::graph}) {
    const Example example{kAllOps, variant};
    const Check check = example.check();
    EXPECT_TRUE(check.passed) << check.detail;
    EXPECT_GT(check.worst_error, 0.0);
    EXPECT_EQ(check.detail, "every one of 20011 elements compared with double");
  }
}

TEST(CheckChain, FindsOneElementThatIsOffByTwoSteps) {
  Example example{{P::bias, P::gelu}, ChainVariant::fused};
  example.y[9'999].bits = static_cast<std::uint16_t>(example.y[9'999].bits + 2);
  const Check check = example.check();
  EXPECT_FALSE(check.passed);
  EXPECT_GT(check.worst_error, 1.0);
  EXPECT_THAT(check.detail, HasSubstr("1 of 20011 elements are wrong; the first at 9999: "));
}

// Half a step is the tolerance: of the results moved by one step, only those very near a tie may pass.
TEST(CheckChain, NearlyEveryResultThatIsOffByOneStepFails) {
  std::size_t found = 0;
  Example example{{P::bias, P::gelu}, ChainVariant::fused};
  for (std::size_t i = 0; i < 50; ++i) {
    const Bf16 right = example.y[i];
    example.y[i].bits = static_cast<std::uint16_t>(right.bits + 1);
    found += example.check().passed ? 0 : 1;
    example.y[i] = right;
  }
  EXPECT_GE(found, 48U);
}

TEST(CheckChain, FindsNanInfinityAndZero) {
  for (const std::uint16_t wrong : {std::uint16_t{0x7fc0}, std::uint16_t{0x7f80}, std::uint16_t{0}}) {
    Example example{kAllOps, ChainVariant::unfused};
    example.y[0] = Bf16{wrong};
    EXPECT_FALSE(example.check().passed) << wrong;
  }
}

TEST(CheckChain, FindsAMissingOperation) {
  Example example{{P::bias, P::scale}, ChainVariant::fused};
  const Example shorter{{P::bias}, ChainVariant::fused};
  example.y = shorter.y;
  EXPECT_FALSE(example.check().passed);
}

TEST(CheckChain, UnfusedToleranceGrowsWithTheRoundingOfEachStep) {
  Bounded once = round_to_bf16(apply_bounded(P::bias, {1.0, 0.0}, 0.5));
  EXPECT_DOUBLE_EQ(once.value, 1.5);
  EXPECT_NEAR(once.error, 0x1p-8, 1e-6) << "half the spacing of bf16 in [1, 2)";
  once = round_to_bf16(apply_bounded(P::gate, once, 2.0));
  EXPECT_NEAR(once.error, 2 * 0x1p-8 + 0x1p-7, 1e-5) << "the first rounding doubled, and half the spacing in [2, 4)";
}

TEST(CheckChain, SlopesAreUpperBounds) {
  for (double x = -6.0; x < 6.0; x += 1e-3) {
    constexpr double kStep = 1e-6;
    for (const P op : {P::gelu, P::silu}) {
      const double low = apply_bounded(op, {x - kStep, 0.0}, 0.0).value;
      const double high = apply_bounded(op, {x + kStep, 0.0}, 0.0).value;
      const Bounded bounded = apply_bounded(op, {x, kStep}, 0.0);
      EXPECT_LE(std::abs(high - low) / 2, bounded.error) << name_of(op) << " at " << x;
    }
  }
}

}  // namespace
}  // namespace roofgate
