#include "bench/baseline/case_history.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

namespace roofgate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kCase = "memory/copy";

Night night(int day, double time_s, const std::string& definition = "d1") {
  Night night;
  night.record_id = fmt::format("r{:02}", day);
  night.date = fmt::format("2026-{:02}-{:02}T02:00:00Z", 9 + day / 28, 1 + day % 28);
  night.accepted_by = "ci";
  night.reason = "not slower than the baseline";
  night.software = {{"driver", day < 12 ? "580" : "590"}};
  const double wobble = 1.0 + 0.001 * ((day * 7) % 5 - 2);
  night.cases[kCase] = CaseNight{definition, {time_s * wobble}, {}, {}, {}};
  return night;
}

/// Twelve nights of 1 ms, then `slow` of 1.1 ms.
Baseline stepped(int slow) {
  Baseline baseline{"machine", "quick", {}};
  for (int day = 0; day < 12 + slow; ++day) baseline.nights.push_back(night(day, day < 12 ? 1e-3 : 1.1e-3));
  return baseline;
}

Record record_of_day(int day, bool is_marked) {
  Record record;
  record.id = fmt::format("r{:02}", day);
  record.started_at = night(day, 1.0).date;
  record.finished_at = record.started_at;
  record.rounds_planned = 3;
  Case measured;
  measured.id = kCase;
  measured.definition = "d1";
  for (int i = 0; i < 3; ++i) {
    Round round;
    round.index = i;
    round.time_s = {1.1e-3};
    if (is_marked) round.marks = {{MarkKind::contended, "CPU steal 12 %"}};
    measured.rounds.push_back(round);
  }
  record.cases.push_back(measured);
  return record;
}

TEST(CaseHistory, AStepIsOneChangeWithWhatElseChangedThatNight) {
  const Baseline baseline = stepped(10);
  const CaseHistory history = history_of(&baseline, {}, kCase);
  EXPECT_EQ(history.points.size(), 22U);
  ASSERT_EQ(history.changes.size(), 1U);
  EXPECT_EQ(history.points[history.changes[0].first].record_id, "r12");
  EXPECT_NEAR(history.changes[0].after / history.changes[0].before, 1.1, 0.005);
  ASSERT_TRUE(history.changes[0].software.contains("driver"));
  EXPECT_EQ(history.changes[0].software.at("driver").second, "590");
}

TEST(CaseHistory, AChangeKeepsItsNightWhileNewNightsArrive) {
  for (const int slow : {6, 9, 14, 25}) {
    const Baseline baseline = stepped(slow);
    const CaseHistory history = history_of(&baseline, {}, kCase);
    ASSERT_EQ(history.changes.size(), 1U) << slow;
    EXPECT_EQ(history.points[history.changes[0].first].record_id, "r12") << slow;
  }
}

TEST(CaseHistory, AnotherDefinitionIsAnotherSeriesAndNoChange) {
  Baseline baseline{"machine", "quick", {}};
  for (int day = 0; day < 20; ++day) {
    baseline.nights.push_back(night(day, day < 10 ? 1e-3 : 2e-3, day < 10 ? "d1" : "d2"));
  }
  EXPECT_THAT(history_of(&baseline, {}, kCase).changes, IsEmpty());
}

TEST(CaseHistory, NightsThatWereNotAcceptedAreThereAndSaidToBe) {
  Baseline baseline = stepped(0);
  Night held = night(12, 1.1e-3);
  held.reason = "held back: may be slower";
  baseline.watched.push_back(held);
  const std::vector<MeasuredNight> measured{measured_night_of(record_of_day(11, false)),  // the baseline's own
                                            measured_night_of(record_of_day(13, false)),
                                            measured_night_of(record_of_day(14, true))};
  const CaseHistory history = history_of(&baseline, measured, kCase);
  ASSERT_EQ(history.points.size(), 15U);
  EXPECT_EQ(history.points[11].state, NightState::accepted);
  EXPECT_EQ(history.points[12].state, NightState::held_back);
  EXPECT_EQ(history.points[12].note, "held back: may be slower");
  EXPECT_EQ(history.points[13].state, NightState::not_accepted);
  EXPECT_EQ(history.points[14].state, NightState::unusable);
  EXPECT_FALSE(history.points[14].location);
  EXPECT_THAT(history.points[14].note, HasSubstr("contended: CPU steal 12 %"));
}

TEST(CaseHistory, AnAcceptedLossSaysWhoAndWhy) {
  Baseline baseline = stepped(1);
  baseline.nights.back().accepted_losses[kCase] = "power limit 600 W";
  EXPECT_EQ(history_of(&baseline, {}, kCase).points.back().note, "change accepted by ci: power limit 600 W");
}

TEST(CaseHistory, CasesOfAllSourcesAreListed) {
  const Baseline baseline = stepped(0);
  Record record = record_of_day(13, true);
  record.cases[0].id = "memory/read";
  const std::vector<MeasuredNight> measured{measured_night_of(record)};
  EXPECT_THAT(cases_of(&baseline, measured), ElementsAre("memory/copy", "memory/read"));
  EXPECT_THAT(history_of(nullptr, {}, kCase).points, IsEmpty());
}

}  // namespace
}  // namespace roofgate
