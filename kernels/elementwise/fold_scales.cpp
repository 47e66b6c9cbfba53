#include "kernels/elementwise/fold_scales.hpp"

namespace roofgate {

static_assert(kScaleFactor == 0.5F, "a scale is one halving");

std::vector<ChainStep> fold_scales(const std::vector<ChainStep>& steps) {
  std::vector<ChainStep> folded;
  for (const ChainStep& step : steps) {
    const bool follows_activation =
        !folded.empty() && (folded.back().op == PointwiseOp::gelu || folded.back().op == PointwiseOp::silu);
    if (step.op != PointwiseOp::scale || !follows_activation) {
      folded.push_back(step);
      continue;
    }
    folded.back().halvings.count += 1.0F;
    folded.back().halvings.power *= 2.0F;
  }
  return folded;
}

}  // namespace roofgate
