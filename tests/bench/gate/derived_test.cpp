// Ratios of siblings through the real gate: cases of their own, with the same care.
#include <gmock/gmock.h>

#include "bench/baseline/watch.hpp"
#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

/// Cases 0, 4, 8 … are products: 0 is aligned, 4 and 8 are rungs; 1 is an unfused chain, 5 the fused one.
struct SiblingNight : QuietNight {
  explicit SiblingNight(int nights = 5, const std::map<std::string, double>& planted = {}, double common = 0.0)
      : QuietNight{MachineOptions{.cases = 16,
                                  .between_nights = 0.0005,
                                  .between_rounds = 0.0005,
                                  .heterogeneity = 0.0,
                                  .disturbed_rounds = 0.0,
                                  .tail_freedom = 100.0,
                                  .common = common,
                                  .has_siblings = true},
                   nights, planted} {}
};

constexpr const char* kRung = "gemm/case4";
constexpr const char* kAligned = "gemm/case0";
constexpr const char* kRatio = "ratio/gemm/case4/to_align128";
constexpr const char* kFusion = "ratio/elementwise/case5/to_unfused";

TEST(DerivedGate, AHealthyNightPassesThemAll) {
  const GateResult result = SiblingNight{}.judge();
  EXPECT_EQ(result.status, ExitStatus::pass);
  EXPECT_EQ(verdict_of(result, kRatio).kind, VerdictKind::pass);
  EXPECT_EQ(verdict_of(result, kFusion).kind, VerdictKind::pass);
  EXPECT_EQ(verdict_of(result, kRatio).derived, MetricUnit::ratio);
  EXPECT_THAT(verdict_of(result, kRatio).rests_on, testing::ElementsAre(kRung, kAligned));
  EXPECT_FALSE(verdict_of(result, kRung).derived);
}

TEST(DerivedGate, ARungThatLosesFailsWithItsRatioAndTheRatioSaysWhichSideMoved) {
  const GateResult result = SiblingNight{5, {{kRung, loss(0.10)}}}.judge();
  EXPECT_EQ(verdict_of(result, kRung).kind, VerdictKind::regressed);
  const Verdict& ratio = verdict_of(result, kRatio);
  EXPECT_EQ(ratio.kind, VerdictKind::regressed);
  EXPECT_NEAR(ratio.change.value_or(0.0), loss(0.10), 0.01);
  EXPECT_THAT(sentence_of(ratio.reasons, "subject_moved"),
              testing::MatchesRegex("gemm/case4 moved by -[0-9.]+ %, gemm/case0 stayed where it was."));
}

TEST(DerivedGate, AFasterMachineDoesNotHideALossOfTheRatio) {
  // Everything is 8 % faster tonight, but the rung gained nothing of it.
  SiblingNight night;
  for (Case& measured : night.record.cases) {
    if (measured.id == kRung) continue;
    for (Round& round : measured.rounds) round.time_s[0] *= 0.92;
  }
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kRatio).kind, VerdictKind::regressed);
  EXPECT_EQ(find_reason(verdict_of(result, kRatio).reasons, "sibling_gained"), nullptr);
}

TEST(DerivedGate, ASlowerMachineMovesNoRatio) {
  SiblingNight night;
  for (Case& measured : night.record.cases) {
    for (Round& round : measured.rounds) round.time_s[0] *= 1.2;
  }
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kRung).kind, VerdictKind::regressed);
  EXPECT_EQ(verdict_of(result, kRatio).kind, VerdictKind::pass);
  EXPECT_NEAR(verdict_of(result, kRatio).comparison->common_shift, 0.0, 1e-12);
}

TEST(DerivedGate, NothingIsSlowerWhereOnlyTheSiblingGained) {
  const GateResult result = SiblingNight{5, {{kAligned, loss(-0.20)}}}.judge();
  EXPECT_EQ(verdict_of(result, kAligned).kind, VerdictKind::improved);
  const Verdict& ratio = verdict_of(result, kRatio);
  EXPECT_EQ(ratio.kind, VerdictKind::drift);
  EXPECT_EQ(sentence_of(ratio.reasons, "sibling_gained"),
            "gemm/case0 gained and this case did not: nothing got slower.");
  EXPECT_EQ(result.status, ExitStatus::pass);
}

TEST(DerivedGate, ARatioIsNoBetterThanWhatItRestsOn) {
  SiblingNight night;
  night.implausible[kAligned] = "Faster than the machine can be.";
  EXPECT_EQ(verdict_of(night.judge(), kRatio).kind, VerdictKind::invalid);
  EXPECT_EQ(sentence_of(verdict_of(night.judge(), kRatio).reasons, "rests_on_implausible"),
            "It rests on gemm/case0, whose rate cannot be true.");
  SiblingNight wrong;
  wrong.measured(kAligned).rounds[0].marks = {{MarkKind::wrong_result, "off by 7"}};
  const GateResult result = wrong.judge();
  EXPECT_EQ(verdict_of(result, kAligned).kind, VerdictKind::wrong_result);
  EXPECT_EQ(verdict_of(result, kRatio).kind, VerdictKind::invalid);
  EXPECT_EQ(sentence_of(verdict_of(result, kRatio).reasons, "round_failed"), "A round failed: gemm/case0: off by 7.");
}

TEST(DerivedGate, ARoundThatIsMarkedOnOneSideIsLeftOut) {
  SiblingNight night;
  night.measured(kAligned).rounds[1].marks = {{MarkKind::contended, "CPU steal 12 %"}};
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kRatio).comparison->clean_rounds, 4);
  EXPECT_EQ(verdict_of(result, kRung).comparison->clean_rounds, 5);
}

TEST(DerivedGate, ARatioThatIsGoneHasVanished) {
  SiblingNight night;
  night.measured(kAligned).parameters.clear();  // nobody's sibling any more
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kRatio).kind, VerdictKind::vanished);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(DerivedGate, ThePolicySwitchesThemOff) {
  SiblingNight night{5, {{kRung, loss(0.10)}}};
  night.policy.derived = false;
  const GateResult result = night.judge();
  EXPECT_EQ(result.verdicts.size(), 16U);
  EXPECT_EQ(verdict_of(result, kRung).kind, VerdictKind::regressed);
}

TEST(DerivedGate, ThePolicyKnowsThemByTheirNames) {
  SiblingNight night{5, {{kRung, loss(0.10)}}};
  night.policy.expectations.tolerances = {{"ratio/*", 0.25}};
  EXPECT_EQ(verdict_of(night.judge(), kRatio).kind, VerdictKind::drift);
  night.policy.expectations.tolerances = {{"gemm/*", 0.25}};
  EXPECT_EQ(verdict_of(night.judge(), kRatio).kind, VerdictKind::regressed);
  EXPECT_EQ(verdict_of(night.judge(), kRung).kind, VerdictKind::drift);
}

TEST(DerivedGate, AReferenceFromBeforeThemStartsTheirSeries) {
  SiblingNight night;
  for (Night& earlier : night.baseline.nights) {
    std::erase_if(earlier.cases, [](const auto& entry) { return entry.second.derived.has_value(); });
  }
  EXPECT_EQ(verdict_of(night.judge(), kRatio).kind, VerdictKind::no_baseline);
}

TEST(DerivedGate, TheyAreMembersOfTheSameFamily) {
  // Benjamini & Hochberg ask alpha / m of the only loss among m: 16 cases, 3 rungs and 2 chains more.
  SiblingNight night{5, {{"memory/case2", loss(0.10)}}};
  const GateResult with = night.judge();
  EXPECT_DOUBLE_EQ(verdict_of(with, "memory/case2").comparison->p_needed,
                   0.01 / static_cast<double>(with.verdicts.size()));
  night.policy.derived = false;
  const GateResult without = night.judge();
  EXPECT_GT(with.verdicts.size(), without.verdicts.size());
  EXPECT_DOUBLE_EQ(verdict_of(without, "memory/case2").comparison->p_needed, 0.01 / 16.0);
}

TEST(DerivedGate, SuspectNightsOfARatioAreWatchedToo) {
  SiblingNight night{5, {{kRung, loss(0.004)}}};
  Night suspect = night_of(night.record);
  ASSERT_TRUE(suspect.cases.contains(kRatio));
  suspect.accepted_by = "test";
  hold_back(night.baseline, suspect, {kRatio});
  ASSERT_EQ(night.baseline.watched.size(), 1U);
  EXPECT_EQ(night.baseline.watched[0].cases.at(kRatio).derived, MetricUnit::ratio);
  night.today = night.machine.today();
  night.record = night.machine.record({{kRung, loss(0.004)}});
  EXPECT_EQ(verdict_of(night.judge(), kRatio).comparison->watched_nights, 1);
}

}  // namespace
}  // namespace roofgate
