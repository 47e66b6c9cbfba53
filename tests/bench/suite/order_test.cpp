#include "bench/suite/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace roofgate {
namespace {

std::vector<SuiteCase> cases_in_groups(const std::vector<std::string>& groups) {
  std::vector<SuiteCase> cases(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) cases[i].group = groups[i];
  return cases;
}

TEST(Order, IsAPermutation) {
  std::vector<std::size_t> order = shuffled_order(cases_in_groups({"a", "b", "c", "a", "d"}), 7);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(Order, KeepsGroupsBackToBack) {
  const auto cases = cases_in_groups({"a", "b", "a", "c", "b", "a"});
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto order = shuffled_order(cases, seed);
    std::set<std::string> closed;
    for (std::size_t i = 1; i < order.size(); ++i) {
      const std::string& before = cases[order[i - 1]].group;
      if (cases[order[i]].group != before) closed.insert(before);
      EXPECT_EQ(closed.count(cases[order[i]].group), 0U) << "seed " << seed;
    }
  }
}

// The engine's output is fixed by the standard, so the order of a seed is the same on every machine. The expected one
// comes from an independent mt19937_64 and Fisher-Yates in Python.
TEST(Order, KnownOrderOfASeed) {
  const auto cases = cases_in_groups({"a", "b", "c", "d", "e", "f"});
  EXPECT_EQ(shuffled_order(cases, 1), shuffled_order(cases, 1));
  EXPECT_EQ(shuffled_order(cases, 1), (std::vector<std::size_t>{1, 3, 0, 4, 5, 2}));
}

TEST(Order, EveryCaseComesFirstAboutEquallyOften) {
  const auto cases = cases_in_groups({"a", "b", "c", "d"});
  std::vector<int> first(4);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) ++first[shuffled_order(cases, seed).front()];
  // Binomial(4000, 1/4) has a standard deviation of 27.4; the seeds are fixed, so this never varies.
  for (const int count : first) EXPECT_NEAR(count, 1000, 4 * 27.4);
}

TEST(Order, NoCasesNoOrder) { EXPECT_TRUE(shuffled_order({}, 3).empty()); }

}  // namespace
}  // namespace roofgate
