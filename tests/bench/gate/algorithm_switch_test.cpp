// Nights of another algorithm are another series; a switch is said, and costs what it costs.
#include <gmock/gmock.h>

#include <cmath>

#include "bench/baseline/algorithm_choice.hpp"
#include "tests/bench/gate/situation.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

constexpr const char* kMoved = "allreduce/case3";

AlgorithmChoice ring() { return {{"algorithm", "RING"}, {"protocol", "LL128"}, {"channels", "16"}}; }
AlgorithmChoice nvls() { return {{"algorithm", "NVLS"}, {"protocol", "SIMPLE"}, {"channels", "24"}}; }

/// A quiet machine whose allreduce ran what each night says, at that algorithm's level; the last entry is tonight.
struct SwitchingNight : Situation {
  struct Ran {
    AlgorithmChoice algorithm;
    double log_ratio = 0.0;  ///< to the ring's level
  };

  explicit SwitchingNight(const std::vector<Ran>& nights)
      : SwitchingNight{nights, static_cast<int>(nights.size()) - 1} {}

 private:
  SwitchingNight(const std::vector<Ran>& nights, int earlier)
      : Situation{{{kMoved, nights.back().log_ratio}}, earlier} {
    for (std::size_t i = 0; i + 1 < nights.size(); ++i) {
      CaseNight& night = baseline.nights[i].cases[kMoved];
      night.algorithm = nights[i].algorithm;
      for (double& location : night.round_location) location *= std::exp(nights[i].log_ratio);
    }
    for (Round& round : measured(kMoved).rounds) round.algorithm = nights.back().algorithm;
  }
};

std::vector<SwitchingNight::Ran> repeated(std::size_t nights, const SwitchingNight::Ran& ran) {
  return std::vector<SwitchingNight::Ran>(nights, ran);
}

std::vector<SwitchingNight::Ran> operator+(std::vector<SwitchingNight::Ran> a,
                                           const std::vector<SwitchingNight::Ran>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(AlgorithmSwitch, ThatIsSlowerFails) {
  const SwitchingNight night{repeated(6, {ring()}) + repeated(1, {nvls(), loss(0.05)})};
  const GateResult result = night.judge();
  const Verdict& verdict = verdict_of(result, kMoved);
  EXPECT_EQ(verdict.kind, VerdictKind::regressed);
  EXPECT_EQ(
      verdict.reasons.front().sentence,
      "The library chose another algorithm (algorithm RING -> NVLS, channels 16 -> 24, protocol LL128 -> SIMPLE).");
  EXPECT_EQ(result.status, ExitStatus::regression);
}

TEST(AlgorithmSwitch, ThatIsFasterIsASwitchAndNoGain) {
  const SwitchingNight night{repeated(6, {ring()}) + repeated(1, {nvls(), -0.2})};
  const GateResult result = night.judge();
  const Verdict& verdict = verdict_of(result, kMoved);
  EXPECT_EQ(verdict.kind, VerdictKind::pass);
  EXPECT_THAT(sentence_of(verdict.reasons, "switch_is_no_gain"), HasSubstr("A switch, not a gain: +22."));
  EXPECT_THAT(sentence_of(result.common, "algorithms_switched"),
              HasSubstr("another algorithm in 1 case: allreduce/case3 (algorithm RING -> NVLS, "));
  EXPECT_EQ(result.status, ExitStatus::pass);
}

TEST(AlgorithmSwitch, ThatCostsNothingIsSaidAllTheSame) {
  const SwitchingNight night{repeated(6, {ring()}) + repeated(1, {nvls()})};
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kMoved).kind, VerdictKind::pass);
  EXPECT_EQ(find_reason(verdict_of(result, kMoved).reasons, "switch_is_no_gain"), nullptr);
  EXPECT_NE(find_reason(result.common, "algorithms_switched"), nullptr);
}

TEST(AlgorithmSwitch, StartsASeriesInWhichALossIsALossThoughTheOldAlgorithmWasSlower) {
  const SwitchingNight night{repeated(8, {ring()}) + repeated(3, {nvls(), -0.2}) + repeated(1, {nvls(), -0.1})};
  const GateResult result = night.judge();
  const Verdict& verdict = verdict_of(result, kMoved);
  EXPECT_EQ(verdict.kind, VerdictKind::regressed);
  EXPECT_EQ(verdict.baseline_nights, 3);
  ASSERT_TRUE(verdict.comparison);
  EXPECT_EQ(verdict.comparison->other_algorithm_nights, 8);
  EXPECT_EQ(find_reason(verdict.reasons, "algorithm_changed"), nullptr);
  EXPECT_EQ(find_reason(result.common, "algorithms_switched"), nullptr);
}

TEST(AlgorithmSwitch, IsJudgedByItsOwnNightFromTheSecondOn) {
  const SwitchingNight night{repeated(8, {ring()}) + repeated(1, {nvls(), -0.2}) + repeated(1, {nvls(), -0.05})};
  EXPECT_EQ(verdict_of(night.judge(), kMoved).kind, VerdictKind::regressed);
}

TEST(AlgorithmSwitch, BackToASlowerAlgorithmFailsThoughTheReferenceHoldsIt) {
  const SwitchingNight night{repeated(6, {ring()}) + repeated(4, {nvls(), -0.2}) + repeated(1, {ring()})};
  const Verdict verdict = verdict_of(night.judge(), kMoved);
  EXPECT_EQ(verdict.kind, VerdictKind::regressed);
  EXPECT_THAT(sentence_of(verdict.reasons, "algorithm_changed"), HasSubstr("algorithm NVLS -> RING"));
}

TEST(AlgorithmSwitch, BackAfterOneNightIsASwitchToo) {
  const SwitchingNight night{repeated(6, {ring()}) + repeated(1, {nvls(), -0.2}) + repeated(1, {ring()})};
  EXPECT_EQ(verdict_of(night.judge(), kMoved).kind, VerdictKind::regressed);
}

TEST(AlgorithmSwitch, BackAndForthIsAChoiceThatAlternates) {
  const SwitchingNight::Ran slow{ring()};
  const SwitchingNight::Ran fast{nvls(), -0.1};
  const SwitchingNight night{{slow, fast, slow, slow, fast, slow, fast, slow}};
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kMoved).kind, VerdictKind::pass);
  EXPECT_EQ(verdict_of(result, kMoved).baseline_nights, 4);
  EXPECT_EQ(find_reason(result.common, "algorithms_switched"), nullptr);
}

TEST(AlgorithmSwitch, OfManyCasesIsSaidOnce) {
  Situation night{{}};
  for (Case& one : night.record.cases) {
    if (one.kind != "gemm") continue;
    for (Night& earlier : night.baseline.nights) earlier.cases[one.id].algorithm = {{"algorithm", "66"}};
    for (Round& round : one.rounds) round.algorithm = {{"algorithm", "21"}};
  }
  const std::string sentence = sentence_of(night.judge().common, "algorithms_switched");
  EXPECT_THAT(sentence, HasSubstr("another algorithm in "));
  EXPECT_THAT(sentence, HasSubstr("gemm/case0 (algorithm 66 -> 21; "));
}

TEST(AlgorithmSwitch, LossesOfSeveralSwitchesAddUpAgainstTheFirstNights) {
  const auto step = [](std::string name, double log_ratio) {
    return SwitchingNight::Ran{{{"algorithm", std::move(name)}}, log_ratio};
  };
  const SwitchingNight night{repeated(5, step("A", 0.0)) + repeated(5, step("B", 0.018)) +
                             repeated(5, step("C", 0.036)) + repeated(5, step("D", 0.054)) +
                             repeated(1, step("D", 0.0541))};
  const Verdict verdict = verdict_of(night.judge(), kMoved);
  EXPECT_EQ(verdict.kind, VerdictKind::regressed);
  EXPECT_NE(find_reason(verdict.reasons, "slow_loss"), nullptr);
}

TEST(AlgorithmSwitch, NightsWhoseChoiceIsNotKnownStayInTheReference) {
  const SwitchingNight night{repeated(4, {AlgorithmChoice{}}) + repeated(2, {ring()}) + repeated(1, {ring()})};
  EXPECT_EQ(verdict_of(night.judge(), kMoved).baseline_nights, 6);
  const SwitchingNight untold{repeated(6, {ring()}) + repeated(1, {AlgorithmChoice{}})};
  EXPECT_EQ(verdict_of(untold.judge(), kMoved).baseline_nights, 6);
}

TEST(AlgorithmSwitch, MostRoundsDecideWhatANightRan) {
  SwitchingNight night{repeated(5, {ring()}) + repeated(1, {ring()})};
  night.measured(kMoved).rounds[0].algorithm = nvls();
  EXPECT_EQ(find_reason(night.judge().common, "algorithms_switched"), nullptr);
  for (std::size_t i = 1; i < 3; ++i) night.measured(kMoved).rounds[i].algorithm = nvls();
  EXPECT_NE(find_reason(night.judge().common, "algorithms_switched"), nullptr);
}

}  // namespace
}  // namespace roofgate
