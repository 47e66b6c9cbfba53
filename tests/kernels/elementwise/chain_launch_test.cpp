#include "kernels/elementwise/chain_launch.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace roofgate {
namespace {

using enum PointwiseOp;

alignas(16) std::array<Bf16, 64> memory{};

ChainArguments arguments_of(const std::vector<PointwiseOp>& ops, std::size_t offset = 0) {
  std::vector<const Bf16*> operands;
  operands.reserve(ops.size());
  for (const PointwiseOp op : ops) operands.push_back(has_operand(op) ? memory.data() + 16 + offset : nullptr);
  return chain_arguments(ops, operands, memory.data() + offset, memory.data() + 32 + offset, 8);
}

TEST(ChainArguments, KeepsTheOrderAndTheOperands) {
  const ChainArguments arguments = arguments_of({bias, gelu, scale, residual});
  ASSERT_EQ(arguments.steps, 4);
  EXPECT_EQ(arguments.step[0].op, bias);
  EXPECT_EQ(arguments.step[0].operand, memory.data() + 16);
  EXPECT_EQ(arguments.step[1].op, gelu);
  EXPECT_EQ(arguments.step[1].operand, nullptr);
  EXPECT_EQ(arguments.step[3].op, residual);
  EXPECT_EQ(arguments.elements, 8);
}

TEST(ChainArguments, EqualOperationsWithoutOperandBecomeOneStep) {
  const ChainArguments arguments = arguments_of(std::vector<PointwiseOp>(16, scale));
  ASSERT_EQ(arguments.steps, 1);
  EXPECT_EQ(arguments.step[0].repeat, 16);
}

TEST(ChainArguments, OperationsWithOperandsStayApart) {
  const ChainArguments arguments = arguments_of({bias, bias, scale, gelu, scale, scale});
  ASSERT_EQ(arguments.steps, 5);
  EXPECT_EQ(arguments.step[0].repeat, 1);
  EXPECT_EQ(arguments.step[4].repeat, 2);
}

TEST(ChainAlignment, EveryPointerCounts) {
  EXPECT_TRUE(is_vector_aligned(arguments_of({bias, gelu})));
  EXPECT_FALSE(is_vector_aligned(arguments_of({bias, gelu}, 1)));
  ChainArguments arguments = arguments_of({bias, gelu});
  arguments.step[0].operand += 4;
  EXPECT_FALSE(is_vector_aligned(arguments));
}

}  // namespace
}  // namespace roofgate
