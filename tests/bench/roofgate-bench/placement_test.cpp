#include "bench/roofgate-bench/placement.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "tests/kernels/base/thread_world.hpp"

namespace roofgate {
namespace {

TEST(CpuList, IsTheKernels) {
  EXPECT_EQ(cpu_list({}), "");
  EXPECT_EQ(cpu_list({3}), "3");
  EXPECT_EQ(cpu_list({0, 1, 2, 3, 8}), "0-3,8");
  EXPECT_EQ(cpu_list({0, 2, 4, 5}), "0,2,4-5");
}

TEST(Placement, EveryRankLearnsWhereAllSit) {
  constexpr int kRanks = 4;
  SharedBoard board{kRanks};
  std::vector<PlacedWorld> seen(kRanks);
  std::vector<std::thread> ranks;
  for (int rank = 0; rank < kRanks; ++rank) {
    ranks.emplace_back([&, rank] {
      ThreadWorld world{board, rank, kRanks};
      OwnPlacement mine;
      mine.rank = {rank < 2 ? "a.cluster.example" : "b", "0-3,8", rank % 2, std::nullopt, "mlx5_1"};
      mine.launcher = "srun";
      mine.rank_on_node = rank % 2;
      mine.oversubscribed = rank == 3;
      if (auto placed = gather_placement(world, mine)) seen[static_cast<std::size_t>(rank)] = *placed;
    });
  }
  for (std::thread& rank : ranks) rank.join();
  for (const PlacedWorld& world : seen) EXPECT_TRUE(are_equal(world, seen[0]));
  EXPECT_EQ(seen[0].nodes, 2);
  EXPECT_EQ(seen[0].launcher, "srun");
  EXPECT_TRUE(seen[0].oversubscribed);
  ASSERT_EQ(seen[0].ranks.size(), 4U);
  const RankPlacement& second = seen[0].ranks[1];
  EXPECT_EQ(second.node, "a.cluster.example");
  EXPECT_EQ(second.cpus, "0-3,8");
  EXPECT_EQ(second.device, 1);
  EXPECT_EQ(second.numa, std::nullopt);
  EXPECT_EQ(second.nic, "mlx5_1");
  EXPECT_EQ(seen[0].ranks[2].node, "b");
  PlacedWorld moved = seen[0];
  moved.ranks[3].cpus = "4";
  EXPECT_FALSE(are_equal(moved, seen[0]));
}

TEST(Placement, AWorldOfOneIsPlacedToo) {
  SoloWorld world;
  const auto placed = gather_placement(world, {{"a", "0", std::nullopt, 0, ""}, "none", 0, false});
  ASSERT_TRUE(placed);
  EXPECT_EQ(placed->nodes, 1);
  EXPECT_EQ(placed->ranks[0].numa, 0);
}

}  // namespace
}  // namespace roofgate
