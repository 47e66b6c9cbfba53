// By value: a definition that changes by accident would start a new series of every baseline.
#include "bench/suite/definition.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

SuiteCase copy_case() {
  SuiteCase suite_case;
  suite_case.spec = MemorySpec{MemoryOp::copy, 1024};
  return suite_case;
}

TEST(Definition, TextNamesEverythingThatMakesTheMeasurement) {
  EXPECT_EQ(definition_text(copy_case()),
            "roofgate.definition/1\n"
            "kind=memory\n"
            "bytes=1024\n"
            "cache=cold\n"
            "op=copy\n"
            "work.flops=0\n"
            "work.bytes_read=1024\n"
            "work.bytes_written=1024\n"
            "work.link_bytes=0\n"
            "data=normal(0,1)\n"
            "timing=steady_clock/batch\n"
            "barrier=none\n");
}

// Computed independently: python3 -c 'h=0xcbf29ce484222325
// for b in TEXT: h=(h^b)*0x100000001b3%2**64' over the text above.
TEST(Definition, HashIsFnv1aOfTheText) { EXPECT_EQ(definition_hash(copy_case()), "bbcee1dad2a6c1f0"); }

TEST(Definition, OfACollectiveNamesItsBarrier) {
  SuiteCase suite_case;
  CollectiveSpec allreduce;
  allreduce.bytes = 134217728;
  allreduce.ranks = 8;
  suite_case.spec = allreduce;
  suite_case.backend = SuiteBackend::cuda;
  const std::string text = definition_text(suite_case);
  EXPECT_NE(text.find("barrier=before each sample; slowest rank\n"), std::string::npos) << text;
  EXPECT_NE(text.find("timing=cuda_events/batch/launch_hidden\n"), std::string::npos) << text;
  EXPECT_NE(text.find("ranks=8\n"), std::string::npos) << text;
}

TEST(Definition, CacheStateAndTimingMatter) {
  SuiteCase warm = copy_case();
  warm.cache = CacheState::warm;
  SuiteCase cuda = copy_case();
  cuda.backend = SuiteBackend::cuda;
  EXPECT_NE(definition_hash(warm), definition_hash(copy_case()));
  EXPECT_NE(definition_hash(cuda), definition_hash(copy_case()));
}

TEST(Definition, LimitsGroupAndLadderDoNotMatter) {
  SuiteCase other = copy_case();
  other.limits.max_sampling = Seconds{9.0};
  other.group = "elsewhere";
  other.nominal_shape = "m256n256k256";
  other.variant = "align128";
  EXPECT_EQ(definition_hash(other), definition_hash(copy_case()));
}

TEST(Definition, ACeilingsWorkIsTheMachines) {
  SuiteCase suite_case;
  suite_case.spec = CeilingSpec{CeilingOp::fma_fp32};
  EXPECT_NE(definition_text(suite_case).find("work=as the workload counts it\n"), std::string::npos);
}

}  // namespace
}  // namespace roofgate
