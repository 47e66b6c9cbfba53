// What needs no second rank. The rest is in mpi_ranks.cpp, under mpirun.
#include "kernels/collective/host_collective.hpp"

#include <gmock/gmock.h>

#include <array>

#include "kernels/collective/bf16_sum.hpp"
#include "kernels/collective/mpi_world.hpp"

namespace roofgate {
namespace {

HostContext context() {
  HostContext made;
  made.last_level_cache = Bytes{1 << 20};
  return made;
}

CollectiveSpec spec(DType dtype, bool in_place, std::int64_t bytes, int ranks = 1) {
  CollectiveSpec made;
  made.dtype = dtype;
  made.in_place = in_place;
  made.bytes = bytes;
  made.ranks = ranks;
  return made;
}

TEST(HostAllreduce, OneRankCopiesAndIsChecked) {
  SoloWorld world;
  for (const DType dtype : {DType::bf16, DType::fp32}) {
    for (const bool in_place : {false, true}) {
      const auto workload = make_host_collective(spec(dtype, in_place, 4096), context(), world);
      ASSERT_TRUE(workload) << to_string(workload.error());
      const auto check = (*workload)->check();
      ASSERT_TRUE(check);
      EXPECT_TRUE(check->passed) << check->detail;
      EXPECT_TRUE((*workload)->launch((*workload)->set_count() - 1));
      EXPECT_EQ((*workload)->algorithm().at("transport"), "none: one rank copies");
    }
  }
}

TEST(HostAllreduce, ColdSetsExceedTwiceTheCache) {
  SoloWorld world;
  const auto workload = make_host_collective(spec(DType::fp32, false, 1 << 18), context(), world);
  ASSERT_TRUE(workload);
  EXPECT_GT(static_cast<double>((*workload)->set_count()) * (2 << 18), 2.0 * (1 << 20));
}

TEST(HostAllreduce, RefusesAWorldOfAnotherSize) {
  SoloWorld world;
  const auto workload = make_host_collective(spec(DType::fp32, false, 4096, 2), context(), world);
  ASSERT_FALSE(workload);
  EXPECT_EQ(workload.error().what, "made for 2 ranks, but the world has 1");
}

TEST(HostAllreduce, RefusesABrokenSpec) {
  SoloWorld world;
  EXPECT_EQ(make_host_collective(spec(DType::fp16, false, 4096), context(), world).error().kind, ErrorKind::input);
}

TEST(Bf16Sum, AddsInFp32AndRoundsToNearestEven) {
  // 256 + 1 is a tie between 256 and 258: to even. 256 + 3 is a tie between 258 and 260: to even.
  std::array<Bf16, 67> in{};
  std::array<Bf16, 67> inout{};
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = to_bf16(i % 2 == 0 ? 1.0F : 3.0F);
    inout[i] = to_bf16(256.0F);
  }
  add_bf16(in.data(), inout.data(), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(to_float(inout[i]), i % 2 == 0 ? 256.0F : 260.0F) << i;
}

TEST(MpiLibraryVersion, IsNameAndNumber) {
  EXPECT_THAT(mpi_library_version(), ::testing::ContainsRegex("[0-9]"));
  EXPECT_THAT(mpi_library_version(), ::testing::Not(::testing::ContainsRegex("[,\n]")));
}

}  // namespace
}  // namespace roofgate
