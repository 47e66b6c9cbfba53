// What users of other gates reported, as situations of our own: docs/reports/gates.md lists them with the answers.
#include <gmock/gmock.h>

#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;

constexpr const char* kCase = "gemm/case0";

void multiply(Case& measured, std::initializer_list<double> factors) {
  auto factor = factors.begin();
  for (Round& round : measured.rounds) {
    for (double& time : round.time_s) time *= *factor;
    if (++factor == factors.end()) factor = factors.begin();
  }
}

TEST(Reported, ATargetThatMeasuredNothingIsNoGain) {
  QuietNight night;
  multiply(night.measured(kCase), {0.03});
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::invalid);
  EXPECT_NE(result.status, ExitStatus::pass);
}

TEST(Reported, ALuckyNightMovesNoReference) {
  // A gain within what healthy nights do is a pass, and one night of twenty moves a robust centre by next to nothing.
  QuietNight night{20};
  const double before = verdict_of(night.judge(), kCase).comparison->reference_location;
  for (double& time : night.baseline.nights.back().cases[kCase].round_location) time *= 0.92;
  const double after = verdict_of(night.judge(), kCase).comparison->reference_location;
  EXPECT_NEAR(after / before, 1.0, 0.002);
}

TEST(Reported, ALoudCaseAmongQuietOnesHasItsOwnNoise) {
  QuietNight night{10};
  int flip = 1;
  for (Night& earlier : night.baseline.nights) {
    for (double& time : earlier.cases[kCase].round_location) time *= 1.0 + 0.08 * flip;
    flip = -flip;
  }
  const GateResult result = night.judge();
  EXPECT_GT(*verdict_of(result, kCase).smallest_detectable_loss,
            5.0 * *verdict_of(result, "gemm/case4").smallest_detectable_loss);
  multiply(night.measured(kCase), {1.07});
  EXPECT_NE(verdict_of(night.judge(), kCase).kind, VerdictKind::regressed);
}

TEST(Reported, ANeighbourMakesANightInvalidAndNotSlow) {
  QuietNight night;
  multiply(night.measured(kCase), {1.25});
  for (Round& round : night.measured(kCase).rounds) {
    round.marks = {{MarkKind::contended, "foreign load 40 % of the sampling time"}};
  }
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::invalid);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(Reported, AfterAnUpgradeTheResultIsBimodal) {
  // Three of five rounds at 1.6 times the time, and nights that had one mode.
  QuietNight night;
  multiply(night.measured(kCase), {1.62, 1.0, 1.60, 1.61, 1.01});
  const Verdict verdict = verdict_of(night.judge(), kCase);
  EXPECT_NE(verdict.kind, VerdictKind::pass);
  EXPECT_THAT(sentence_of(verdict.reasons, "two_modes"), HasSubstr("3 of 5 rounds"));
}

TEST(Reported, AnEmptyStoreIsNoPass) {
  QuietNight night{0};
  const GateResult result = night.judge();
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
  EXPECT_EQ(count_of(result, VerdictKind::no_baseline), static_cast<int>(result.verdicts.size()));
}

TEST(Reported, OneRoundIsNoNoiseOfZero) {
  QuietNight night;
  night.record.rounds_planned = 1;
  night.measured(kCase).rounds.resize(1);
  EXPECT_EQ(verdict_of(night.judge(), kCase).kind, VerdictKind::invalid);
}

TEST(Reported, EveryRowSaysWhatItCouldHaveSeen) {
  const GateResult result = QuietNight{}.judge();
  for (const Verdict& verdict : result.verdicts) {
    ASSERT_TRUE(verdict.smallest_detectable_loss && verdict.change_low && verdict.change_high) << verdict.case_id;
    EXPECT_LT(*verdict.smallest_detectable_loss, 0.05) << verdict.case_id;
  }
}

TEST(Reported, AGainIsNoFailureAndNeedsTheEvidenceOfALoss) {
  const GateResult gained = QuietNight{5, {{kCase, loss(-0.10)}}}.judge();
  EXPECT_EQ(verdict_of(gained, kCase).kind, VerdictKind::improved);
  EXPECT_EQ(gained.status, ExitStatus::pass);
}

}  // namespace
}  // namespace roofgate
