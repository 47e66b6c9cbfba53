// Runs on every rank under mpirun (CMakeLists.txt): each test is executed by all ranks together, in the same order.
#include <gmock/gmock.h>
#include <mpi.h>

#include <iostream>
#include <string>
#include <tuple>

#include "kernels/collective/host_collective.hpp"
#include "kernels/collective/mpi_world.hpp"
#include "kernels/collective/node.hpp"
#include "kernels/collective/pairs.hpp"
#include "tests/kernels/collective/ranks.hpp"

namespace {

/// What a broken library or network does, on one rank alone.
enum class Fault { none, wrong_output, wrong_input };

Fault the_fault = Fault::none;
int the_faulty_rank = 0;
constexpr std::size_t kFaultyElement = 5;

}  // namespace

// The profiling interface (MPI 3.1, chapter 14): this definition comes before the library's, which stays
// PMPI_Allreduce.
extern "C" int MPI_Allreduce(const void* input, void* output, int count, MPI_Datatype type, MPI_Op operation,
                             MPI_Comm communicator) {
  const int code = PMPI_Allreduce(input, output, count, type, operation, communicator);
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  if (rank != the_faulty_rank || type != MPI_FLOAT) return code;
  if (the_fault == Fault::wrong_output) static_cast<float*>(output)[kFaultyElement] += 1.0F;
  if (the_fault == Fault::wrong_input) static_cast<float*>(const_cast<void*>(input))[kFaultyElement] += 1.0F;
  return code;
}

namespace roofgate {
namespace {

TEST(MpiRanks, GatherIsInRankOrder) {
  const auto gathered = the_world->all_gather(10.0 * the_world->rank());
  ASSERT_TRUE(gathered);
  ASSERT_EQ(gathered->size(), static_cast<std::size_t>(the_world->size()));
  for (int rank = 0; rank < the_world->size(); ++rank) {
    EXPECT_EQ((*gathered)[static_cast<std::size_t>(rank)], 10.0 * rank);
  }
}

TEST(MpiRanks, BroadcastIsRankZeros) {
  EXPECT_EQ(the_world->broadcast(the_world->rank() == 0 ? 42.0 : -1.0), 42.0);
  std::vector<std::byte> bytes(1000, std::byte{static_cast<unsigned char>(the_world->rank())});
  ASSERT_TRUE(the_world->broadcast_bytes(bytes));
  EXPECT_EQ(bytes, std::vector<std::byte>(1000, std::byte{0}));
  EXPECT_TRUE(the_world->broadcast_bytes({}));
}

TEST(MpiRanks, AllAreOnThisNode) { EXPECT_EQ(static_cast<int>(ranks_here(*the_world)->size()), the_world->size()); }

TEST(MpiRanks, ASecondWorldIsRefused) {
  const auto second = make_mpi_world();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().what, "MPI can be initialised only once in a process");
}

struct Shape {
  DType dtype;
  bool in_place;
  std::int64_t bytes;
};

class MpiCollective : public ::testing::TestWithParam<std::tuple<CollectiveOp, Shape>> {};

TEST_P(MpiCollective, IsExactOnEveryRankBeforeAndAfterTiming) {
  CollectiveSpec spec;
  spec.op = std::get<0>(GetParam());
  const Shape& shape = std::get<1>(GetParam());
  spec.dtype = shape.dtype;
  spec.in_place = spec.op == CollectiveOp::broadcast || (shape.in_place && spec.op != CollectiveOp::send_recv);
  spec.bytes = shape.bytes;
  spec.ranks = the_world->size();
  if (!spec.exists_among(spec.ranks)) GTEST_SKIP() << "one rank has no partner";
  HostContext context;
  context.last_level_cache = Bytes{1 << 20};
  const auto workload = make_host_collective(spec, context, *the_world);
  ASSERT_TRUE(workload) << to_string(workload.error());
  for (int repeat = 0; repeat < 2; ++repeat) {
    const auto check = (*workload)->check();
    ASSERT_TRUE(check) << to_string(check.error());
    EXPECT_TRUE(check->passed) << check->detail;
    for (std::size_t launch = 0; launch < 3; ++launch) {
      ASSERT_TRUE((*workload)->launch(launch % (*workload)->set_count()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, MpiCollective,
    ::testing::Combine(::testing::Values(CollectiveOp::allreduce, CollectiveOp::reduce_scatter,
                                         CollectiveOp::all_gather, CollectiveOp::all_to_all, CollectiveOp::broadcast,
                                         CollectiveOp::send_recv),
                       ::testing::Values(Shape{DType::bf16, false, 2}, Shape{DType::bf16, true, 2},
                                         Shape{DType::fp32, false, 4}, Shape{DType::fp32, true, 8},
                                         Shape{DType::bf16, false, 131074}, Shape{DType::bf16, true, 65538},
                                         Shape{DType::fp32, false, 400004}, Shape{DType::fp32, true, 1 << 20})));

TEST(MpiRanks, EveryPairingExchanges) {
  CollectiveSpec spec;
  spec.op = CollectiveOp::send_recv;
  spec.bytes = 4096;
  spec.ranks = the_world->size();
  for (spec.pairing = 1; spec.pairing <= pairings_of(spec.ranks); ++spec.pairing) {
    const auto workload = make_host_collective(spec, HostContext{}, *the_world);
    ASSERT_TRUE(workload) << to_string(workload.error());
    EXPECT_TRUE((*workload)->check()->passed);
  }
  EXPECT_EQ(make_host_collective(spec, HostContext{}, *the_world).error().kind, ErrorKind::unavailable);
}

TEST(MpiRanks, WhatOnlyNcclHasIsUnavailable) {
  CollectiveSpec spec;
  spec.bytes = 8;
  spec.ranks = the_world->size();
  spec.registered = true;
  EXPECT_EQ(make_host_collective(spec, HostContext{}, *the_world).error().what,
            "registered buffers and transports are NCCL's");
  spec.registered = false;
  spec.op = CollectiveOp::broadcast;
  EXPECT_EQ(make_host_collective(spec, HostContext{}, *the_world).error().what, "MPI broadcasts in place only");
}

class MpiFault : public ::testing::TestWithParam<Fault> {
 protected:
  ~MpiFault() override { the_fault = Fault::none; }
};

TEST_P(MpiFault, IsFoundByTheRankThatHasIt) {
  CollectiveSpec spec;
  spec.dtype = DType::fp32;
  spec.bytes = 4096;
  spec.ranks = the_world->size();
  const auto workload = make_host_collective(spec, HostContext{}, *the_world);
  ASSERT_TRUE(workload);
  the_faulty_rank = the_world->size() - 1;
  the_fault = GetParam();
  const auto check = (*workload)->check();
  ASSERT_TRUE(check);
  EXPECT_EQ(check->passed, the_world->rank() != the_faulty_rank);
  if (!check->passed) {
    EXPECT_EQ(check->worst_error, 2.0) << "the tolerance is nothing: 1 and the difference";
    EXPECT_THAT(check->detail, ::testing::StartsWith("element 5 of 1024:"));
  }
  the_fault = Fault::none;
  EXPECT_TRUE((*workload)->check()->passed);
}

INSTANTIATE_TEST_SUITE_P(Faults, MpiFault, ::testing::Values(Fault::wrong_output, Fault::wrong_input));

// A failure of one rank alone is known to all: no rank goes on into a collective that nobody answers.
TEST(MpiRanks, AWrongSizeIsRefusedByEveryRank) {
  CollectiveSpec spec;
  spec.bytes = 8;
  spec.ranks = the_world->size() + 1;
  EXPECT_FALSE(make_host_collective(spec, HostContext{}, *the_world));
}

}  // namespace
}  // namespace roofgate
