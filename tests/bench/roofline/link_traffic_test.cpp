#include "bench/roofline/link_traffic.hpp"

#include <gtest/gtest.h>

#include "bench/roofline/collective_traffic.hpp"
#include "kernels/collective/collective_spec.hpp"
#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

TEST(LinkTraffic, BusFactorIsTheOneThatTheWorkloadStates) {
  for (const int ranks : {1, 2, 3, 8, 64}) {
    EXPECT_EQ(bus_factor(Collective::allreduce, ranks), allreduce_bus_factor(ranks));
  }
}

TEST(LinkTraffic, OfAnAllreduceIsMessageTimesBusFactor) {
  EXPECT_DOUBLE_EQ(link_traffic(sample::allreduce(1, 1000, 8), 8).value(), 1750.0);
  EXPECT_DOUBLE_EQ(least_link_traffic(sample::allreduce(1, 1000, 8), 8).value(), 875.0);
}

TEST(LinkTraffic, IsUnknownForOneRankAndForMoreRanksThanDevices) {
  EXPECT_EQ(link_traffic(sample::allreduce(1, 1000, 1), 8).value(), 0.0);
  EXPECT_EQ(link_traffic(sample::allreduce(1, 1000, 16), 8).value(), 0.0);
  EXPECT_EQ(least_link_traffic(sample::allreduce(1, 1000, 16), 8).value(), 0.0);
}

TEST(LinkTraffic, SeveralNodesAreNoKnownLink) {
  Case imported = sample::allreduce(1, 1000, 8);
  imported.parameters["nodes"] = 1.0;
  EXPECT_GT(link_traffic(imported, 8), Bytes{});
  imported.parameters["nodes"] = 2.0;
  EXPECT_EQ(link_traffic(imported, 8), Bytes{});
  EXPECT_EQ(least_link_traffic(imported, 8), Bytes{});
}

TEST(LinkTraffic, OfAPeerCopyIsItsBytes) {
  Case peer = sample::copy(1);
  peer.id = "memory/peer_copy/bytes1073741824";
  peer.work.link_bytes = Bytes{1073741824};
  EXPECT_EQ(link_traffic(peer, 2), Bytes{1073741824});
  EXPECT_EQ(link_traffic(sample::copy(1), 2), Bytes{0});
}

}  // namespace
}  // namespace roofgate
