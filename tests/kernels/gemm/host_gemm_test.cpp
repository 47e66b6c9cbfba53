#include "kernels/gemm/host_gemm.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

HostContext context_of(int threads) {
  HostContext context;
  context.threads = threads;
  context.last_level_cache = Bytes{4 << 10};
  return context;
}

GemmSpec spec_of(std::int64_t m, std::int64_t n, std::int64_t k) {
  GemmSpec spec;
  spec.m = m;
  spec.n = n;
  spec.k = k;
  return spec;
}

TEST(HostGemm, EveryEpilogueIsRightOnFreshDataOnEveryTeam) {
  for (const int threads : {1, 3}) {
    for (const Epilogue epilogue : {Epilogue::none, Epilogue::bias_gelu_fused, Epilogue::bias_gelu_separate}) {
      for (const std::int64_t extent : {1, 33, 128}) {
        GemmSpec spec = spec_of(extent, extent + 1, extent + 2);
        spec.epilogue = epilogue;
        spec.leading_pad = extent % 2;
        spec.pointer_offset = extent % 2;
        const auto workload = make_host_gemm(spec, context_of(threads));
        if (!workload && workload.error().kind == ErrorKind::unavailable) GTEST_SKIP() << to_string(workload.error());
        ASSERT_TRUE(workload) << to_string(workload.error());
        for (int repeat = 0; repeat < 2; ++repeat) {
          const Result<Check> check = (*workload)->check();
          ASSERT_TRUE(check) << to_string(check.error());
          EXPECT_TRUE(check->passed) << spec.id() << ": " << check->detail;
        }
        for (std::size_t set = 0; set < (*workload)->set_count(); ++set) EXPECT_TRUE((*workload)->launch(set));
        EXPECT_FALSE((*workload)->algorithm().at("implementation").empty());
        EXPECT_EQ((*workload)->work().flops, spec.work().flops);
      }
    }
  }
}

TEST(HostGemm, WhatTheHostDoesNotOfferIsUnavailable) {
  GemmSpec spec = spec_of(8, 8, 8);
  spec.choice = GemmChoice::best;
  auto workload = make_host_gemm(spec, context_of(1));
  ASSERT_FALSE(workload);
  EXPECT_EQ(workload.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(to_string(workload.error()),
            "gemm/bf16/tn/m8n8k8/align8/best: oneDNN offers one implementation, not a first and a best one\n"
            "  hint: leave the choice out of the suite for the host backend");
  spec.choice = GemmChoice::sole;
  spec.dtype = DType::fp16;
  workload = make_host_gemm(spec, context_of(1));
  ASSERT_FALSE(workload);
  EXPECT_EQ(to_string(workload.error()),
            "gemm/fp16/tn/m8n8k8/align8: the host backend multiplies bf16, not fp16\n"
            "  hint: measure it with --backend cuda");
}

TEST(HostGemm, RefusesWhatDoesNotFitAndWhatIsInvalid) {
  EXPECT_EQ(make_host_gemm(spec_of(1 << 24, 1 << 24, 8), context_of(1)).error().kind, ErrorKind::unavailable);
  EXPECT_EQ(make_host_gemm(spec_of(0, 8, 8), context_of(1)).error().kind, ErrorKind::input);
}

}  // namespace
}  // namespace roofgate
