#include "bench/suite/suite_case.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

SuiteCase product() {
  GemmSpec gemm;
  gemm.m = 4096;
  gemm.n = 2048;
  gemm.k = 1024 - 8;
  gemm.choice = GemmChoice::best;
  SuiteCase suite_case;
  suite_case.spec = gemm;
  suite_case.backend = SuiteBackend::cuda;
  suite_case.nominal_shape = "m4096n2048k1024";
  suite_case.variant = "align8";
  return suite_case;
}

TEST(SuiteCase, IdIsTheSpecsAndSaysWarm) {
  SuiteCase suite_case = product();
  EXPECT_EQ(suite_case.id(), "gemm/bf16/tn/m4096n2048k1016/align8/best");
  suite_case.cache = CacheState::warm;
  EXPECT_EQ(suite_case.id(), "gemm/bf16/tn/m4096n2048k1016/align8/best/warm");
  suite_case.expose_launch = true;
  EXPECT_EQ(suite_case.id(), "gemm/bf16/tn/m4096n2048k1016/align8/best/warm/launch_exposed");
}

TEST(SuiteCase, AnEmptyLaunchNeedsNoWordForItsLaunch) {
  SuiteCase suite_case;
  suite_case.spec = CeilingSpec{CeilingOp::launch};
  suite_case.expose_launch = true;
  EXPECT_EQ(suite_case.id(), "ceiling/launch");
}

TEST(SuiteCase, ParametersOfAProduct) {
  const auto parameters = product().parameters();
  EXPECT_EQ(std::get<std::string>(parameters.at("dtype")), "bf16");
  EXPECT_EQ(std::get<std::string>(parameters.at("layout")), "tn");
  EXPECT_EQ(std::get<double>(parameters.at("k")), 1016.0);
  EXPECT_EQ(std::get<double>(parameters.at("alignment")), 8.0);
  EXPECT_EQ(std::get<double>(parameters.at("lda")), 1016.0);
  EXPECT_EQ(std::get<std::string>(parameters.at("choice")), "best");
  EXPECT_EQ(std::get<std::string>(parameters.at("epilogue")), "none");
  EXPECT_EQ(std::get<std::string>(parameters.at("cache")), "cold");
  EXPECT_EQ(std::get<std::string>(parameters.at("nominal_shape")), "m4096n2048k1024");
  EXPECT_EQ(std::get<std::string>(parameters.at("ladder")), "align8");
}

TEST(SuiteCase, ParametersOfAChain) {
  SuiteCase suite_case;
  suite_case.spec = ChainSpec{"swiglu", {PointwiseOp::silu, PointwiseOp::gate}, ChainVariant::unfused, 1024, 1};
  const auto parameters = suite_case.parameters();
  EXPECT_EQ(std::get<std::string>(parameters.at("ops")), "silu,gate");
  EXPECT_EQ(std::get<std::string>(parameters.at("variant")), "unfused");
  EXPECT_EQ(std::get<double>(parameters.at("pointer_offset_bytes")), 2.0);
  EXPECT_EQ(suite_case.kind(), "elementwise");
}

TEST(SuiteCase, CollectivesTakeTheWorldsSize) {
  SuiteCase suite_case;
  CollectiveSpec allreduce;
  allreduce.bytes = 1024;
  suite_case.spec = allreduce;
  EXPECT_TRUE(suite_case.is_collective());
  EXPECT_EQ(with_ranks(suite_case, 4).id(), "allreduce/bf16/out_of_place/bytes1024/ranks4");
  EXPECT_EQ(std::get<double>(with_ranks(suite_case, 4).parameters().at("ranks")), 4.0);
  EXPECT_EQ(with_ranks(product(), 4).id(), product().id());
  EXPECT_FALSE(product().is_collective());
}

TEST(SuiteCase, CeilingsDoNotCountTheirWorkBeforehand) {
  SuiteCase suite_case;
  suite_case.spec = CeilingSpec{CeilingOp::fma_fp32};
  EXPECT_EQ(suite_case.work(), std::nullopt);
  EXPECT_EQ(product().work()->flops, Flops{2.0 * 4096 * 2048 * 1016});
}

}  // namespace
}  // namespace roofgate
