#include "bench/scaling/bisection.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/bench/scaling/sample_worlds.hpp"

namespace roofgate {
namespace {

/// All pairs of `ranks`, each taking 1 ms times what `factor` says.
template <class Factor>
std::vector<PairTime> all_pairs(int ranks, Factor factor) {
  std::vector<PairTime> pairs;
  for (int a = 0; a < ranks; ++a) {
    for (int b = a + 1; b < ranks; ++b) pairs.push_back({a, b, Seconds{1e-3 * factor(a, b)}, false, 1.0});
  }
  return pairs;
}

TEST(Bisection, ASlowRankSlowsAllOfItsPairs) {
  for (const int ranks : {4, 5, 8, 16}) {
    auto pairs = all_pairs(ranks, [](int a, int b) { return a == 2 || b == 2 ? 1.8 : 1.0; });
    const auto slow = slow_parts(pairs, ranks);
    ASSERT_EQ(slow.size(), 1U) << ranks;
    EXPECT_EQ(slow[0].rank, 2);
    EXPECT_FALSE(slow[0].peer);
    EXPECT_NEAR(slow[0].ratio, 1.8, 1e-9);
    EXPECT_EQ(slow[0].pairs, static_cast<std::size_t>(ranks - 1));
  }
}

TEST(Bisection, ASlowLinkSlowsOnePair) {
  auto pairs = all_pairs(8, [](int a, int b) { return a == 1 && b == 6 ? 2.0 : 1.0; });
  const auto slow = slow_parts(pairs, 8);
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_EQ(slow[0].rank, 1);
  EXPECT_EQ(slow[0].peer, 6);
  EXPECT_NEAR(slow[0].ratio, 2.0, 1e-9);
}

TEST(Bisection, BothAreToldApart) {
  auto pairs = all_pairs(8, [](int a, int b) { return a == 3 || b == 3 ? 1.5 : a == 1 && b == 6 ? 3.0 : 1.0; });
  const auto slow = slow_parts(pairs, 8);
  ASSERT_EQ(slow.size(), 2U);
  EXPECT_EQ(slow[0].peer, 6);
  EXPECT_EQ(slow[1].rank, 3);
}

TEST(Bisection, SmallDifferencesAreNotSlow) {
  auto pairs = all_pairs(8, [](int a, int b) { return 1.0 + 0.01 * ((a * 3 + b) % 8); });
  EXPECT_TRUE(slow_parts(pairs, 8).empty());
}

TEST(Bisection, PairsBetweenNodesAreComparedAmongThemselves) {
  auto pairs = all_pairs(8, [](int a, int b) { return a / 4 == b / 4 ? 1.0 : 10.0; });
  for (PairTime& pair : pairs) pair.between_nodes = pair.a / 4 != pair.b / 4;
  EXPECT_TRUE(slow_parts(pairs, 8).empty());
}

TEST(Bisection, OnePairingCannotTellARankFromItsLink) {
  std::vector<PairTime> pairs{
      {0, 1, Seconds{1e-3}}, {2, 3, Seconds{1e-3}}, {4, 5, Seconds{1e-3}}, {6, 7, Seconds{2e-3}}};
  const auto slow = slow_parts(pairs, 8);
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_FALSE(slow[0].is_told_apart);
}

}  // namespace
}  // namespace roofgate
