#include "bench/roofgate-bench/selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace roofgate {
namespace {

using testing::ElementsAre;

std::vector<SuiteCase> section() {
  std::vector<SuiteCase> cases(3);
  cases[0].spec = MemorySpec{MemoryOp::copy, 1024};
  CollectiveSpec allreduce;
  allreduce.bytes = 8;
  cases[1].spec = allreduce;
  cases[2].spec = MemorySpec{MemoryOp::triad, 1024};
  for (SuiteCase& each : cases) each.group = each.id();
  return cases;
}

std::vector<std::string> ids(const std::vector<PlannedCase>& cases) {
  std::vector<std::string> ids;
  for (const PlannedCase& planned : cases) ids.push_back(planned.suite_case.id());
  return ids;
}

TEST(Selection, ByScope) {
  EXPECT_THAT(ids(cases_in_world(section(), 1, CaseScope::single)),
              ElementsAre("memory/copy/bytes1024", "memory/triad/bytes1024"));
  EXPECT_THAT(ids(cases_in_world(section(), 4, CaseScope::collective)),
              ElementsAre("allreduce/bf16/out_of_place/bytes8/ranks4"));
  EXPECT_EQ(cases_in_world(section(), 4, CaseScope::both).size(), 3U);
  EXPECT_EQ(cases_in_world(section(), 4, CaseScope::single)[1].suite_index, 2U);
}

TEST(Selection, ByFileOfIds) {
  const auto cases = cases_listed_in(cases_in_world(section(), 2, CaseScope::both),
                                     "\n  memory/triad/bytes1024 \r\nallreduce/bf16/out_of_place/bytes8/ranks2", "ids");
  ASSERT_TRUE(cases);
  EXPECT_THAT(ids(*cases), ElementsAre("allreduce/bf16/out_of_place/bytes8/ranks2", "memory/triad/bytes1024"));
}

TEST(Selection, AnUnknownIdNamesItsLineAndTheNearest) {
  const auto cases = cases_listed_in(cases_in_world(section(), 1, CaseScope::both),
                                     "memory/copy/bytes1024\nmemory/triad/bytes124\n", "ids");
  ASSERT_FALSE(cases);
  EXPECT_EQ(to_string(cases.error()),
            "ids: line 2: there is no case 'memory/triad/bytes124' to measure here\n"
            "  hint: did you mean 'memory/triad/bytes1024'?");
  EXPECT_EQ(cases.error().kind, ErrorKind::usage);
}

TEST(Selection, AnEmptyFileNamesNothing) {
  const auto cases = cases_listed_in(cases_in_world(section(), 1, CaseScope::both), "\n \n", "ids");
  ASSERT_FALSE(cases);
  EXPECT_EQ(cases.error().what, "names no case");
}

TEST(Selection, ByRegularExpression) {
  const auto all = cases_in_world(section(), 1, CaseScope::both);
  EXPECT_THAT(ids(*cases_matching(all, "tri.d")), ElementsAre("memory/triad/bytes1024"));
  EXPECT_THAT(ids(*cases_matching(all, "-^memory")), ElementsAre("allreduce/bf16/out_of_place/bytes8/ranks1"));
  EXPECT_EQ(cases_matching(all, "")->size(), 3U);
  EXPECT_EQ(cases_matching(all, "all")->size(), 3U);
}

TEST(Selection, NoMatchIsAnError) {
  const auto none = cases_matching(cases_in_world(section(), 1, CaseScope::both), "gemm");
  ASSERT_FALSE(none);
  EXPECT_EQ(to_string(none.error()),
            "--benchmark_filter: no case matches 'gemm'\n  hint: --list shows the suite's cases");
}

TEST(Selection, AMalformedExpressionIsAnError) {
  const auto none = cases_matching(cases_in_world(section(), 1, CaseScope::both), "gemm(");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::usage);
  EXPECT_THAT(none.error().what, testing::StartsWith("'gemm(' is not a regular expression: "));
}

TEST(Selection, RoundsDifferInOrderAndRepeatTheirs) {
  std::vector<SuiteCase> many(12);
  for (std::size_t i = 0; i < many.size(); ++i) {
    many[i].spec = MemorySpec{MemoryOp::copy, static_cast<std::int64_t>(4 * (i + 1))};
    many[i].group = many[i].id();
  }
  const auto cases = cases_in_world(many, 1, CaseScope::single);
  std::set<std::vector<std::string>> orders;
  for (int round = 0; round < 5; ++round) orders.insert(ids(in_round_order(cases, 1, round)));
  EXPECT_EQ(orders.size(), 5U);
  EXPECT_EQ(ids(in_round_order(cases, 1, 3)), ids(in_round_order(cases, 1, 3)));
  EXPECT_NE(ids(in_round_order(cases, 1, 3)), ids(in_round_order(cases, 2, 3)));
}

TEST(Selection, DataIsFreshInEachRoundAndCase) {
  EXPECT_EQ(data_seed(1, 0, "a"), data_seed(1, 0, "a"));
  EXPECT_NE(data_seed(1, 0, "a"), data_seed(1, 1, "a"));
  EXPECT_NE(data_seed(1, 0, "a"), data_seed(1, 0, "b"));
  EXPECT_NE(data_seed(1, 0, "a"), data_seed(2, 0, "a"));
  EXPECT_NE(data_seed(0, 1, "a"), data_seed(1, 0, "a"));
}

}  // namespace
}  // namespace roofgate
