#include "kernels/elementwise/chain_launch.hpp"

#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

constexpr std::uintptr_t kVectorBytes = 16;

bool is_aligned(const Bf16* pointer) { return reinterpret_cast<std::uintptr_t>(pointer) % kVectorBytes == 0; }

}  // namespace

ChainArguments chain_arguments(std::span<const PointwiseOp> ops, std::span<const Bf16* const> operands, const Bf16* x,
                               Bf16* y, std::int64_t elements) {
  RG_ASSERT(ops.size() == operands.size());
  RG_ASSERT(ops.size() <= kMaxChainSteps);
  ChainArguments arguments;
  arguments.x = x;
  arguments.y = y;
  arguments.elements = elements;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const bool continues = i > 0 && ops[i] == ops[i - 1] && !has_operand(ops[i]);
    if (continues) {
      ++arguments.step[arguments.steps - 1].repeat;
    } else {
      arguments.step[arguments.steps++] = ChainStep{ops[i], 1, operands[i]};
    }
  }
  return arguments;
}

bool is_vector_aligned(const ChainArguments& arguments) {
  bool aligned = is_aligned(arguments.x) && is_aligned(arguments.y);
  for (int i = 0; i < arguments.steps; ++i) aligned = aligned && is_aligned(arguments.step[i].operand);
  return aligned;
}

}  // namespace roofgate
