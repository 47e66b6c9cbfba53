#include "bench/roofgate-bench/rank_place.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "tests/kernels/base/thread_world.hpp"

namespace roofgate {
namespace {

// Each rank's place, rank i having cpus[i] and all ranks sharing `node`.
std::vector<RankPlace> places(const std::vector<std::vector<int>>& cpus, const std::vector<int>& node) {
  const int size = static_cast<int>(cpus.size());
  SharedBoard board{size};
  std::vector<RankPlace> places(cpus.size());
  std::vector<std::thread> ranks;
  for (int rank = 0; rank < size; ++rank) {
    ranks.emplace_back([&, rank] {
      ThreadWorld world{board, rank, size};
      const auto place = place_of_rank(world, cpus[static_cast<std::size_t>(rank)], 100 + rank, node);
      if (place) places[static_cast<std::size_t>(rank)] = *place;
    });
  }
  for (std::thread& rank : ranks) rank.join();
  return places;
}

TEST(RankPlace, ALoneRankHasItsOwnCpus) {
  SoloWorld world;
  const auto place = place_of_rank(world, {0, 1, 77}, 100, {0});
  ASSERT_TRUE(place);
  EXPECT_EQ(place->node_cpus, (std::vector<int>{0, 1, 77}));
  EXPECT_EQ(place->ranks_on_node, 1);
  EXPECT_EQ(threads_of_rank(*place, 2), 2);
}

TEST(RankPlace, BoundRanksKnowTheirNodesCpus) {
  const auto all = places({{0}, {1}, {130}}, {0, 1, 2});
  for (const RankPlace& place : all) EXPECT_EQ(place.node_cpus, (std::vector<int>{0, 1, 130}));
  EXPECT_EQ(all[2].own_cpus, (std::vector<int>{130}));
  EXPECT_EQ(all[2].rank_on_node, 2);
  EXPECT_EQ(threads_of_rank(all[2], 3), 1);
}

TEST(RankPlace, OtherNodesCpusAreNotOurs) {
  const auto all = places({{0}, {1}, {2}, {3}}, {1, 3});
  EXPECT_EQ(all[1].node_cpus, (std::vector<int>{1, 3}));
  EXPECT_EQ(all[3].rank_on_node, 1);
  EXPECT_EQ(all[3].node_pids, (std::vector<int>{101, 103}));
}

// Each would pin its first thread to the first of its CPUs.
TEST(RankPlace, RanksThatShareCpusBeginAtDifferentPlaces) {
  const auto unbound = places({{0, 1, 60}, {0, 1, 60}, {0, 1, 60}, {0, 1, 60}}, {0, 1, 3});
  EXPECT_EQ(first_place_of_rank(unbound[0], 2), 0);
  EXPECT_EQ(first_place_of_rank(unbound[1], 2), 2);
  EXPECT_EQ(first_place_of_rank(unbound[3], 2), 4) << "rank 2 is on another node";
  const auto by_socket = places({{0, 1}, {0, 1}, {2, 3}, {2, 3}, {0, 1, 60}}, {0, 1, 2, 3, 4});
  EXPECT_EQ(first_place_of_rank(by_socket[1], 1), 1);
  EXPECT_EQ(first_place_of_rank(by_socket[2], 1), 0);
  EXPECT_EQ(first_place_of_rank(by_socket[3], 1), 1);
  EXPECT_EQ(first_place_of_rank(by_socket[4], 1), 0) << "CPU 60 makes it another set";
}

TEST(RankPlace, UnboundRanksShareTheCores) {
  RankPlace place;
  place.ranks_on_node = 2;
  place.own_cpus = {0, 1, 2, 3, 4, 5, 6, 7};
  place.node_cpus = place.own_cpus;
  EXPECT_EQ(threads_of_rank(place, 8), 4);
  EXPECT_EQ(threads_of_rank(place, 4), 2) << "two hardware threads per core";
  place.ranks_on_node = 16;
  EXPECT_EQ(threads_of_rank(place, 8), 1);
}

}  // namespace
}  // namespace roofgate
