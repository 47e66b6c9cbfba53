#include "bench/baseline/promote.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/baseline/baseline_store.hpp"
#include "tests/bench/record/sample_record.hpp"

namespace roofgate {
namespace {

constexpr auto kGemm = "gemm/bf16/tn/m4096n4096k4096/align128/first";
constexpr auto kAllreduce = "allreduce/bf16/out_of_place/bytes1048576/ranks2";

class PromoteTest : public testing::Test {
 protected:
  PromoteTest() {
    const BaselineName name = baseline_name_of(record_);
    baseline_ = Baseline{name.hardware_key, name.suite, {}};
    Night earlier = night_of(record_);
    earlier.record_id = "earlier";
    earlier.date = "2026-11-01T02:00:00Z";
    baseline_.nights = {earlier};
    options_.by = "nightly";
    options_.at = "2026-11-29T03:00:00Z";
  }

  [[nodiscard]] Promotion run() const { return promote(record_, baseline_, judgement_, options_); }

  void expect_refusal(ExitStatus status, const std::string& reason) const {
    const Promotion promotion = run();
    EXPECT_FALSE(promotion.night);
    ASSERT_EQ(promotion.refusals.size(), 1U);
    EXPECT_EQ(promotion.refusals[0].status, status);
    EXPECT_EQ(promotion.status(), status);
    EXPECT_THAT(promotion.refusals[0].reason, testing::HasSubstr(reason));
  }

  Record record_ = make_sample_record();
  Baseline baseline_;
  Judgement judgement_;
  PromoteOptions options_;
};

TEST_F(PromoteTest, AHealthyNightIsAcceptedAndSignedAndItsMarkedCaseLeftOutWithWhy) {
  const Promotion promotion = run();
  ASSERT_TRUE(promotion.night);
  EXPECT_EQ(promotion.status(), ExitStatus::pass);
  EXPECT_EQ(promotion.night->accepted_by, "nightly");
  EXPECT_EQ(promotion.night->accepted_at, "2026-11-29T03:00:00Z");
  EXPECT_EQ(promotion.night->reason, "not slower than the baseline");
  EXPECT_FALSE(promotion.night->made_minutes_apart);
  EXPECT_EQ(promotion.night->cases.size(), 1U);
  ASSERT_EQ(promotion.left_out.size(), 1U);
  EXPECT_EQ(promotion.left_out[0].case_id, kAllreduce);
  EXPECT_EQ(promotion.left_out[0].sentence, "1 of 2 rounds are clean: contended (CPU steal 12 % (limit 2 %)).");
}

TEST_F(PromoteTest, AFirstNightSaysSo) {
  baseline_.nights.clear();
  const Promotion promotion = run();
  ASSERT_TRUE(promotion.night);
  EXPECT_EQ(promotion.night->reason, "first night");
}

TEST_F(PromoteTest, OptionsAreKept) {
  options_.reason = "after the fan was changed";
  options_.made_minutes_apart = true;
  const Promotion promotion = run();
  ASSERT_TRUE(promotion.night);
  EXPECT_EQ(promotion.night->reason, "after the fan was changed");
  EXPECT_TRUE(promotion.night->made_minutes_apart);
}

TEST_F(PromoteTest, RefusesADebugBuild) {
  record_.tool.build_type = "Debug";
  expect_refusal(ExitStatus::cannot_judge, "the record was measured by a Debug build.");
}

TEST_F(PromoteTest, RefusesTheStandInRuntime) {
  record_.environment.backend = "cuda-emulated";
  baseline_.hardware_key = baseline_name_of(record_).hardware_key;
  expect_refusal(ExitStatus::cannot_judge, "comes from the stand-in runtime");
}

TEST_F(PromoteTest, RefusesAnUnfinishedRecord) {
  record_.finished_at.clear();
  expect_refusal(ExitStatus::cannot_judge, "the record is unfinished.");
}

TEST_F(PromoteTest, RefusesARecordWithMissingRoundsAndSaysWhich) {
  record_.cases[0].rounds.pop_back();
  record_.rounds_planned = 2;
  const Promotion promotion = run();
  ASSERT_FALSE(promotion.refusals.empty());
  EXPECT_EQ(promotion.refusals[0].hint, "complete it with: roofgate run --resume FILE");
  ASSERT_EQ(promotion.refusals[0].cases.size(), 1U);
  EXPECT_EQ(promotion.refusals[0].cases[0].case_id, kGemm);
  EXPECT_EQ(promotion.refusals[0].cases[0].sentence, "1 of 2 rounds are missing.");
}

TEST_F(PromoteTest, RefusesAnotherMachineAndAnotherSuite) {
  baseline_.suite = "full";
  expect_refusal(ExitStatus::usage, "the record is of suite quick, the baseline of full.");
  baseline_.suite = "quick";
  record_.environment.devices.pop_back();
  expect_refusal(ExitStatus::usage, "the baseline of " + baseline_.hardware_key);
}

TEST_F(PromoteTest, RefusesARecordTwice) {
  baseline_.nights[0].record_id = record_.id;
  expect_refusal(ExitStatus::usage, "is in the baseline already.");
}

TEST_F(PromoteTest, RefusesWrongResultsBeforeAllElse) {
  record_.cases[1].rounds[0].marks = {{MarkKind::wrong_result, "element 7 is 3, not 4"}};
  record_.tool.build_type = "Debug";
  const Promotion promotion = run();
  EXPECT_EQ(promotion.status(), ExitStatus::wrong_result);
  EXPECT_EQ(promotion.refusals.size(), 2U) << "every reason is said at once";
  EXPECT_EQ(promotion.refusals[1].cases[0].case_id, kAllreduce);
}

TEST_F(PromoteTest, RefusesANightThatIsMostlyMarked) {
  record_.cases[0].rounds[0].marks = {{MarkKind::throttled, "sw_power_cap"}};
  const Promotion promotion = run();
  EXPECT_FALSE(promotion.night);
  ASSERT_EQ(promotion.refusals.size(), 1U);
  EXPECT_EQ(promotion.refusals[0].reason, "2 of 2 cases are marked, more than the 50 % that a night may have.");
  EXPECT_EQ(promotion.refusals[0].cases.size(), 2U);
}

TEST_F(PromoteTest, OversubscribedAndSkippedCasesDoNotCountAsMarked) {
  for (const MarkKind kind : {MarkKind::oversubscribed, MarkKind::skipped}) {
    for (Round& round : record_.cases[1].rounds) round.marks = {{kind, "4 ranks on 2 cores"}};
    options_.max_marked_share = 0.0;
    const Promotion promotion = run();
    EXPECT_TRUE(promotion.night);
    EXPECT_EQ(promotion.left_out.size(), 1U);
  }
}

TEST_F(PromoteTest, RefusesARecordWithoutAnyUsableCase) {
  for (Case& measured : record_.cases) {
    for (Round& round : measured.rounds) round.marks = {{MarkKind::oversubscribed, "4 ranks on 2 cores"}};
  }
  expect_refusal(ExitStatus::cannot_judge, "no case of the record can be used.");
}

TEST_F(PromoteTest, RefusesALossUnlessItIsAcceptedByNameWithAReason) {
  judgement_.regressed = {{kGemm, "-31.4 %."}};
  expect_refusal(ExitStatus::regression, "the night is slower than the baseline.");
  options_.accept = {{kGemm, "driver security fix"}};
  const Promotion promotion = run();
  ASSERT_TRUE(promotion.night);
  EXPECT_EQ(promotion.night->accepted_losses.at(kGemm), "driver security fix");
  EXPECT_EQ(promotion.accepted.size(), 1U);
  options_.accept = {{kGemm, " \t "}};
  EXPECT_EQ(run().status(), ExitStatus::usage) << "blanks are no reason";
  options_.accept = {{kGemm, ""}};
  expect_refusal(ExitStatus::usage, "without a reason");
}

TEST_F(PromoteTest, ADriftMayBeAcceptedAndNeedNotBe) {
  judgement_.drifted = {{kGemm, "-1.3 %."}};
  EXPECT_TRUE(run().night);
  options_.accept = {{kGemm, "known"}};
  EXPECT_EQ(run().night->accepted_losses.size(), 1U);
}

TEST_F(PromoteTest, AnUndecidedCaseIsHeldBackUnlessItIsAcceptedByName) {
  judgement_.undecided = {{kGemm, "-12.0 % and undecided."}, {kAllreduce, "-12.0 % and undecided."}};
  const Promotion held = run();
  ASSERT_TRUE(held.night);
  ASSERT_EQ(held.held_back.size(), 1U) << "the marked case is left out of the night anyway";
  EXPECT_EQ(held.held_back[0].case_id, kGemm);
  EXPECT_EQ(held.held_back[0].sentence, "-12.0 % and undecided.");
  options_.accept = {{kGemm, "power limit 600 W"}};
  const Promotion accepted = run();
  ASSERT_TRUE(accepted.night);
  EXPECT_TRUE(accepted.held_back.empty());
  EXPECT_EQ(accepted.night->accepted_losses.at(kGemm), "power limit 600 W");
}

TEST_F(PromoteTest, AcceptingWhatIsNotSlowerIsRefused) {
  options_.accept = {{kGemm, "why not"}};
  expect_refusal(ExitStatus::usage, "it did not get slower");
}

TEST_F(PromoteTest, AGainBeyondBeliefIsLeftOutUntilItIsAcceptedByName) {
  record_.cases[1].rounds[1].marks.clear();
  judgement_.gained = {{kGemm, "+96 %: too good to be true."}};
  const Promotion left_out = run();
  ASSERT_TRUE(left_out.night);
  EXPECT_EQ(left_out.night->cases.count(kGemm), 0U);
  ASSERT_EQ(left_out.left_out.size(), 1U);
  options_.accept = {{kGemm, "the new kernel, ticket 77"}};
  const Promotion accepted = run();
  ASSERT_TRUE(accepted.night);
  EXPECT_EQ(accepted.night->cases.count(kGemm), 1U);
  EXPECT_EQ(accepted.night->accepted_losses.at(kGemm), "the new kernel, ticket 77");
  EXPECT_TRUE(accepted.left_out.empty());
}

TEST_F(PromoteTest, WhatFollowsFromAnAcceptedCaseIsAcceptedWithIt) {
  judgement_.regressed = {{"ratio/a/to_align128", "-20.0 %."}};
  judgement_.gained = {{"ratio/b/to_align128", "+96 %."}};
  expect_refusal(ExitStatus::regression, "the night is slower than the baseline.");
  judgement_.followers = {{"ratio/a/to_align128", "why"}, {"ratio/b/to_align128", "why"}};
  const Promotion promotion = run();
  ASSERT_TRUE(promotion.night);
  EXPECT_EQ(promotion.night->accepted_losses.size(), 2U);
}

TEST_F(PromoteTest, TheDefaultReasonIsWhatTheJudgementRestsOn) {
  judgement_.basis = "nothing to compare with: new definitions";
  EXPECT_EQ(run().night->reason, "nothing to compare with: new definitions");
  options_.reason = "mine";
  EXPECT_EQ(run().night->reason, "mine");
}

TEST_F(PromoteTest, RefusesDatesThatCannotBe) {
  record_.started_at = "2031-01-01T00:00:00Z";
  record_.finished_at = "2031-01-01T00:09:00Z";
  expect_refusal(ExitStatus::cannot_judge, "in the future");
  EXPECT_EQ(run().refusals[0].hint, "look at the clock of the machine that measured");
  record_.started_at = "2026-11-29T02:00:00Z";
  record_.finished_at = "2026-11-29T01:00:00Z";
  expect_refusal(ExitStatus::cannot_judge, "before it started");
}

TEST_F(PromoteTest, AcceptingAnUnknownCaseNamesTheNearest) {
  options_.accept = {{"gemm/bf16/tn/m4096n4096k4096/align128/frist", "typo"}};
  expect_refusal(ExitStatus::usage, "the record has no such case");
  EXPECT_EQ(run().refusals[0].hint, std::string{"did you mean '"} + kGemm + "'?");
}

TEST_F(PromoteTest, UnfitCasesAreLeftOut) {
  record_.cases[1].rounds[1].marks.clear();
  judgement_.unfit = {{kGemm, "above the roof."}};
  const Promotion promotion = run();
  ASSERT_TRUE(promotion.night);
  EXPECT_EQ(promotion.night->cases.size(), 1U);
  ASSERT_EQ(promotion.left_out.size(), 1U);
  EXPECT_EQ(promotion.left_out[0].sentence, "above the roof.");
  judgement_.unfit.push_back({kAllreduce, "above the link."});
  expect_refusal(ExitStatus::cannot_judge, "no case of the record can be used.");
}

}  // namespace
}  // namespace roofgate
