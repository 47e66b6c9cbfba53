#include "kernels/memory/host_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/base/set_count.hpp"
#include "kernels/host/host_platform.hpp"

namespace roofgate {
namespace {

constexpr Bytes kCache{4 << 10};

HostContext context_of(int threads, CacheState cache) {
  HostContext context;
  context.threads = threads;
  context.last_level_cache = kCache;
  context.cache = cache;
  return context;
}

std::string what_of(const MemorySpec& spec, Isa isa, int threads, const Check& check) {
  return spec.id() + " " + std::string{name_of(isa)} + " x" + std::to_string(threads) + ": " + check.detail;
}

TEST(HostMemory, EveryOperationIsRightOnEveryInstructionSetAndTeam) {
  for (const Isa isa : available_isas()) {
    for (const int threads : {1, 3}) {
      for (const CacheState cache : {CacheState::cold, CacheState::warm}) {
        for (const MemoryOp op : {MemoryOp::copy, MemoryOp::read, MemoryOp::write, MemoryOp::triad}) {
          for (const std::int64_t bytes : {4, 260, 100'004}) {
            HostContext context = context_of(threads, cache);
            context.isa = isa;
            const MemorySpec spec{op, bytes};
            const auto workload = make_host_memory(spec, context);
            ASSERT_TRUE(workload) << to_string(workload.error());
            for (int repeat = 0; repeat < 2; ++repeat) {
              const Result<Check> check = (*workload)->check();
              ASSERT_TRUE(check && check->passed) << what_of(spec, isa, threads, *check);
            }
            ASSERT_EQ((*workload)->algorithm().at("isa"), name_of(isa));
          }
        }
      }
    }
  }
}

TEST(HostMemory, ColdRotatesAndWarmDoesNot) {
  const MemorySpec spec{MemoryOp::copy, 1 << 10};
  const auto cold = make_host_memory(spec, context_of(2, CacheState::cold));
  const auto warm = make_host_memory(spec, context_of(2, CacheState::warm));
  EXPECT_EQ((*cold)->set_count(), set_count_for(spec.work().working_set, kCache, CacheState::cold));
  EXPECT_GT((*cold)->set_count(), 1U);
  EXPECT_EQ((*warm)->set_count(), 1U);
  EXPECT_EQ((*cold)->algorithm().at("stores"), "non_temporal");
  EXPECT_EQ((*warm)->algorithm().at("stores"), "cached");
  for (std::size_t set = 0; set < (*cold)->set_count(); ++set) EXPECT_TRUE((*cold)->launch(set));
}

TEST(HostMemory, TransfersAreUnavailable) {
  const auto workload = make_host_memory(MemorySpec{MemoryOp::host_to_device, 1024}, context_of(1, CacheState::cold));
  ASSERT_FALSE(workload);
  EXPECT_EQ(workload.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(to_string(workload.error()),
            "memory/host_to_device/bytes1024: host_to_device needs a device; the host backend has none\n"
            "  hint: measure it with --backend cuda");
}

TEST(HostMemory, RefusesWhatDoesNotFitBeforeTouchingIt) {
  const auto workload =
      make_host_memory(MemorySpec{MemoryOp::copy, std::int64_t{1} << 50}, context_of(1, CacheState::cold));
  ASSERT_FALSE(workload);
  EXPECT_EQ(workload.error().kind, ErrorKind::unavailable);
  EXPECT_THAT(workload.error().what, testing::HasSubstr("the buffers need 2147483648 MiB"));
}

TEST(HostMemory, RefusesAnInvalidSpec) {
  EXPECT_EQ(make_host_memory(MemorySpec{MemoryOp::copy, 3}, context_of(1, CacheState::cold)).error().kind,
            ErrorKind::input);
}

}  // namespace
}  // namespace roofgate
