#include "bench/roofgate-bench/node_devices.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "tests/kernels/base/thread_world.hpp"

namespace roofgate {
namespace {

/// Device `n` of a node.
NodeDevice device(int n) {
  return {"GPU-" + std::to_string(n), "0000:" + std::to_string(10 + n) + ":00.0", "Sample GPU"};
}

std::vector<NodeDevice> devices(std::initializer_list<int> numbers) {
  std::vector<NodeDevice> all;
  for (const int n : numbers) all.push_back(device(n));
  return all;
}

TEST(NodeDevices, RanksThatSeeAllTakeThemInTurn) {
  const auto shares = share_devices({devices({1, 0, 2}), devices({1, 0, 2}), devices({1, 0, 2})});
  for (std::size_t rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(shares[rank].own, rank);
    EXPECT_EQ(shares[rank].index, static_cast<int>(rank)) << "the order that all see is the node's";
    EXPECT_EQ(shares[rank].most_ranks, 1);
    EXPECT_EQ(shares[rank].devices.size(), 3U);
  }
}

TEST(NodeDevices, RanksThatSeeOneEachDoNotShareIt) {
  const auto shares = share_devices({devices({0}), devices({3}), devices({1}), devices({2})});
  const std::vector<int> expected{0, 3, 1, 2};
  for (std::size_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(shares[rank].own, 0U);
    EXPECT_EQ(shares[rank].index, expected[rank]) << "by PCI address";
    EXPECT_EQ(shares[rank].most_ranks, 1);
    EXPECT_EQ(shares[rank].devices.size(), 4U);
  }
}

TEST(NodeDevices, MoreRanksThanDevicesShareOne) {
  EXPECT_EQ(share_devices({devices({0}), devices({0})})[1].most_ranks, 2);
  const auto shares = share_devices({devices({0, 1}), devices({0, 1}), devices({0, 1})});
  EXPECT_EQ(shares[2].own, 0U);
  EXPECT_EQ(shares[0].most_ranks, 2);
}

TEST(NodeDevices, ARankWithFewChoicesChoosesFirst) {
  const auto shares = share_devices({devices({0, 1}), devices({0})});
  EXPECT_EQ(shares[0].own, 1U);
  EXPECT_EQ(shares[1].own, 0U);
  EXPECT_EQ(shares[0].most_ranks, 1);
}

TEST(NodeDevices, SlicesOfOneDeviceAreSeveral) {
  const NodeDevice first{"MIG-a", "0000:17:00.0", "H200 MIG 1g"};
  const NodeDevice second{"MIG-b", "0000:17:00.0", "H200 MIG 1g"};
  const auto shares = share_devices({{first}, {second}});
  EXPECT_EQ(shares[0].devices.size(), 2U);
  EXPECT_EQ(shares[0].most_ranks, 1);
}

TEST(NodeDevices, WithoutAnyNothingIsShared) {
  const auto shares = share_devices({{}, {}});
  EXPECT_TRUE(shares[0].devices.empty());
  EXPECT_EQ(shares[0].most_ranks, 1);
}

TEST(NodeDevices, EveryRankLearnsItsNodesDevices) {
  constexpr int kRanks = 4;  // two on each of two nodes; the fourth sees two devices
  SharedBoard board{kRanks};
  std::vector<DeviceShare> shares(kRanks);
  std::vector<std::thread> ranks;
  const std::vector<std::vector<NodeDevice>> visible{devices({0}), devices({1}), devices({5}), devices({5, 6})};
  for (int rank = 0; rank < kRanks; ++rank) {
    ranks.emplace_back([&, rank] {
      ThreadWorld world{board, rank, kRanks};
      const std::vector<int> node = rank < 2 ? std::vector<int>{0, 1} : std::vector<int>{2, 3};
      const auto place = static_cast<std::size_t>(rank);
      if (auto share = device_share_of_rank(world, visible[place], node)) shares[place] = *share;
    });
  }
  for (std::thread& rank : ranks) rank.join();
  EXPECT_EQ(shares[1].index, 1);
  EXPECT_EQ(shares[1].devices.size(), 2U);
  EXPECT_EQ(shares[3].own, 1U);
  EXPECT_EQ(shares[3].devices.back().uuid, "GPU-6");
  EXPECT_EQ(shares[3].devices.back().name, "Sample GPU");
}

TEST(NodeDevices, TheRecordHasThoseThatThisRankDoesNotSee) {
  DeviceInfo own, told;
  own.name = "Sample GPU";
  own.uuid = device(1).uuid;
  own.multiprocessors = 132;
  own.power_limit = Watts{700.0};
  told.uuid = device(0).uuid;
  told.power_limit = Watts{600.0};
  const DeviceShare share = share_devices({devices({0}), devices({1}), devices({2})})[1];
  const std::vector<DeviceInfo> all = devices_of_node(share, {own}, {own, told});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].uuid, "GPU-0");
  EXPECT_EQ(all[0].multiprocessors, 132);
  EXPECT_EQ(all[0].power_limit, Watts{600.0}) << "NVML tells of it";
  EXPECT_EQ(all[1].power_limit, Watts{700.0});
  EXPECT_EQ(all[1].index, 1);
  EXPECT_EQ(all[2].uuid, "GPU-2");
  EXPECT_EQ(all[2].power_limit, Watts{700.0}) << "nobody tells: as the one of its name";
}

}  // namespace
}  // namespace roofgate
