#include "kernels/collective/nccl_choice.hpp"

#include <gmock/gmock.h>

namespace roofgate {
namespace {

TEST(TransportUse, SeesAFallBack) {
  EXPECT_TRUE(use_of_transport("p2p", {"P2P/CUMEM"}, "RING").is_used);
  EXPECT_EQ(use_of_transport("p2p", {"P2P/CUMEM"}, "RING").instead, "");
  EXPECT_EQ(use_of_transport("p2p", {"P2P/CUMEM", "SHM/direct"}, "RING").instead, "SHM/direct");
  EXPECT_EQ(use_of_transport("shm", {"NET/Socket"}, "RING").instead, "NET/Socket");
}

TEST(TransportUse, OfTheNetworkIsAboutTheNetworkAlone) {
  const TransportUse mixed = use_of_transport("net_ib", {"NET/IB/GDRDMA", "P2P/CUMEM"}, "RING");
  EXPECT_TRUE(mixed.is_used);
  EXPECT_EQ(mixed.instead, "");
  const TransportUse fallen = use_of_transport("net_ib", {"NET/Socket", "P2P/CUMEM"}, "RING");
  EXPECT_FALSE(fallen.is_used);
  EXPECT_EQ(fallen.instead, "NET/Socket");
  EXPECT_TRUE(use_of_transport("net_socket", {"NET/Socket"}, "RING").is_used);
}

TEST(TransportUse, OfNvlsIsAboutTheAlgorithm) {
  EXPECT_TRUE(use_of_transport("nvls", {"P2P/CUMEM"}, "NVLS_TREE").is_used);
  EXPECT_EQ(use_of_transport("nvls", {}, "RING").instead, "RING");
  EXPECT_FALSE(use_of_transport("nvls", {}, "").is_used);
}

CollectiveSpec demanding(const std::string& transport) {
  CollectiveSpec spec;
  spec.bytes = 8;
  spec.transport = transport;
  return spec;
}

TEST(AssertTransport, PassesWhereNothingIsDemandedOrItIsUsed) {
  SoloWorld world;
  EXPECT_TRUE(assert_transport(world, demanding(""), {}, false));
  EXPECT_TRUE(assert_transport(world, demanding("net_ib"), {true, ""}, true));
}

TEST(AssertTransport, ASilentFallBackIsAFailure) {
  SoloWorld world;
  const auto fallen = assert_transport(world, demanding("net_ib"), {false, "NET/Socket"}, true);
  ASSERT_FALSE(fallen);
  EXPECT_EQ(fallen.error().kind, ErrorKind::measurement);
  EXPECT_EQ(fallen.error().what, "net_ib is demanded, but rank 0 uses NET/Socket");
  EXPECT_EQ(assert_transport(world, demanding("shm"), {false, ""}, true).error().what,
            "shm is demanded, but no rank uses it");
  EXPECT_EQ(assert_transport(world, demanding("nvls"), {true, ""}, false).error().what,
            "whether NCCL uses nvls is not known");
}

TEST(NcclFunction, IsTheLogsWord) {
  EXPECT_EQ(nccl_function(CollectiveOp::allreduce), "AllReduce");
  EXPECT_EQ(nccl_function(CollectiveOp::reduce_scatter), "ReduceScatter");
}

}  // namespace
}  // namespace roofgate
