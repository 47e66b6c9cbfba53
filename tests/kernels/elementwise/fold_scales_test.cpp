#include "kernels/elementwise/fold_scales.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

using P = PointwiseOp;

std::vector<ChainStep> steps_of(const std::vector<P>& ops) {
  std::vector<ChainStep> steps;
  for (const P op : ops) steps.push_back({op, nullptr});
  return steps;
}

TEST(FoldScales, ScalesBehindAnActivationBecomeItsHalvings) {
  const std::vector<ChainStep> folded = fold_scales(steps_of({P::bias, P::gelu, P::scale, P::scale, P::residual}));
  ASSERT_EQ(folded.size(), 3U);
  EXPECT_EQ(folded[0].op, P::bias);
  EXPECT_EQ(folded[1].op, P::gelu);
  EXPECT_EQ(folded[1].halvings.count, 2.0F);
  EXPECT_EQ(folded[1].halvings.power, 4.0F);
  EXPECT_EQ(folded[2].op, P::residual);
  EXPECT_EQ(folded[2].halvings.count, 0.0F);
  EXPECT_EQ(folded[2].halvings.power, 1.0F);
}

TEST(FoldScales, OtherScalesKeepTheirStep) {
  const std::vector<P> ops{P::scale, P::bias, P::scale, P::gate, P::scale, P::scale};
  const std::vector<ChainStep> folded = fold_scales(steps_of(ops));
  ASSERT_EQ(folded.size(), ops.size());
  for (std::size_t i = 0; i < ops.size(); ++i) EXPECT_EQ(folded[i].op, ops[i]);
}

TEST(FoldScales, OperandsStayWithTheirStep) {
  const Bf16 tensor{0};
  const std::vector<ChainStep> folded = fold_scales({{P::silu, nullptr}, {P::scale, nullptr}, {P::gate, &tensor}});
  ASSERT_EQ(folded.size(), 2U);
  EXPECT_EQ(folded[1].operand, &tensor);
}

}  // namespace
}  // namespace roofgate
