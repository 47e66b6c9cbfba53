// The chain kernels, run on the CPU: values, tails, bounds and coverage for many sizes, geometries and alignments.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernels/elementwise/chain_check.hpp"
#include "kernels/elementwise/chain_launch.hpp"
#include "tests/cpu_cuda/cpu_launch.hpp"
#include "tests/cpu_cuda/exact_buffer.hpp"

namespace roofgate {
namespace {

using enum PointwiseOp;

const std::vector<std::vector<PointwiseOp>> kChains = {
    {bias},
    {gelu},
    {scale},
    {residual},
    {silu},
    {gate},
    {silu, gate},
    {bias, gelu, scale, residual},
    {scale, scale, scale, scale, scale, scale, scale, scale},
    {bias, silu, gelu, gate, residual, scale, scale, bias, gate, gelu, silu, residual, bias, scale, gate, gelu},
};

/// Around every vector (8), every block's turn (256 threads x 1 to 8 words of 1 or 8) and several turns of the grid.
const std::vector<std::int64_t> kSizes = {0,    1,    2,    7,    8,    9,    15,   16,   17,    2047,  2048,
                                          2049, 4095, 4096, 4097, 8184, 8191, 8192, 8193, 16385, 33000, 70001};

struct Case {
  std::vector<PointwiseOp> ops;
  std::int64_t elements = 0;
  std::size_t offset = 0;
  int multiprocessors = 1;
};

void fill(std::span<Bf16> data, std::mt19937& random) {
  std::normal_distribution<float> normal;
  for (Bf16& element : data) element = to_bf16(normal(random));
}

void expect_right(const Case& c) {
  SCOPED_TRACE("chain of " + std::to_string(c.ops.size()) + ", first operation " + std::string{name_of(c.ops.front())} +
               ", n " + std::to_string(c.elements) + ", offset " + std::to_string(c.offset) + ", multiprocessors " +
               std::to_string(c.multiprocessors));
  std::mt19937 random{7};
  const auto count = static_cast<std::size_t>(c.elements);
  ExactBuffer<Bf16> x{count, c.offset};
  ExactBuffer<Bf16> y{count, c.offset};
  fill(x.span(), random);
  std::vector<ExactBuffer<Bf16>> operand_buffers;
  operand_buffers.reserve(c.ops.size());
  std::vector<const Bf16*> operands;
  for (const PointwiseOp op : c.ops) {
    if (!has_operand(op)) {
      operands.push_back(nullptr);
      continue;
    }
    operand_buffers.emplace_back(count, c.offset);
    fill(operand_buffers.back().span(), random);
    operands.push_back(operand_buffers.back().data());
  }
  const StoreCount stores{y.bytes()};
  const ChainArguments arguments = chain_arguments(c.ops, operands, x.data(), y.data(), c.elements);
  ASSERT_EQ(launch_chain(arguments, c.multiprocessors, nullptr).code, 0);
  EXPECT_EQ(stores.first_not_once(), "");
  EXPECT_TRUE(y.guards_intact());

  ChainSpec spec;
  spec.ops = c.ops;
  spec.elements = c.elements;
  const Check check = check_chain(spec, ChainData{x.data(), operands, y.data()});
  EXPECT_TRUE(check.passed) << check.detail;
}

TEST(ChainOnCpu, EverySizeIsRightAndWrittenOnce) {
  for (const auto& ops : kChains) {
    for (const std::int64_t elements : kSizes) expect_right({ops, elements, 0, 2});
  }
}

TEST(ChainOnCpu, UnalignedPointersTakeTheScalarPath) {
  for (const auto& ops : kChains) {
    for (const std::int64_t elements : {0, 1, 8, 2047, 2048, 2049, 20011}) {
      for (const std::size_t offset : {1U, 3U, 4U, 7U}) expect_right({ops, elements, offset, 2});
    }
  }
}

TEST(ChainOnCpu, AnyGridGivesTheSame) {
  for (const int multiprocessors : {0, 1, 3, 132}) expect_right({kChains[7], 40009, 0, multiprocessors});
}

TEST(ChainOnCpu, ThreadsAreIndependent) {
  set_thread_order(ThreadOrder::backward);
  for (const auto& ops : kChains) expect_right({ops, 10007, 0, 2});
  set_thread_order(ThreadOrder::forward);
}

TEST(ChainOnCpu, OneMisalignedOperandIsEnoughForTheScalarPath) {
  std::mt19937 random{3};
  constexpr std::size_t kCount = 5003;
  ExactBuffer<Bf16> x{kCount};
  ExactBuffer<Bf16> b{kCount, 5};
  ExactBuffer<Bf16> y{kCount};
  fill(x.span(), random);
  fill(b.span(), random);
  const std::vector<PointwiseOp> ops{bias};
  const std::vector<const Bf16*> operands{b.data()};
  ASSERT_EQ(launch_chain(chain_arguments(ops, operands, x.data(), y.data(), kCount), 2, nullptr).code, 0);
  ChainSpec spec;
  spec.ops = ops;
  spec.elements = kCount;
  EXPECT_TRUE(check_chain(spec, ChainData{x.data(), operands, y.data()}).passed);
}

TEST(ChainOnCpu, InPlaceIsAllowed) {
  std::mt19937 random{5};
  constexpr std::size_t kCount = 3001;
  ExactBuffer<Bf16> y{kCount};
  fill(y.span(), random);
  const std::vector<Bf16> x{y.span().begin(), y.span().end()};
  const std::vector<PointwiseOp> ops{scale};
  const std::vector<const Bf16*> operands{nullptr};
  ASSERT_EQ(launch_chain(chain_arguments(ops, operands, y.data(), y.data(), kCount), 2, nullptr).code, 0);
  for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(y.span()[i], to_bf16(0.5F * to_float(x[i]))) << i;
}

}  // namespace
}  // namespace roofgate
