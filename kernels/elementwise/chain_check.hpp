// Every element of a chain's result against the definition in double. Host memory: CUDA results are copied first.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/base/bounded.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/elementwise/chain_spec.hpp"

namespace roofgate {

/// What a chain read and wrote, each of the spec's `elements`.
struct ChainData {
  const Bf16* x = nullptr;
  std::vector<const Bf16*> operands;  ///< one per operation, null where it has none
  const Bf16* y = nullptr;
};

/// The tolerance of an element is a bound that is carried along the chain: fp32 arithmetic, bf16 rounding after the
/// last operation (`fused`) or after each (`unfused`, `graph`), amplified by the slope of the operations that follow.
/// A fused result that is off by one bf16 step fails.
[[nodiscard]] Check check_chain(const ChainSpec& spec, const ChainData& data);

/// One operation on a bounded value, in fp32 arithmetic without rounding to bf16.
[[nodiscard]] Bounded apply_bounded(PointwiseOp op, Bounded x, double operand);

}  // namespace roofgate
