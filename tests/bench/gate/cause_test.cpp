#include "bench/gate/cause.hpp"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

namespace roofgate {
namespace {

using testing::HasSubstr;

GateResult night(ExitStatus status, const std::vector<VerdictKind>& kinds) {
  GateResult result;
  result.status = status;
  result.record_is_finished = true;
  for (const VerdictKind kind : kinds) {
    Verdict verdict;
    verdict.case_id = "memory/copy";
    verdict.kind = kind;
    result.verdicts.push_back(verdict);
  }
  return result;
}

TEST(Cause, APassHasNone) {
  EXPECT_EQ(cause_of(night(ExitStatus::pass, {VerdictKind::pass, VerdictKind::xfail})), "");
  EXPECT_EQ(cause_beyond_cases(night(ExitStatus::pass, {VerdictKind::pass})), "");
}

TEST(Cause, ACaseThatFailsTheNightTellsItself) {
  const GateResult result = night(ExitStatus::regression, {VerdictKind::regressed, VerdictKind::pass});
  EXPECT_EQ(cause_of(result), "regressed: memory/copy");
  EXPECT_EQ(cause_beyond_cases(result), "");
}

TEST(Cause, AnUnfinishedRecordOutranksWhatIsUndecided) {
  GateResult result = night(ExitStatus::cannot_judge, {VerdictKind::inconclusive, VerdictKind::pass});
  EXPECT_EQ(cause_beyond_cases(result), "1 case could not be decided: neither a pass nor a loss is shown.");
  result.record_is_finished = false;
  EXPECT_EQ(cause_beyond_cases(result), "The record is not finished.");
  result.common.push_back({"unfinished", "The run died, or its file is cut: what it lacks is not known.", {}});
  EXPECT_EQ(cause_beyond_cases(result), "The run died, or its file is cut: what it lacks is not known.");
}

TEST(Cause, EveryNightThatNothingWasDecidedOfSaysSo) {
  EXPECT_THAT(cause_of(night(ExitStatus::cannot_judge, {VerdictKind::no_baseline, VerdictKind::no_baseline})),
              HasSubstr("2 cases have no earlier night"));
  EXPECT_THAT(cause_of(night(ExitStatus::cannot_judge, {VerdictKind::xfail})),
              HasSubstr("Nothing but failures that the policy expects"));
  EXPECT_THAT(cause_of(night(ExitStatus::cannot_judge, {VerdictKind::skipped})), HasSubstr("Nothing was decided"));
  GateResult empty = night(ExitStatus::cannot_judge, {});
  empty.common.push_back({"nothing_compared", "No case was compared with anything: this is no pass.", {}});
  EXPECT_EQ(cause_of(empty), "No case was compared with anything: this is no pass.");
}

TEST(Cause, WhatSpeaksAgainstTheWholeNightIsOne) {
  GateResult result = night(ExitStatus::cannot_judge, {VerdictKind::pass});
  result.is_in_doubt = true;
  EXPECT_THAT(cause_beyond_cases(result), HasSubstr("speaks against the whole night"));
  result.common.push_back({"old_night", "The judged night is 9 days old.", {{kBlocks, 1.0}}});
  EXPECT_EQ(cause_beyond_cases(result), "The judged night is 9 days old.");
}

TEST(Cause, AFindingThatBlocksIsOne) {
  GateResult result = night(ExitStatus::cannot_judge, {VerdictKind::pass});
  result.common = {{"unpaired", "Two nights differ.", {}},
                   {"files_lost", "1 file of after holds no run.", {{kBlocks, 1.0}}}};
  EXPECT_EQ(cause_beyond_cases(result), "1 file of after holds no run.");
}

}  // namespace
}  // namespace roofgate
