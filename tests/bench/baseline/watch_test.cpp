#include "bench/baseline/watch.hpp"

#include <gtest/gtest.h>

#include "bench/baseline/baseline_json.hpp"

namespace roofgate {
namespace {

Night night(int day, std::initializer_list<const char*> cases) {
  Night night;
  night.record_id = "r" + std::to_string(day);
  night.date = "2026-11-0" + std::to_string(day) + "T02:00:00Z";
  night.accepted_by = "test";
  night.accepted_at = night.date;
  night.reason = "test";
  for (const char* id : cases) {
    night.cases[id].definition = "v1";
    night.cases[id].round_location = {1.0 * day};
  }
  return night;
}

TEST(Watch, SuspectsLeaveTheNightAndAreWatched) {
  Baseline baseline{"machine", "quick", {}, {}};
  Night tonight = night(1, {"a", "b"});
  hold_back(baseline, tonight, {"b", "nobody"});
  EXPECT_EQ(tonight.cases.size(), 1U);
  ASSERT_EQ(baseline.watched.size(), 1U);
  EXPECT_EQ(baseline.watched[0].cases.count("b"), 1U);
  EXPECT_EQ(baseline.watched[0].record_id, "r1");
  hold_back(baseline, tonight, {});
  EXPECT_EQ(baseline.watched.size(), 1U);
}

TEST(Watch, AClearedCaseReturnsToItsNight) {
  Baseline baseline{"machine", "quick", {}, {}};
  Night tonight = night(1, {"a", "b"});
  hold_back(baseline, tonight, {"b"});
  baseline.nights = {tonight, night(2, {"a", "b"})};
  EXPECT_TRUE(release(baseline, {"b"}).empty()) << "it did not join for its age";
  EXPECT_TRUE(baseline.watched.empty());
  ASSERT_EQ(baseline.nights.size(), 2U);
  EXPECT_EQ(baseline.nights[0].cases.at("b").round_location.front(), 1.0);
}

TEST(Watch, ANightThatWasNotAcceptedComesBackWithTheClearedCaseOnly) {
  Baseline baseline{"machine", "quick", {night(1, {"a"}), night(3, {"a"})}, {}};
  Night refused = night(2, {"a", "b"});
  hold_back(baseline, refused, {"a", "b"});
  release(baseline, {"b"});
  ASSERT_EQ(baseline.nights.size(), 3U);
  EXPECT_EQ(baseline.nights[1].record_id, "r2");
  EXPECT_EQ(baseline.nights[1].cases.size(), 1U);
  ASSERT_EQ(baseline.watched.size(), 1U);
  EXPECT_EQ(baseline.watched[0].cases.count("a"), 1U);
}

TEST(Watch, TheOldestJoinTheReferenceOnceTwoNewerOnesAreWatched) {
  Baseline baseline{"machine", "quick", {}, {}};
  for (int day = 1; day <= 4; ++day) {
    Night tonight = night(day, {"a"});
    hold_back(baseline, tonight, {"a"});
    baseline.nights.push_back(tonight);
  }
  EXPECT_EQ(release(baseline, {}), std::set<std::string>{"a"});
  EXPECT_EQ(baseline.watched.size(), kWatchedNights);
  EXPECT_EQ(baseline.watched.front().record_id, "r3");
  EXPECT_EQ(baseline.nights[0].cases.count("a"), 1U);
  EXPECT_EQ(baseline.nights[2].cases.count("a"), 0U);
}

TEST(Watch, IsKeptInTheFile) {
  Baseline baseline{"machine", "quick", {night(1, {"a"})}, {night(2, {"b"})}};
  const auto read = parse_baseline(to_json_text(baseline), "test");
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->watched.size(), 1U);
  EXPECT_EQ(read->watched[0].cases.at("b").round_location.front(), 2.0);
}

}  // namespace
}  // namespace roofgate
