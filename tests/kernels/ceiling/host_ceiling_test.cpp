#include "kernels/ceiling/host_ceiling.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/ceiling/ceiling_kernels.hpp"

namespace roofgate {
namespace {

HostContext context_of(int threads, Isa isa) {
  HostContext context;
  context.threads = threads;
  context.isa = isa;
  return context;
}

class HostCeilingTest : public testing::TestWithParam<Isa> {};

INSTANTIATE_TEST_SUITE_P(Every, HostCeilingTest, testing::ValuesIn(available_isas()),
                         [](const auto& instance) { return std::string{name_of(instance.param)}; });

TEST_P(HostCeilingTest, EveryCeilingIsRightAndCounted) {
  for (const CeilingOp op : {CeilingOp::fma_fp32, CeilingOp::dot_bf16, CeilingOp::launch}) {
    for (const int threads : {1, 3}) {
      const CeilingSpec spec{op};
      const auto workload = make_host_ceiling(spec, context_of(threads, GetParam()));
      if (!workload) {
        ASSERT_EQ(op, CeilingOp::dot_bf16);
        EXPECT_EQ(workload.error().kind, ErrorKind::unavailable);
        EXPECT_EQ(workload.error().where, "ceiling/dot_bf16");
        continue;
      }
      for (int repeat = 0; repeat < 2; ++repeat) {
        const Result<Check> check = (*workload)->check();
        ASSERT_TRUE(check && check->passed) << spec.id() << ": " << check->detail;
      }
      EXPECT_TRUE((*workload)->launch(0));
      EXPECT_EQ((*workload)->set_count(), 1U);
      const Work work = (*workload)->work();
      EXPECT_EQ(work.bytes(), Bytes{0.0});
      if (op == CeilingOp::launch) {
        EXPECT_EQ(work.subject, Subject::latency);
      } else {
        EXPECT_EQ(work.subject, Subject::flops);
        EXPECT_GT(work.flops, Flops{1e6});
      }
    }
  }
}

// Else a night on half the threads, or with narrower vectors, would take the same time for less.
TEST_P(HostCeilingTest, ALaunchIsTheSameWorkWithAnyTeamAndInstructionSet) {
  const auto usual = make_host_ceiling(CeilingSpec{CeilingOp::fma_fp32}, HostContext{});
  for (const int threads : {1, 2, 3}) {
    const auto other = make_host_ceiling(CeilingSpec{CeilingOp::fma_fp32}, context_of(threads, GetParam()));
    EXPECT_NEAR(((*other)->work().flops / (*usual)->work().flops).value(), 1.0, 1e-4) << threads;
  }
}

// The count itself: a loop of 7 iterations with factor and term 1 adds 14 to each value.
TEST_P(HostCeilingTest, AnIterationIsTwoStepsOfEachValue) {
  const FmaKernel& kernel = fma_kernel(GetParam());
  std::vector<float> values(kernel.values, 0.5F);
  kernel.run(values.data(), FmaSteps{{1.0F, 1.0F}, {1.0F, 1.0F}}, 7);
  for (const float value : values) EXPECT_EQ(value, 14.5F);
  EXPECT_EQ(kernel.fused, GetParam() != Isa::baseline);
}

TEST(DotKernel, AnIterationIsFourProductsForEachValue) {
  if (available_isas().back() != Isa::avx512_bf16) GTEST_SKIP() << "this CPU has no bf16 dot product";
  EXPECT_EQ(dot_kernel(Isa::avx512), nullptr);
  const DotKernel& kernel = *dot_kernel(Isa::avx512_bf16);
  std::vector<float> values(kernel.values, 0.0F);
  const std::vector<Bf16> two(kDotElements, to_bf16(2.0F));
  const std::vector<Bf16> three(kDotElements, to_bf16(3.0F));
  const std::vector<Bf16> one(kDotElements, to_bf16(1.0F));
  kernel.run(values.data(), two.data(), three.data(), one.data(), 5);
  for (const float value : values) EXPECT_EQ(value, 5 * (2 * 6.0F + 2 * 2.0F));
}

TEST(HostCeiling, WithoutADotProductItIsUnavailable) {
  const auto workload = make_host_ceiling(CeilingSpec{CeilingOp::dot_bf16}, context_of(1, Isa::baseline));
  ASSERT_FALSE(workload);
  EXPECT_EQ(to_string(workload.error()), "ceiling/dot_bf16: this CPU has no bf16 dot product (AVX512_BF16)");
}

}  // namespace
}  // namespace roofgate
