#include "bench/derived/common_rounds.hpp"

#include <gmock/gmock.h>

#include <array>

#include "tests/bench/derived/sample_siblings.hpp"

namespace roofgate {
namespace {

TEST(CommonRounds, RoundsAreMatchedByTheirIndex) {
  Case a = sample::chain("fused", {1.0, 2.0, 3.0});
  Case b = sample::chain("unfused", {10.0, 20.0, 30.0});
  std::swap(b.rounds[0], b.rounds[2]);
  b.rounds.erase(b.rounds.begin() + 1);  // index 1 is missing, 2 comes first
  const std::array<const Case*, 2> both{&a, &b};
  const auto rounds = common_rounds(both);
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[0].frame.index, 0);
  EXPECT_EQ(rounds[0].sources[1]->time_s, std::vector<double>{10.0});
  EXPECT_EQ(rounds[1].frame.index, 2);
  EXPECT_EQ(rounds[1].sources[1]->time_s, std::vector<double>{30.0});
}

TEST(CommonRounds, MarksOfAllAreEachKindOnceAndAWrongResultIsAnErrorHere) {
  Case a = sample::chain("fused", {1.0});
  Case b = sample::chain("unfused", {2.0});
  a.rounds[0].marks = {{MarkKind::contended, "steal 3 %"}};
  b.rounds[0].marks = {{MarkKind::contended, "steal 4 %"}, {MarkKind::wrong_result, "off by 7"}};
  const std::array<const Case*, 2> both{&a, &b};
  const auto rounds = common_rounds(both);
  ASSERT_EQ(rounds.at(0).frame.marks.size(), 2U);
  EXPECT_EQ(rounds[0].frame.marks[0].evidence, "elementwise/swiglu/fused: steal 3 %");
  EXPECT_EQ(rounds[0].frame.marks[1].kind, MarkKind::error);
  EXPECT_EQ(rounds[0].frame.marks[1].evidence, "elementwise/swiglu/unfused: off by 7");
}

TEST(CommonRounds, NoCasesHaveNone) { EXPECT_TRUE(common_rounds({}).empty()); }

}  // namespace
}  // namespace roofgate
