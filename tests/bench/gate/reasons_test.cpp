// Scripted situations: each with the sentence that explains it, and with its evidence made thin, without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/gate/situation.hpp"

namespace roofgate {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kGemm = "gemm/case0";

TEST(Reasons, AFallenClockTakesItsPartOfTheLoss) {
  Situation night{{{kGemm, loss(0.08)}}};
  night.set_subject(kGemm, Subject::flops);
  night.set_clock(kGemm, 1.755e9, 1.620e9);
  EXPECT_THAT(night.sentence(kGemm, "clock_fell"),
              HasSubstr("The clock fell by 7.7 % (1755 to 1620 MHz); at equal clock"));
  const Verdict verdict = verdict_of(night.judge(), kGemm);
  EXPECT_NEAR(find_reason(verdict.reasons, "clock_fell")->evidence.at("log_ratio_at_equal_clock"), 0.0034, 0.003);
}

TEST(Reasons, AClockThatExplainsLittleIsNoReason) {
  Situation night{{{kGemm, loss(0.20)}}};
  night.set_clock(kGemm, 1.755e9, 1.720e9);
  EXPECT_EQ(night.sentence(kGemm, "clock_fell"), "");
  night.set_clock(kGemm, 1.755e9, 1.750e9);
  EXPECT_EQ(night.sentence(kGemm, "clock_fell"), "");
}

TEST(Reasons, ACoreClockExplainsNoMemoryBoundLoss) {
  Situation night{{{"memory/case2", loss(0.08)}}};
  night.set_subject("memory/case2", Subject::bytes);
  night.set_clock("memory/case2", 1.755e9, 1.620e9);
  EXPECT_EQ(night.sentence("memory/case2", "clock_fell"), "");
}

TEST(Reasons, WhatHeldTheClockDownIsNamed) {
  Situation night{{{kGemm, loss(0.08)}}};
  night.set_clock(kGemm, 1.755e9, 1.620e9);
  for (Round& round : night.measured(kGemm).rounds) round.telemetry.clock_event_reasons = {"gpu_idle", "sw_power_cap"};
  EXPECT_THAT(night.sentence(kGemm, "clock_was_limited"), HasSubstr("in 5 of 5 rounds: sw_power_cap."));
  night.set_clock(kGemm, 1.755e9, 1.755e9);
  EXPECT_EQ(night.sentence(kGemm, "clock_was_limited"), "") << "the cap also held in earlier nights";
}

TEST(Reasons, FallenPowerIsNamed) {
  Situation night{{{kGemm, loss(0.08)}}};
  night.set_power(kGemm, 690, 610);
  EXPECT_THAT(night.sentence(kGemm, "power_fell"), HasSubstr("(690 to 610 W)"));
  night.set_power(kGemm, 690, 680);
  EXPECT_EQ(night.sentence(kGemm, "power_fell"), "");
}

TEST(Reasons, AnotherAlgorithmIsNamedFirst) {
  Situation night{{{kGemm, loss(0.3)}}};
  for (Night& earlier : night.baseline.nights) earlier.cases[kGemm].algorithm = {{"id", "66"}, {"split_k", "4"}};
  for (Round& round : night.measured(kGemm).rounds) round.algorithm = {{"id", "21"}, {"split_k", "1"}, {"tile", "9"}};
  const Verdict verdict = verdict_of(night.judge(), kGemm);
  EXPECT_EQ(verdict.reasons.front().rule, "algorithm_changed");
  EXPECT_EQ(verdict.reasons.front().sentence, "The library chose another algorithm (id 66 -> 21, split_k 4 -> 1).");
  for (Round& round : night.measured(kGemm).rounds) round.algorithm = {{"id", "66"}, {"split_k", "4"}};
  EXPECT_EQ(night.sentence(kGemm, "algorithm_changed"), "");
}

TEST(Reasons, AFallenCeilingBlamesTheMachine) {
  Situation night{{{kGemm, loss(0.08)}, {"memory/case2", loss(0.075)}}};
  night.set_subject(kGemm, Subject::flops);
  night.rename("memory/case2", "ceiling/dot_bf16");
  night.measured("ceiling/dot_bf16").kind = "ceiling";
  night.set_subject("ceiling/dot_bf16", Subject::flops);
  EXPECT_THAT(night.sentence(kGemm, "machine_slower"), HasSubstr("ceiling/dot_bf16 changed by -7."));
  EXPECT_THAT(night.sentence(kGemm, "machine_slower"), HasSubstr("it is the machine, not the library"));
  night.set_subject("ceiling/dot_bf16", Subject::bytes);
  EXPECT_EQ(night.sentence(kGemm, "machine_slower"), "") << "that ceiling does not bound a product";
}

TEST(Reasons, AStandingCeilingBlamesNobody) {
  Situation night{{{kGemm, loss(0.08)}}};
  night.rename("memory/case2", "ceiling/dot_bf16");
  night.measured("ceiling/dot_bf16").kind = "ceiling";
  EXPECT_EQ(night.sentence(kGemm, "machine_slower"), "");
}

TEST(Reasons, OnlyUnalignedShapesLost) {
  Situation night{{{kGemm, loss(0.3)}}};
  night.measured(kGemm).parameters = {{"alignment", 4.0}};
  night.measured("gemm/case4").parameters = {{"alignment", 128.0}};
  EXPECT_EQ(night.sentence(kGemm, "only_unaligned"), "") << "one aligned case is thin evidence";
  night.measured("gemm/case8").parameters = {{"alignment", 64.0}};
  EXPECT_THAT(night.sentence(kGemm, "only_unaligned"), HasSubstr("Only unaligned shapes lost"));
}

TEST(Reasons, NotOnlyUnalignedShapesLost) {
  Situation night{{{kGemm, loss(0.3)}, {"gemm/case4", loss(0.3)}}};
  night.measured(kGemm).parameters = {{"alignment", 4.0}};
  for (const char* id : {"gemm/case4", "gemm/case8"}) night.measured(id).parameters = {{"alignment", 128.0}};
  EXPECT_EQ(night.sentence(kGemm, "only_unaligned"), "");
}

TEST(Reasons, TheBestCandidateDidNotChange) {
  Situation night{{{kGemm, loss(0.3)}}};
  night.rename(kGemm, "gemm/bf16/tn/m8n8k8/align8/first");
  night.rename("gemm/case4", "gemm/bf16/tn/m8n8k8/align8/best");
  const auto scale = [&](const std::string& from, const std::string& to) {  // both as fast, but for the loss
    const double factor =
        night.baseline.nights[0].cases[to].round_location[0] / night.baseline.nights[0].cases[from].round_location[0];
    for (Night& earlier : night.baseline.nights) {
      for (double& time : earlier.cases[from].round_location) time *= factor;
    }
    for (Round& round : night.measured(from).rounds) round.time_s.front() *= factor;
  };
  scale("gemm/bf16/tn/m8n8k8/align8/first", "gemm/bf16/tn/m8n8k8/align8/best");
  EXPECT_THAT(night.sentence("gemm/bf16/tn/m8n8k8/align8/first", "best_unchanged"),
              HasSubstr("the heuristic leaves 30."));
}

Situation messages(const std::map<std::string, double>& planted) {
  Situation night{planted};
  night.make_messages();
  return night;
}

TEST(Reasons, OnlyLargeMessagesLost) {
  const Situation night = messages({{"gemm/case8", loss(0.2)}, {"memory/case2", loss(0.2)}});
  EXPECT_THAT(night.sentence("allreduce/bf16/out_of_place/bytes33554432/ranks8", "only_large_messages"),
              HasSubstr("1048576 bytes and more lost: it is bandwidth, not latency"));
}

TEST(Reasons, OnlySmallMessagesLost) {
  const Situation night = messages({{"gemm/case0", loss(0.2)}, {"gemm/case4", loss(0.2)}});
  EXPECT_THAT(night.sentence("allreduce/bf16/out_of_place/bytes1024/ranks8", "only_small_messages"),
              HasSubstr("it is latency, not bandwidth"));
}

TEST(Reasons, SomeSizesHereAndThereSayNothing) {
  const Situation night = messages({{"gemm/case0", loss(0.2)}, {"memory/case2", loss(0.2)}});
  const std::string id = "allreduce/bf16/out_of_place/bytes1024/ranks8";
  EXPECT_EQ(night.sentence(id, "only_small_messages") + night.sentence(id, "only_large_messages"), "");
}

TEST(Reasons, OneLateRankIsNamed) {
  Situation night{{{"allreduce/case3", loss(0.2)}}};
  for (Round& round : night.measured("allreduce/case3").rounds) round.rank_time_s = {{1.0}, {1.01}, {1.26}, {0.99}};
  EXPECT_THAT(night.sentence("allreduce/case3", "one_rank"), HasSubstr("Rank 2 is the slowest in 5 of 5 rounds"));
  night.measured("allreduce/case3").rounds[0].rank_time_s = {{1.3}, {1.01}, {1.0}, {0.99}};
  night.measured("allreduce/case3").rounds[1].rank_time_s = {{1.0}, {1.31}, {1.0}, {0.99}};
  EXPECT_EQ(night.sentence("allreduce/case3", "one_rank"), "") << "it moves: noise";
}

TEST(Reasons, OfTwoRanksOneIsAlwaysSlower) {
  Situation night{{{"allreduce/case3", loss(0.2)}}};
  for (Round& round : night.measured("allreduce/case3").rounds) round.rank_time_s = {{1.0}, {1.4}};
  EXPECT_EQ(night.sentence("allreduce/case3", "one_rank"), "");
}

TEST(Reasons, SoftwareThatTheCaseRunsThroughIsNamed) {
  Situation night{{{kGemm, loss(0.1)}, {"allreduce/case3", loss(0.1)}}};
  night.record.environment.software["cublaslt"] = "13.1.0";
  EXPECT_EQ(night.sentence(kGemm, "software_changed"), "Since the last night: cublaslt 13.0.2 -> 13.1.0.");
  EXPECT_EQ(night.sentence("allreduce/case3", "software_changed"), "");
  EXPECT_EQ(night.judge().software_changes.size(), 1U);
}

TEST(Reasons, EveryCollectiveRunsThroughTheCommunicationLibraries) {
  for (const char* kind :
       {"allreduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "send_recv", "step"}) {
    Situation night{{{"allreduce/case3", loss(0.1)}, {kGemm, loss(0.1)}}};
    night.measured("allreduce/case3").kind = kind;
    night.record.environment.software["nccl"] = "2.29.0";
    EXPECT_EQ(night.sentence("allreduce/case3", "software_changed"), "Since the last night: nccl 2.28.3 -> 2.29.0.")
        << kind;
    EXPECT_EQ(night.sentence(kGemm, "software_changed"), "") << kind;
  }
}

TEST(Reasons, ACaseThatDidNotChangeHasNone) {
  Situation night{{}};
  night.record.environment.software["cublaslt"] = "13.1.0";
  EXPECT_TRUE(verdict_of(night.judge(), kGemm).reasons.empty());
}

// Measured values of the kind "2.54 2.57 2.58 4.04 4.16 against 4.09 4.12 4.12 4.17 4.18", as times.
TEST(Reasons, TwoModesAreAFindingEvenWhereTheFastOneStayed) {
  QuietNight night;
  for (std::size_t i = 0; i < 3; ++i) night.measured(kGemm).rounds[i].time_s.front() *= 1.6;
  const Verdict verdict = verdict_of(night.judge(), kGemm);
  EXPECT_EQ(verdict.kind, VerdictKind::inconclusive);
  EXPECT_THAT(sentence_of(verdict.reasons, "two_modes"), HasSubstr("3 of 5 rounds are 60."));
}

TEST(Reasons, ModesThatEarlierNightsHadTooAreNoFinding) {
  QuietNight night;
  for (std::size_t i = 0; i < 3; ++i) night.measured(kGemm).rounds[i].time_s.front() *= 1.6;
  for (Night& earlier : night.baseline.nights) {
    for (std::size_t i = 0; i < 3; ++i) earlier.cases[kGemm].round_location[i] *= 1.6;
  }
  EXPECT_EQ(find_reason(verdict_of(night.judge(), kGemm).reasons, "two_modes"), nullptr);
}

TEST(Reasons, AShiftOfEverythingIsSaidOnceAndStillFails) {
  std::map<std::string, double> everything;
  for (int i = 0; i < 12; ++i) everything[QuietNight{0}.machine.id(i)] = loss(0.1);
  const GateResult result = QuietNight{10, everything}.judge();
  EXPECT_THAT(sentence_of(result.common, "common_shift"), HasSubstr("Every kind of case is 10."));
  EXPECT_EQ(result.status, ExitStatus::regression) << "a machine that is slower for real is not excused";
}

TEST(Reasons, WhatIsShownIsSaidWhereTheMachinesShareIsNotDecided) {
  std::map<std::string, double> everything;
  for (int i = 0; i < 12; ++i) everything[QuietNight{0}.machine.id(i)] = loss(0.01);
  everything[kGemm] = loss(0.0275);
  const Verdict verdict = verdict_of(QuietNight{10, everything}.judge(), kGemm);
  EXPECT_EQ(verdict.kind, VerdictKind::inconclusive);
  EXPECT_THAT(sentence_of(verdict.reasons, "shown_within_tolerance"),
              AllOf(HasSubstr("A loss of 1."), HasSubstr("is shown, which is within the tolerance"),
                    HasSubstr("the rest of tonight's 2.")));
}

TEST(Reasons, AWildNightIsSaidOnceWithItsFactor) {
  EXPECT_EQ(find_reason(QuietNight{}.judge().common, "wild_night"), nullptr);
  std::map<std::string, double> everything;
  for (int i = 0; i < 12; ++i) everything[QuietNight{0}.machine.id(i)] = loss(i % 2 == 0 ? 0.03 : -0.03);
  const GateResult result = QuietNight{10, everything}.judge();
  const Reason* wild = find_reason(result.common, "wild_night");
  ASSERT_NE(wild, nullptr);
  EXPECT_THAT(wild->sentence, AllOf(HasSubstr("times as wide"), HasSubstr("Measure again")));
  EXPECT_GT(verdict_of(result, kGemm).comparison->spread_factor, 1.5);
  EXPECT_NE(result.status, ExitStatus::pass);
}

TEST(Reasons, NightsMadeMinutesApartAreSaidAndWidenTheFloor) {
  QuietNight night{3};
  const double before = *verdict_of(night.judge(), kGemm).smallest_detectable_loss;
  for (Night& earlier : night.baseline.nights) earlier.made_minutes_apart = true;
  EXPECT_THAT(sentence_of(night.judge().common, "bootstrapped_reference"), HasSubstr("steadier than 1.0 %"));
  EXPECT_GT(*verdict_of(night.judge(), kGemm).smallest_detectable_loss, 2.0 * before);
}

TEST(Reasons, ALossThatStaysIsFoundTogetherWithTheLastSuspectNight) {
  SimulatedMachine machine{{.cases = 40, .between_nights = 0.004, .between_rounds = 0.006}, 3};
  const Baseline baseline = machine.baseline(5);
  const std::map<std::string, double> planted{{"gemm/case0", loss(0.04)}};
  const Policy policy;
  int first = 0;
  int second = 0;
  for (int trial = 0; trial < 30; ++trial) {
    SimulatedMachine copy = machine;
    for (int skip = 0; skip < trial; ++skip) (void)copy.record();
    const Record one = copy.record(planted);
    const std::string day = copy.today();
    const Record two = copy.record(planted);
    const auto kind = [&](const Record& record, std::vector<Night> watched) {
      Baseline with = baseline;
      with.watched = std::move(watched);
      return verdict_of(judge({record, &with, policy, {}, day}), "gemm/case0").kind;
    };
    const bool is_found = kind(one, {}) == VerdictKind::regressed;
    first += is_found ? 1 : 0;
    second += is_found || kind(two, {night_of(one)}) == VerdictKind::regressed ? 1 : 0;
  }
  EXPECT_GT(second, first);
}

TEST(Reasons, ASlowLossIsSeenAgainstTheAnchor) {
  SimulatedMachine machine{{.cases = 20,
                            .between_nights = 0.001,
                            .between_rounds = 0.001,
                            .heterogeneity = 0.0,
                            .disturbed_rounds = 0.0,
                            .drift = 0.001},
                           5};
  Baseline baseline = machine.baseline(25);
  const Record record = machine.record();
  Policy policy;
  policy.window_nights = 5;
  const GateResult result = judge({record, &baseline, policy, {}, machine.today()});
  const Verdict& verdict = result.verdicts.front();
  EXPECT_EQ(verdict.kind, VerdictKind::drift);
  EXPECT_NEAR(*verdict.change_from_anchor, 0.021, 0.004);
  EXPECT_THAT(sentence_of(verdict.reasons, "slow_loss"), HasSubstr("little by little"));
  policy.expectations.anchor_tolerance = 0.01;
  EXPECT_EQ(judge({record, &baseline, policy, {}, machine.today()}).status, ExitStatus::regression);
}

}  // namespace
}  // namespace roofgate
