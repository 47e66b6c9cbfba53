// Kinds of noise that users of other gates reported, with values of our own. docs/reports/gates.md lists them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

const std::string kCase = "gemm/case4";

void set_rounds(Case& measured, const std::vector<double>& times) {
  measured.rounds.resize(times.size(), measured.rounds.front());
  for (std::size_t i = 0; i < times.size(); ++i) {
    measured.rounds[i].index = static_cast<int>(i);
    measured.rounds[i].time_s = {times[i]};
  }
}

double usual_time(const QuietNight& night, const std::string& id) {
  return night.baseline.nights.back().cases.at(id).round_location.front();
}

TEST(ReportedKinds, TwoGoodRoundsAndTwoBadOnesAreNoVerdict) {
  QuietNight night;
  const double usual = usual_time(night, kCase);
  night.record.rounds_planned = 4;
  set_rounds(night.measured(kCase), {1.00 * usual, 1.31 * usual, 1.001 * usual, 1.29 * usual});
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::inconclusive);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(ReportedKinds, AResultThatBecameBimodalIsAFindingThoughItsFastModeStayed) {
  QuietNight night;
  const double usual = usual_time(night, kCase);
  set_rounds(night.measured(kCase), {1.00 * usual, 1.58 * usual, 1.002 * usual, 1.59 * usual, 1.585 * usual});
  const GateResult result = night.judge();
  const Verdict& verdict = verdict_of(result, kCase);
  EXPECT_NE(verdict.kind, VerdictKind::pass);
  EXPECT_THAT(sentence_of(verdict.reasons, "two_modes"), testing::HasSubstr("3 of 5 rounds are 58"));
}

/// Nights of one case 12 % apart, of all the others as quiet as ever.
QuietNight with_a_loud_case() {
  QuietNight night{8};
  const std::vector<double> shifts{0.10, -0.12, 0.05, -0.08, 0.14, -0.03, -0.13, 0.09};
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    for (double& time : night.baseline.nights[i].cases.at(kCase).round_location) time *= std::exp(shifts[i]);
  }
  return night;
}

TEST(ReportedKinds, EachCaseHasItsOwnFloorOfNoise) {
  const std::string quiet = "memory/case2";
  QuietNight night = with_a_loud_case();
  for (const std::string& id : {kCase, quiet}) {
    for (Round& round : night.measured(id).rounds) round.time_s.front() *= 1.08;
  }
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::inconclusive);
  EXPECT_EQ(verdict_of(result, quiet).kind, VerdictKind::regressed);
}

TEST(ReportedKinds, ACaseThatCouldNotShowALossBeyondItsToleranceNeverPasses) {
  const GateResult result = with_a_loud_case().judge();
  const Verdict& verdict = verdict_of(result, kCase);
  EXPECT_GT(*verdict.smallest_failing_loss, 0.15);
  EXPECT_EQ(verdict.kind, VerdictKind::inconclusive);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(ReportedKinds, TwoMeasurementsAreTooFewForAVerdict) {
  QuietNight night;
  const double usual = usual_time(night, kCase);
  night.record.rounds_planned = 2;
  set_rounds(night.measured(kCase), {usual, 1.4 * usual});
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::invalid);
  EXPECT_EQ(result.status, ExitStatus::cannot_judge);
}

TEST(ReportedKinds, ABaselineMadeOnALuckyNightDoesNotOutvoteTheOthers) {
  QuietNight night{6};
  for (double& time : night.baseline.nights[2].cases.at(kCase).round_location) time *= 0.9;
  EXPECT_NE(verdict_of(night.judge(), kCase).kind, VerdictKind::regressed);
}

}  // namespace
}  // namespace roofgate
