#include "kernels/elementwise/host_chain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kernels/host/isa.hpp"

namespace roofgate {
namespace {

using P = PointwiseOp;

HostContext context_of(int threads, CacheState cache) {
  HostContext context;
  context.threads = threads;
  context.last_level_cache = Bytes{4 << 10};
  context.cache = cache;
  return context;
}

TEST(HostChain, EveryVariantIsRightOnEveryInstructionSetAndTeam) {
  const std::vector<std::pair<std::string, std::vector<P>>> chains{
      {"bias_gelu_scale_residual", {P::bias, P::gelu, P::scale, P::residual}},
      {"swiglu", {P::silu, P::gate}},
      {"scale3", {P::scale, P::scale, P::scale}}};
  for (const Isa isa : available_isas()) {
    for (const int threads : {1, 3}) {
      for (const CacheState cache : {CacheState::cold, CacheState::warm}) {
        for (const auto& [name, ops] : chains) {
          for (const ChainVariant variant : {ChainVariant::fused, ChainVariant::unfused}) {
            for (const std::int64_t elements : {1, 20'003}) {
              HostContext context = context_of(threads, cache);
              context.isa = isa;
              const ChainSpec spec{name, ops, variant, elements, elements % 2};
              const auto workload = make_host_chain(spec, context);
              ASSERT_TRUE(workload) << to_string(workload.error());
              for (int repeat = 0; repeat < 2; ++repeat) {
                const Result<Check> check = (*workload)->check();
                ASSERT_TRUE(check && check->passed) << spec.id() << " " << name_of(isa) << ": " << check->detail;
              }
              ASSERT_EQ((*workload)->algorithm().at("isa"), name_of(isa));
            }
          }
        }
      }
    }
  }
}

// Slices of more than 2 Mi elements are shared out in chunks.
TEST(HostChain, LargeTensorsAreRightToTheLastElement) {
  for (const ChainVariant variant : {ChainVariant::fused, ChainVariant::unfused}) {
    const ChainSpec spec{"swiglu", {P::silu, P::gate}, variant, (std::int64_t{4} << 20) + 77, 0};
    const auto workload = make_host_chain(spec, context_of(2, CacheState::warm));
    ASSERT_TRUE(workload) << to_string(workload.error());
    for (int repeat = 0; repeat < 2; ++repeat) {
      const Result<Check> check = (*workload)->check();
      ASSERT_TRUE(check && check->passed) << spec.id() << ": " << check->detail;
    }
  }
}

TEST(HostChain, LaunchesEverySetAndReportsTheSpecsWork) {
  const ChainSpec spec{"swiglu", {P::silu, P::gate}, ChainVariant::unfused, 1000, 0};
  const auto workload = make_host_chain(spec, context_of(2, CacheState::cold));
  ASSERT_TRUE(workload);
  EXPECT_GT((*workload)->set_count(), 1U);
  EXPECT_EQ((*workload)->work().bytes(), spec.work().bytes());
  for (std::size_t set = 0; set < (*workload)->set_count(); ++set) EXPECT_TRUE((*workload)->launch(set));
}

TEST(HostChain, GraphsAreUnavailable) {
  const auto workload =
      make_host_chain(ChainSpec{"scale1", {P::scale}, ChainVariant::graph, 64, 0}, context_of(1, CacheState::cold));
  ASSERT_FALSE(workload);
  EXPECT_EQ(workload.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(to_string(workload.error()),
            "elementwise/scale1/graph/n64: graphs are CUDA's: the host backend has no launches to record\n"
            "  hint: measure it with --backend cuda");
}

TEST(HostChain, RefusesWhatDoesNotFitAndWhatIsInvalid) {
  ChainSpec spec{"scale1", {P::scale}, ChainVariant::fused, std::int64_t{1} << 50, 0};
  EXPECT_EQ(make_host_chain(spec, context_of(1, CacheState::cold)).error().kind, ErrorKind::unavailable);
  spec.elements = 0;
  EXPECT_EQ(make_host_chain(spec, context_of(1, CacheState::cold)).error().kind, ErrorKind::input);
}

}  // namespace
}  // namespace roofgate
