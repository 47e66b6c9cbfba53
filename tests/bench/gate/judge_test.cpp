// One test for each kind of verdict and each exit status.
#include "bench/gate/judge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;

const std::string kCase = "memory/case2";

TEST(Judge, AHealthyNightPassesWithItsSensitivity) {
  const GateResult result = QuietNight{}.judge();
  EXPECT_EQ(result.status, ExitStatus::pass);
  EXPECT_EQ(count_of(result, VerdictKind::pass), 12);
  const Verdict& verdict = verdict_of(result, kCase);
  ASSERT_TRUE(verdict.change && verdict.change_low && verdict.change_high);
  EXPECT_LT(*verdict.change_low, *verdict.change);
  EXPECT_LT(*verdict.change_high, 0.02);
  ASSERT_TRUE(verdict.smallest_detectable_loss && verdict.smallest_failing_loss);
  EXPECT_LT(*verdict.smallest_detectable_loss, 0.015);
  EXPECT_GT(*verdict.smallest_failing_loss, 0.02);
  EXPECT_EQ(verdict.baseline_nights, 5);
  EXPECT_EQ(verdict.comparison->reference.size(), 5U);
  EXPECT_EQ(result.baseline_first, "2026-11-01T02:00:00Z");
}

TEST(Judge, ALossBeyondToleranceIsARegression) {
  const GateResult result = QuietNight{5, {{kCase, loss(0.06)}}}.judge();
  EXPECT_EQ(result.status, ExitStatus::regression);
  EXPECT_EQ(count_of(result, VerdictKind::regressed), 1);
  const Verdict& verdict = result.verdicts.front();
  EXPECT_EQ(verdict.case_id, kCase);
  EXPECT_EQ(verdict.kind, VerdictKind::regressed);
  EXPECT_NEAR(*verdict.change, loss(0.06), 0.005);
  EXPECT_LT(*verdict.q_value, 0.01);
}

TEST(Judge, ALossWithinToleranceIsDriftAndDoesNotFail) {
  const GateResult result = QuietNight{5, {{kCase, loss(0.012)}}}.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::drift);
  EXPECT_EQ(result.status, ExitStatus::pass);
}

TEST(Judge, AGainNeedsTheSameEvidenceAndIsImproved) {
  const GateResult result = QuietNight{5, {{kCase, -0.06}}}.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::improved);
  EXPECT_EQ(result.status, ExitStatus::pass);
}

TEST(Judge, AGainTooGoodToBeTrueIsInvalid) {
  const GateResult result = QuietNight{5, {{kCase, -std::log(10.0)}}}.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::invalid);
  EXPECT_NE(find_reason(verdict_of(result, kCase).reasons, "implausible_gain"), nullptr);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(Judge, WhatCannotBeDecidedIsInconclusiveAndSaysWhatWouldDecide) {
  SimulatedMachine noisy{{.cases = 20, .between_nights = 0.001, .between_rounds = 0.03, .disturbed_rounds = 0.0}, 7};
  const Baseline baseline = noisy.baseline(3);
  const Record record = noisy.record();
  const GateResult result = judge({record, &baseline, Policy{}, {}, noisy.today()});
  EXPECT_GT(count_of(result, VerdictKind::inconclusive), 0);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
  const bool some_say_rounds =
      std::any_of(result.verdicts.begin(), result.verdicts.end(), [](const Verdict& v) { return v.rounds_to_decide; });
  EXPECT_TRUE(some_say_rounds);
}

TEST(Judge, APolicyMayLetInconclusiveCasesThroughButNotANightOfThem) {
  GateResult result;
  result.record_is_finished = true;
  Verdict verdict;
  verdict.change = 0.0;
  verdict.kind = VerdictKind::inconclusive;
  result.verdicts = {verdict};
  Policy lenient;
  lenient.inconclusive_fails = false;
  EXPECT_EQ(exit_status_of(result, lenient), ExitStatus::cannot_judge);
  verdict.kind = VerdictKind::pass;
  result.verdicts.push_back(verdict);
  EXPECT_EQ(exit_status_of(result, lenient), ExitStatus::pass);
  EXPECT_EQ(exit_status_of(result, Policy{}), ExitStatus::cannot_judge);
}

TEST(Judge, WithoutABaselineNothingPasses) {
  const GateResult result = QuietNight{0}.judge();
  EXPECT_EQ(count_of(result, VerdictKind::no_baseline), 12);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
  EXPECT_THAT(verdict_of(result, kCase).reasons.front().sentence, HasSubstr("no baseline for suite 'nightly' on h200"));
}

TEST(Judge, ANewCaseHasNoBaseline) {
  QuietNight night;
  for (Night& earlier : night.baseline.nights) earlier.cases.erase(kCase);
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::no_baseline);
  EXPECT_NE(find_reason(verdict_of(result, kCase).reasons, "new_case"), nullptr);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
  night.policy.no_baseline_fails = false;
  EXPECT_EQ(night.judge().status, ExitStatus::pass);
}

TEST(Judge, AChangedDefinitionStartsANewSeries) {
  QuietNight night{5, {{kCase, -0.06}}};
  night.measured(kCase).definition = "v2";
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::no_baseline);
  EXPECT_NE(find_reason(verdict_of(result, kCase).reasons, "definition_changed"), nullptr);
}

TEST(Judge, ACaseThatIsGoneHasVanished) {
  QuietNight night;
  std::erase_if(night.record.cases, [](const Case& c) { return c.id == kCase; });
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::vanished);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
  night.baseline.nights.back().accepted_losses[kCase] = "taken out of the suite";
  night.baseline.nights.back().cases.erase(kCase);
  EXPECT_EQ(night.judge().status, ExitStatus::pass) << "a person said that it may go";
}

TEST(Judge, ARequiredCaseThatNobodyMeasuresHasVanished) {
  QuietNight night;
  night.policy.required = {"gemm/*", "step/*"};
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, "step/*").kind, VerdictKind::vanished);
  EXPECT_EQ(verdict_of(result, "gemm/*").case_id, "");
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(Judge, AWrongResultOutranksEverything) {
  QuietNight night{5, {{kCase, loss(0.3)}}};
  night.measured("gemm/case0").rounds[2].marks = {{MarkKind::wrong_result, "element 7 is 3, not 5"}};
  const GateResult result = night.judge();
  EXPECT_EQ(result.status, ExitStatus::wrong_result);
  EXPECT_EQ(result.verdicts.front().kind, VerdictKind::wrong_result);
  EXPECT_THAT(result.verdicts.front().reasons.front().sentence, HasSubstr("element 7 is 3, not 5"));
}

TEST(Judge, ALossOutranksWhatCannotBeJudged) {
  QuietNight night{5, {{kCase, loss(0.3)}}};
  night.measured("gemm/case0").rounds.clear();
  EXPECT_EQ(night.judge().status, ExitStatus::regression);
}

TEST(Judge, ACrashedRoundIsInvalidHoweverManyAreLeft) {
  QuietNight night;
  night.measured(kCase).rounds[4].marks = {{MarkKind::error, "killed by signal 9"}};
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::invalid);
  EXPECT_THAT(verdict_of(result, kCase).reasons.front().sentence, HasSubstr("killed by signal 9"));
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(Judge, AMissingRoundIsInvalid) {
  QuietNight night;
  night.measured(kCase).rounds.pop_back();
  EXPECT_NE(find_reason(verdict_of(night.judge(), kCase).reasons, "rounds_missing"), nullptr);
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
}

TEST(Judge, MarkedRoundsAreLeftOutWhileEnoughCleanOnesStay) {
  QuietNight night;
  for (int i = 0; i < 2; ++i) {
    Round& round = night.measured(kCase).rounds[static_cast<std::size_t>(i)];
    round.time_s.front() *= 3.0;
    round.marks = {{MarkKind::contended, "CPU steal 12 %"}};
  }
  const Verdict verdict = verdict_of(night.judge(), kCase);
  EXPECT_EQ(verdict.kind, VerdictKind::pass);
  EXPECT_EQ(verdict.comparison->clean_rounds, 3);
  EXPECT_EQ(verdict.comparison->marked_rounds, 2);
}

TEST(Judge, TooFewCleanRoundsAreInvalidWithWhatSpoiledThem) {
  QuietNight night;
  for (int i = 0; i < 3; ++i) {
    night.measured(kCase).rounds[static_cast<std::size_t>(i)].marks = {{MarkKind::contended, "CPU steal 12 %"}};
  }
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::invalid);
  EXPECT_THAT(verdict_of(result, kCase).reasons.front().sentence,
              HasSubstr("2 rounds of 5 are clean, 3 are needed: contended (CPU steal 12 %)"));
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(Judge, AnImpossibleRateIsInvalid) {
  QuietNight night;
  night.implausible[kCase] = "It is faster than the memory can be.";
  EXPECT_EQ(verdict_of(night.judge(), kCase).kind, VerdictKind::invalid);
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
}

TEST(Judge, OnlyReleaseBuildsAreCompared) {
  QuietNight night;
  night.record.tool.build_type = "Debug";
  EXPECT_EQ(count_of(night.judge(), VerdictKind::invalid), 12);
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
}

Record with_skipped(QuietNight& night, const std::string& id) {
  for (Round& round : night.measured(id).rounds) {
    round.time_s.clear();
    round.marks = {{MarkKind::skipped, "needs two devices"}};
  }
  return night.record;
}

TEST(Judge, SkippedIsHarmlessOnlyWhereNobodyCountsOnTheCase) {
  QuietNight night;
  night.record = with_skipped(night, kCase);
  EXPECT_EQ(verdict_of(night.judge(), kCase).kind, VerdictKind::vanished) << "earlier nights measured it";
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
  for (Night& earlier : night.baseline.nights) earlier.cases.erase(kCase);
  EXPECT_EQ(verdict_of(night.judge(), kCase).kind, VerdictKind::skipped);
  EXPECT_EQ(night.judge().status, ExitStatus::pass);
  night.policy.required = {kCase};
  EXPECT_EQ(verdict_of(night.judge(), kCase).kind, VerdictKind::vanished);
}

TEST(Judge, OversubscribedCasesAreKeptOutOfTheGate) {
  QuietNight night;
  for (Round& round : night.measured(kCase).rounds) round.marks = {{MarkKind::oversubscribed, "4 ranks on 2 cores"}};
  for (Night& earlier : night.baseline.nights) earlier.cases.erase(kCase);
  EXPECT_EQ(verdict_of(night.judge(), kCase).kind, VerdictKind::skipped);
}

TEST(Judge, AnUnfinishedRecordIsNoPass) {
  QuietNight night;
  night.record.finished_at.clear();
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
  EXPECT_NE(find_reason(night.judge().common, "unfinished"), nullptr);
}

TEST(Judge, AnEmptyRecordIsNoPass) {
  QuietNight night;
  night.record.cases.clear();
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
  night.baseline.nights.clear();
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
  EXPECT_NE(find_reason(night.judge().common, "nothing_compared"), nullptr);
}

TEST(Judge, EveryCaseOfTheUnionHasExactlyOneVerdict) {
  QuietNight night;
  night.record.cases.erase(night.record.cases.begin());
  night.baseline.nights.back().cases.erase("memory/case6");
  const GateResult result = night.judge();
  std::multiset<std::string> ids;
  for (const Verdict& verdict : result.verdicts) ids.insert(verdict.case_id);
  EXPECT_EQ(ids.size(), 12U);
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 12U);
}

TEST(Judge, TheRecordIsNeverComparedWithItselfOrLaterNights) {
  QuietNight night;
  Night itself = night_of(night.record);
  Night later = itself;
  later.record_id = "later";
  later.date = "2027-01-01T02:00:00Z";
  night.baseline.nights = {itself, later};
  EXPECT_EQ(count_of(night.judge(), VerdictKind::no_baseline), 12);
  EXPECT_NE(find_reason(verdict_of(night.judge(), kCase).reasons, "no_earlier_night"), nullptr);
}

TEST(Judge, OtherHardwareOtherSuiteAndOldBaselinesAreNeverUsedSilently) {
  QuietNight night;
  night.baseline.hardware_key = "a100-x8";
  EXPECT_NE(find_reason(verdict_of(night.judge(), kCase).reasons, "other_hardware"), nullptr);
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
  night = QuietNight{};
  night.baseline.suite = "quick";
  EXPECT_NE(find_reason(verdict_of(night.judge(), kCase).reasons, "other_suite"), nullptr);
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
  night = QuietNight{};
  night.today = "2027-11-29";
  EXPECT_THAT(sentence_of(verdict_of(night.judge(), kCase).reasons, "baseline_too_old"),
              HasSubstr("the policy allows 45"));
  EXPECT_EQ(night.judge().status, ExitStatus::cannot_judge);
}

TEST(Judge, RemeasuringTwiceSpendsTheBudgetInParts) {
  QuietNight night{5, {{kCase, loss(0.06)}}};
  const double once = *verdict_of(night.judge(), kCase).q_value;
  night.record.notes = {{"remeasure_look", "1"}, {"remeasure_looks", "3"}};
  EXPECT_NEAR(*verdict_of(night.judge(), kCase).q_value / once, 20.0, 1e-6);
  night.record.notes["remeasure_look"] = "3";
  EXPECT_NEAR(*verdict_of(night.judge(), kCase).q_value / once, 1.0 / 0.9, 1e-6);
}

}  // namespace
}  // namespace roofgate
