#include "kernels/elementwise/chain_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels/elementwise/chain_check.hpp"
#include "kernels/elementwise/fold_scales.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/random_fill.hpp"
#include "tests/kernels/guarded.hpp"

namespace roofgate {
namespace {

using P = PointwiseOp;

class ChainKernelsTest : public testing::TestWithParam<Isa> {
 protected:
  /// Runs a chain whose tensors start `misalignment` bytes past a multiple of 256, with its scales folded or not, and
  /// compares every element.
  void run(const std::vector<P>& ops, std::size_t count, std::size_t misalignment, bool streaming) {
    const ChainSpec spec{"test", ops, ChainVariant::fused, static_cast<std::int64_t>(count), 0};
    Guarded<Bf16> x(count, misalignment);
    Guarded<Bf16> y(count, misalignment);
    std::vector<Guarded<Bf16>> tensors;
    std::vector<ChainStep> steps;
    ChainData data{x.data(), {}, y.data()};
    fill_normal(x.data(), count, 1);
    for (const P op : ops) tensors.emplace_back(has_operand(op) ? count : 0, misalignment);
    for (std::size_t i = 0; i < ops.size(); ++i) {
      if (has_operand(ops[i])) fill_normal(tensors[i].data(), count, i + 2);
      const Bf16* const operand = has_operand(ops[i]) ? tensors[i].data() : nullptr;
      steps.push_back({ops[i], operand});
      data.operands.push_back(operand);
    }
    for (const std::vector<ChainStep>& variant : {steps, fold_scales(steps)}) {
      poison(y.data(), count * sizeof(Bf16));
      chain_kernels(GetParam()).run(variant.data(), variant.size(), x.data(), y.data(), count, streaming);
      const Check check = check_chain(spec, data);
      ASSERT_TRUE(check.passed) << count << " elements at byte " << misalignment << ": " << check.detail;
      ASSERT_TRUE(y.is_intact()) << count << " elements at byte " << misalignment;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Every, ChainKernelsTest, testing::ValuesIn(available_isas()),
                         [](const auto& instance) { return std::string{name_of(instance.param)}; });

// 0 and 1 around every vector, block and line, aligned or not, with plain and streaming stores.
TEST_P(ChainKernelsTest, EveryLengthAndAlignment) {
  const std::vector<P> ops{P::bias, P::gelu, P::scale, P::residual};
  std::vector<std::size_t> counts;
  for (const std::size_t edge : {4UL, 8UL, 16UL, 32UL, 64UL, 96UL, 128UL, 160UL, 256UL, 1024UL}) {
    counts.insert(counts.end(), {edge - 1, edge, edge + 1});
  }
  counts.insert(counts.end(), {0, 1, 2});
  for (const bool streaming : {false, true}) {
    for (const std::size_t count : counts) {
      for (const std::size_t misalignment : {0UL, 2UL, 16UL, 30UL, 62UL}) run(ops, count, misalignment, streaming);
    }
  }
}

TEST_P(ChainKernelsTest, EveryOperationAlone) {
  for (const P op : {P::bias, P::gelu, P::scale, P::residual, P::silu, P::gate}) run({op}, 10'007, 2, true);
}

// Chains around one activation run in stages, whatever stands before and behind it; others do not.
TEST_P(ChainKernelsTest, EveryNeighbourOfAnActivation) {
  const std::vector<std::vector<P>> neighbours{{}, {P::bias}, {P::residual}, {P::gate}, {P::scale}, {P::bias, P::gate}};
  for (const P activation : {P::gelu, P::silu}) {
    for (const std::vector<P>& before : neighbours) {
      for (const std::vector<P>& behind : neighbours) {
        std::vector<P> ops{before};
        ops.push_back(activation);
        ops.insert(ops.end(), behind.begin(), behind.end());
        run(ops, 1'003, 2, true);
        run(ops, 131, 0, false);
      }
    }
  }
}

// The most halvings that one activation can take on.
TEST_P(ChainKernelsTest, ScalesBehindAnActivation) {
  for (const P activation : {P::gelu, P::silu}) {
    std::vector<P> ops(kMaxChainSteps, P::scale);
    ops[0] = activation;
    run(ops, 2'003, 0, true);
    run({P::scale, activation, P::scale, P::scale, P::bias, P::scale}, 2'003, 2, false);
  }
}

// Chains that run in stages, on every bf16 value: the negative tail, where only a relative bound is one, and beyond.
TEST_P(ChainKernelsTest, StagesOnEveryValue) {
  std::vector<Bf16> x(std::size_t{1} << 16U);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = Bf16{static_cast<std::uint16_t>(i)};
  const std::vector<Bf16> nothing(x.size(), to_bf16(-0.0F));
  std::vector<Bf16> y(x.size());
  for (const std::vector<P>& ops :
       {std::vector<P>{P::bias, P::gelu, P::residual}, {P::bias, P::gelu}, {P::bias, P::silu}}) {
    std::vector<ChainStep> steps;
    std::vector<const Bf16*> operands;
    for (const P op : ops) operands.push_back(has_operand(op) ? nothing.data() : nullptr);
    for (std::size_t i = 0; i < ops.size(); ++i) steps.push_back({ops[i], operands[i]});
    for (const bool streaming : {false, true}) {
      poison(y.data(), y.size() * sizeof(Bf16));
      chain_kernels(GetParam()).run(steps.data(), steps.size(), x.data(), y.data(), x.size(), streaming);
      const ChainSpec spec{"test", ops, ChainVariant::fused, 0x7f80, 0};
      for (const std::size_t sign : {0x0000U, 0x8000U}) {  // the finite values of each sign
        const Check check = check_chain(spec, ChainData{&x[sign], operands, &y[sign]});
        EXPECT_TRUE(check.passed) << check.detail;
      }
      EXPECT_EQ(to_float(y[0x7f80]), std::numeric_limits<float>::infinity());
      for (std::size_t nan = 0x7f81; nan < 0x8000; ++nan) {
        EXPECT_TRUE(std::isnan(to_float(y[nan])));
        EXPECT_TRUE(std::isnan(to_float(y[nan | 0x8000U])));
      }
    }
  }
}

TEST_P(ChainKernelsTest, ChainsOfOneToSixteen) {
  const std::vector<P> kinds{P::silu, P::gate, P::bias, P::scale, P::residual};
  std::vector<P> ops;
  for (std::size_t length = 1; length <= kMaxChainSteps; ++length) {
    ops.push_back(kinds[length % kinds.size()]);
    run(ops, 1'003, 0, length % 2 == 0);
  }
}

}  // namespace
}  // namespace roofgate
