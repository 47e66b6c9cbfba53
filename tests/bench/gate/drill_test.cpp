#include "bench/gate/drill.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "bench/record/drill_note.hpp"
#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

using testing::IsEmpty;

/// A night of a quiet machine, and the same night with some cases slower by `really`.
struct Drill : QuietNight {
  explicit Drill(double really) {
    record.notes[std::string{kDrillNote}] = "0";
    planted = record;
    planted.notes[std::string{kDrillNote}] = "0.05";
    planted.cases.resize(3);
    for (Case& slowed : planted.cases) {
      for (Round& round : slowed.rounds) {
        for (double& time : round.time_s) time /= 1.0 - really;
      }
    }
  }
  [[nodiscard]] DrillResult run(const Baseline* against) const {
    return roofgate::drill({record, {{0.05, &planted}}, against, policy, {}, today});
  }
  Record planted;
};

TEST(DrillOutcome, APlantedLossThatFailsIsCaught) {
  const Drill drill{0.05};
  const DrillResult result = drill.run(&drill.baseline);
  ASSERT_EQ(result.trials.size(), 3U);
  for (const DrillTrial& trial : result.trials) EXPECT_EQ(trial.outcome, TrialOutcome::failed) << trial.case_id;
  EXPECT_EQ(result.status, ExitStatus::pass);
  EXPECT_EQ(count_of(result.night, VerdictKind::regressed), 0) << "the night itself has no loss";
}

TEST(DrillOutcome, AClaimThatIsNotKeptIsMissedAndTheStatusIsOne) {
  const Drill drill{0.0};  // what was planted does not show up in the times
  const DrillResult result = drill.run(&drill.baseline);
  for (const DrillTrial& trial : result.trials) {
    ASSERT_LT(*trial.verdict.smallest_failing_loss, 0.05);
    EXPECT_EQ(trial.outcome, TrialOutcome::missed);
  }
  EXPECT_EQ(result.status, ExitStatus::regression);
}

TEST(DrillOutcome, WhatIsWithinToleranceIsShown) {
  Drill drill{0.05};
  drill.policy.expectations.tolerance = 0.10;
  const DrillResult result = drill.run(&drill.baseline);
  for (const DrillTrial& trial : result.trials) EXPECT_EQ(trial.outcome, TrialOutcome::shown);
  EXPECT_EQ(result.status, ExitStatus::pass);
}

TEST(DrillOutcome, WhatNobodyClaimsToSeeIsNoFailure) {
  Drill drill{0.0};
  drill.policy.expectations.spread.floor = 0.05;
  const DrillResult result = drill.run(&drill.baseline);
  for (const DrillTrial& trial : result.trials) EXPECT_EQ(trial.outcome, TrialOutcome::not_seen);
  EXPECT_EQ(result.status, ExitStatus::pass);
}

TEST(DrillOutcome, WithoutBaselineOrCleanRoundsItCannotTell) {
  Drill drill{0.05};
  EXPECT_EQ(drill.run(nullptr).status, ExitStatus::cannot_judge);
  for (Case& slowed : drill.planted.cases) {
    for (Round& round : slowed.rounds) round.marks = {{MarkKind::contended, "busy"}};
  }
  const DrillResult result = drill.run(&drill.baseline);
  EXPECT_EQ(result.trials.front().outcome, TrialOutcome::untold);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(DrillOutcome, NothingPlantedProvesNothing) {
  const Drill drill{0.05};
  const DrillInputs nothing{drill.record, {}, &drill.baseline, drill.policy, {}, drill.today};
  EXPECT_EQ(roofgate::drill(nothing).status, ExitStatus::cannot_judge);
}

TEST(DrillRecords, AreNoNights) {
  Drill drill{0.05};
  const GateResult result = drill.judge();
  EXPECT_EQ(count_of(result, VerdictKind::invalid), 12);
  EXPECT_NE(find_reason(result.verdicts.front().reasons, "planted"), nullptr);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(DrillCases, AreOfEachKindCleanAndLongEnough) {
  QuietNight night;
  for (Case& measured : night.record.cases) {
    measured.rounds.resize(1);
    measured.rounds[0].time_s = {1e-3};
  }
  Case& short_one = night.record.cases[0];
  short_one.rounds[0].time_s = {2e-6};
  night.record.cases[1].rounds[0].marks = {{MarkKind::contended, "busy"}};
  night.record.cases[2].work.subject = Subject::latency;
  const auto chosen = cases_to_drill(night.record, 4);
  EXPECT_EQ(chosen.size(), 4U);
  std::set<std::string> kinds;
  for (const std::string& id : chosen) {
    kinds.insert(id.substr(0, id.find('/')));
    for (int unfit = 0; unfit < 3; ++unfit) EXPECT_NE(id, night.record.cases[static_cast<std::size_t>(unfit)].id);
  }
  EXPECT_EQ(kinds.size(), 4U);
  EXPECT_EQ(cases_to_drill(night.record, 100).size(), 9U);
  EXPECT_THAT(cases_to_drill({}, 4), IsEmpty());
}

}  // namespace
}  // namespace roofgate
