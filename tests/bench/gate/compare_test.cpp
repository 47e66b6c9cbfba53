#include "bench/gate/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "bench/gate/wording.hpp"
#include "bench/record/drill_note.hpp"
#include "tests/bench/gate/ab_pair.hpp"
#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

const std::string kCase = id_of_ab(0);

class Compare : public testing::Test {
 protected:
  Result<CompareResult> run(std::vector<const Record*> before, std::vector<const Record*> after) {
    return compare(
        {std::move(before), std::move(after), policy_, implausible_before_, implausible_after_, "2026-11-29"});
  }
  CompareResult run(const AbPair& pair) { return run({&pair.a}, {&pair.b}).value(); }

  static bool says(const CompareResult& result, const std::string& rule) {
    return find_reason(result.gate.common, rule) != nullptr;
  }

  Policy policy_;
  std::map<std::string, std::string> implausible_before_, implausible_after_;
};

TEST_F(Compare, APairedLossIsFoundOnAMachineWhoseMinutesDifferByFarMore) {
  const CompareResult result = run(measure_ab({}, 1, {{kCase, loss(0.05)}}));
  EXPECT_TRUE(result.is_paired);
  EXPECT_EQ(result.pairs, 6);
  EXPECT_EQ(verdict_of(result.gate, kCase).kind, VerdictKind::regressed);
  EXPECT_NEAR(loss_of(*verdict_of(result.gate, kCase).change), 0.05, 0.01);
  EXPECT_EQ(count_of(result.gate, VerdictKind::regressed), 1);
  EXPECT_EQ(result.gate.status, ExitStatus::regression);
  EXPECT_EQ(result.recommendation.advice, Advice::slower);
  EXPECT_THAT(result.recommendation.sentence, HasSubstr("slower: " + kCase + " -"));
  EXPECT_EQ(result.before_label, "OLD=1");
  EXPECT_EQ(result.after_label, "OLD=2");
}

TEST_F(Compare, AGainIsNoReasonToWorry) {
  const CompareResult result = run(measure_ab({}, 2, {{kCase, -loss(0.4)}}));
  EXPECT_EQ(verdict_of(result.gate, kCase).kind, VerdictKind::improved);
  EXPECT_EQ(result.recommendation.sentence, "safe");
  EXPECT_EQ(result.gate.status, ExitStatus::pass);
}

TEST_F(Compare, SafeNamesTheLossThatThePolicyExpects) {
  policy_.expected_failures = {{kCase, "https://example.org/1", "2027-01-01", "known"}};
  const CompareResult result = run(measure_ab({}, 2, {{kCase, loss(0.4)}}));
  ASSERT_EQ(verdict_of(result.gate, kCase).kind, VerdictKind::xfail);
  EXPECT_EQ(result.recommendation.advice, Advice::safe);
  EXPECT_THAT(result.recommendation.sentence,
              HasSubstr("safe but for 1 failure that the policy expects: " + kCase + " -"));
}

TEST_F(Compare, SidesMayBeNamedTheOtherWayRound) {
  const AbPair pair = measure_ab({}, 1, {{kCase, loss(0.05)}});
  const CompareResult result = run({&pair.b}, {&pair.a}).value();
  EXPECT_TRUE(result.is_paired);
  EXPECT_EQ(verdict_of(result.gate, kCase).kind, VerdictKind::improved);
  EXPECT_EQ(result.before_label, "OLD=2");
}

TEST_F(Compare, WhatComesSecondIsNotBlamedOnB) {
  AbMachine machine;
  machine.second = 0.06;
  const CompareResult result = run(measure_ab(machine, 3));
  EXPECT_EQ(count_of(result.gate, VerdictKind::regressed), 0);
  EXPECT_EQ(count_of(result.gate, VerdictKind::improved), 0);
}

TEST_F(Compare, AnUndecidedCaseSaysHowManyRoundsWouldDecide) {
  AbMachine machine;
  machine.within = 0.03;
  const CompareResult result = run(measure_ab(machine, 4));
  ASSERT_GT(count_of(result.gate, VerdictKind::inconclusive), 0);
  EXPECT_EQ(result.gate.status, ExitStatus::cannot_judge);
  EXPECT_EQ(result.recommendation.advice, Advice::cannot_tell);
  EXPECT_THAT(result.recommendation.sentence, testing::StartsWith("cannot tell: "));
  int most = 0;
  for (const Verdict& verdict : result.gate.verdicts) most = std::max(most, verdict.rounds_to_decide.value_or(0));
  EXPECT_EQ(result.recommendation.further_rounds, most);
}

TEST_F(Compare, UnpairedRecordsAreJudgedByThePolicysSpreadAndItSaysSo) {
  SimulatedMachine machine{{.cases = 8, .between_nights = 0.002, .between_rounds = 0.002, .disturbed_rounds = 0.0}, 5};
  const Record before = machine.record();
  const Record after = machine.record({{machine.id(0), loss(0.20)}});
  const CompareResult result = run({&before}, {&after}).value();
  EXPECT_FALSE(result.is_paired);
  EXPECT_EQ(verdict_of(result.gate, machine.id(0)).kind, VerdictKind::regressed);
  EXPECT_EQ(count_of(result.gate, VerdictKind::regressed), 1);
  EXPECT_TRUE(says(result, "unpaired"));
  // One night each: a small loss cannot be told from two nights.
  const Verdict& other = verdict_of(result.gate, machine.id(1));
  EXPECT_GT(*other.smallest_failing_loss, 0.02);
}

TEST_F(Compare, MoreNightsOnBothSidesSeeMore) {
  SimulatedMachine machine{{.cases = 8, .between_nights = 0.002, .between_rounds = 0.002, .disturbed_rounds = 0.0}, 5};
  std::vector<Record> records;
  for (int night = 0; night < 8; ++night) records.push_back(machine.record());
  const auto one = run({&records[0]}, {&records[4]}).value();
  const auto four =
      run({&records[0], &records[1], &records[2], &records[3]}, {&records[4], &records[5], &records[6], &records[7]})
          .value();
  EXPECT_LT(*verdict_of(four.gate, machine.id(1)).smallest_detectable_loss,
            0.7 * *verdict_of(one.gate, machine.id(1)).smallest_detectable_loss);
}

TEST_F(Compare, WhatFailsInOneRecordAfterIsNotSafeBecauseTheOthersPass) {
  SimulatedMachine machine{{.cases = 8, .between_nights = 0.002, .between_rounds = 0.002, .disturbed_rounds = 0.0}, 5};
  std::vector<Record> records;
  for (int night = 0; night < 8; ++night) records.push_back(machine.record());
  records[5].cases[1].rounds[0].marks.push_back({MarkKind::error, "it crashed"});
  records[6].cases[2].rounds[0].marks.push_back({MarkKind::contended, "other work"});
  const auto result =
      run({&records[0], &records[1], &records[2], &records[3]}, {&records[4], &records[5], &records[6], &records[7]})
          .value();
  EXPECT_EQ(verdict_of(result.gate, machine.id(1)).kind, VerdictKind::invalid);
  EXPECT_NE(find_reason(verdict_of(result.gate, machine.id(1)).reasons, "round_failed"), nullptr);
  EXPECT_EQ(verdict_of(result.gate, machine.id(2)).kind, VerdictKind::pass)
      << "noise in one record of four is no failure";
  EXPECT_EQ(result.gate.status, ExitStatus::cannot_judge);
}

TEST_F(Compare, AFileOfAfterWithoutARunIsNeverSafe) {
  const AbPair pair = measure_ab({}, 2);
  CompareInputs inputs{{&pair.a}, {&pair.b}, policy_, {}, {}, "2026-11-29", {"n2.log: no known format"}};
  const CompareResult lost = compare(inputs).value();
  EXPECT_EQ(lost.gate.status, ExitStatus::cannot_judge);
  EXPECT_EQ(lost.recommendation.advice, Advice::cannot_tell);
  EXPECT_THAT(lost.recommendation.sentence, HasSubstr("1 file of after holds no run (n2.log: no known format)"));
  inputs.lost_after.push_back("n3.log: empty");
  EXPECT_THAT(compare(inputs).value().recommendation.sentence,
              HasSubstr("2 files of after hold no run (n2.log: no known format, …)"));
}

TEST_F(Compare, CasesOfOneSideAndOtherDefinitionsAreSaidAndNeverSafe) {
  AbPair pair = measure_ab({}, 6);
  pair.b.cases.erase(pair.b.cases.begin());
  pair.a.cases.pop_back();
  pair.b.cases[2].definition = "d2";
  const std::string changed = pair.b.cases[2].id;
  const CompareResult result = run(pair);
  EXPECT_EQ(verdict_of(result.gate, kCase).kind, VerdictKind::vanished);
  EXPECT_EQ(verdict_of(result.gate, id_of_ab(11)).kind, VerdictKind::no_baseline);
  EXPECT_EQ(verdict_of(result.gate, changed).kind, VerdictKind::no_baseline);
  EXPECT_NE(find_reason(verdict_of(result.gate, changed).reasons, "definition_changed"), nullptr);
  EXPECT_EQ(result.gate.verdicts.size(), 12U);
  EXPECT_EQ(result.gate.status, ExitStatus::cannot_judge);
  EXPECT_EQ(result.recommendation.sentence, "cannot tell: 1 case not measured after");
}

TEST_F(Compare, OtherHardwareIsNotCompared) {
  SimulatedMachine machine{{.cases = 4}, 5};
  const Record before = machine.record();
  Record after = machine.record();
  after.environment.devices.pop_back();
  const CompareResult result = run({&before}, {&after}).value();
  EXPECT_EQ(count_of(result.gate, VerdictKind::no_baseline), 4);
  EXPECT_THAT(result.gate.verdicts.front().reasons.front().sentence, HasSubstr("different hardware"));
  EXPECT_EQ(result.gate.status, ExitStatus::cannot_judge);
}

TEST_F(Compare, PairsOfAMachineThatShowsLessToOneSideAreComparedAndItIsSaid) {
  AbPair pair = measure_ab({}, 7);
  pair.b.environment.cpu.cores = 1;
  const CompareResult result = run(pair);
  EXPECT_TRUE(says(result, "other_share"));
  EXPECT_EQ(result.gate.status, ExitStatus::pass);
  ASSERT_EQ(result.environment.size(), 1U);
  EXPECT_EQ(result.environment[0].change, (EnvironmentChange{EnvironmentPart::hardware, "CPU cores", "2", "1"}));
}

TEST_F(Compare, OtherDevicesAreNeverSafe) {
  SimulatedMachine machine{{.cases = 4, .between_nights = 0.0005, .between_rounds = 0.0005, .disturbed_rounds = 0}, 5};
  Record before = machine.record();
  Record after = machine.record();
  before.environment.devices[0].uuid = "GPU-1";
  after.environment.devices[0].uuid = "GPU-2";
  policy_.expectations.tolerance = 0.3;
  const CompareResult result = run({&before}, {&after}).value();
  EXPECT_EQ(count_of(result.gate, VerdictKind::pass), 4);
  EXPECT_EQ(result.gate.status, ExitStatus::cannot_judge);
  EXPECT_THAT(result.recommendation.sentence, HasSubstr("GPU-1, GPU-2"));
}

TEST_F(Compare, DrillsEmulationsAndUnfinishedRecordsAreNeverSafe) {
  AbPair pair = measure_ab({}, 8);
  pair.b.finished_at.clear();
  EXPECT_EQ(run(pair).gate.status, ExitStatus::cannot_judge);
  EXPECT_THAT(run(pair).recommendation.sentence, HasSubstr("not finished"));
  pair = measure_ab({}, 8);
  pair.a.notes[std::string{kDrillNote}] = "0.05";
  EXPECT_EQ(run(pair).gate.status, ExitStatus::cannot_judge);
  EXPECT_TRUE(says(run(pair), "planted"));
  pair = measure_ab({}, 8);
  pair.a.environment.backend = pair.b.environment.backend = "cuda-emulated";
  EXPECT_EQ(run(pair).gate.status, ExitStatus::cannot_judge);
  EXPECT_TRUE(says(run(pair), "emulated"));
}

TEST_F(Compare, AWrongResultAfterOutranksEverything) {
  AbPair pair = measure_ab({}, 9, {{id_of_ab(1), loss(0.3)}});
  pair.b.cases[0].rounds[2].marks = {{MarkKind::wrong_result, "element 7 is 3, not 4"}};
  const CompareResult result = run(pair);
  EXPECT_EQ(verdict_of(result.gate, kCase).kind, VerdictKind::wrong_result);
  EXPECT_EQ(result.gate.status, ExitStatus::wrong_result);
  EXPECT_EQ(result.recommendation.advice, Advice::wrong_result);
}

TEST_F(Compare, AMeasurementThatWasUnusableBeforeIsSaidToBe) {
  AbPair pair = measure_ab({}, 10);
  for (Round& round : pair.a.cases[0].rounds) round.marks = {{MarkKind::contended, "CPU steal 12 %"}};
  implausible_after_[id_of_ab(1)] = "Above the roof.";
  const CompareResult result = run(pair);
  EXPECT_EQ(verdict_of(result.gate, kCase).kind, VerdictKind::invalid);
  EXPECT_THAT(verdict_of(result.gate, kCase).reasons.front().sentence, HasSubstr("Before: 0 rounds of 6 are clean"));
  EXPECT_EQ(verdict_of(result.gate, id_of_ab(1)).kind, VerdictKind::invalid);
}

TEST_F(Compare, MarkedRoundsTakeTheirPairWithThem) {
  AbPair pair = measure_ab({}, 11);
  pair.a.cases[0].rounds[1].marks = {{MarkKind::contended, "busy"}};
  pair.b.cases[0].rounds[3].marks = {{MarkKind::contended, "busy"}};
  const Verdict& verdict = verdict_of(run(pair).gate, kCase);
  EXPECT_EQ(verdict.comparison->clean_rounds, 4);
  EXPECT_EQ(verdict.comparison->marked_rounds, 2);
}

TEST_F(Compare, APairTornApartByAnInterruptionIsLeftOut) {
  AbPair pair = measure_ab({}, 12);
  for (Case& measured : pair.b.cases) measured.rounds[5].started_at = "2026-11-29T09:11:00Z";
  EXPECT_EQ(verdict_of(run(pair).gate, kCase).comparison->clean_rounds, 5);
}

TEST_F(Compare, RecordsOfDifferentRunsAreNoPairs) {
  AbPair pair = measure_ab({}, 13);
  pair.b.notes[std::string{kAbIdNote}] = "run2";
  EXPECT_FALSE(run(pair).is_paired);
  pair = measure_ab({}, 13);
  pair.b.notes[std::string{kAbOrderNote}] = "AB AB AB AB AB AB";
  EXPECT_FALSE(run(pair).is_paired);
}

TEST_F(Compare, TheEnvironmentsDifferenceIsJoinedToWhatItCanTouch) {
  std::map<std::string, double> planted;
  for (int index = 0; index < 12; index += 4) planted[id_of_ab(index)] = loss(0.08);  // every gemm
  AbPair pair = measure_ab({}, 14, planted);
  pair.a.environment.software = {{"onednn", "2.6.3"}, {"mpi", "4.1.4"}};
  pair.b.environment.software = {{"onednn", "3.1.1"}, {"mpi", "4.1.4"}};
  pair.b.environment.variables = {{"OMPI_MCA_btl", "self"}};
  const CompareResult result = run(pair);
  ASSERT_EQ(result.environment.size(), 2U);
  EXPECT_EQ(result.environment[0].change.name, "onednn");
  EXPECT_EQ(result.environment[0].cases, 3);
  EXPECT_EQ(result.environment[0].slower, 3);
  EXPECT_NEAR(loss_of(*result.environment[0].median_change), 0.08, 0.01);
  EXPECT_EQ(result.environment[1].change,
            (EnvironmentChange{EnvironmentPart::variable, "OMPI_MCA_btl", "unset", "self"}));
  EXPECT_EQ(result.environment[1].cases, 3);
  EXPECT_EQ(result.environment[1].slower, 0);
  EXPECT_EQ(sentence_of(verdict_of(result.gate, kCase).reasons, "environment_changed"),
            "Different between the sides: onednn 2.6.3 -> 3.1.1.");
}

TEST_F(Compare, WhatAllKindsOfCasesLoseIsSaidOnce) {
  std::map<std::string, double> planted;
  for (int index = 0; index < 12; ++index) planted[id_of_ab(index)] = loss(0.08);
  const CompareResult result = run(measure_ab({}, 20, planted));
  const std::string sentence = sentence_of(result.gate.common, "common_shift");
  EXPECT_THAT(sentence, testing::StartsWith("Every kind of case is "));
  EXPECT_THAT(sentence, testing::EndsWith(" % slower after: what changed reaches all of them."));
}

TEST_F(Compare, TwoModesAfterAnUpgradeAreAFindingThatNoAverageHides) {
  AbMachine machine;
  machine.minute = 0.001;
  AbPair pair = measure_ab(machine, 17);
  for (const int slow : {0, 3, 4}) pair.b.cases[0].rounds[static_cast<std::size_t>(slow)].time_s[0] *= 1.6;
  const CompareResult result = run(pair);
  const Verdict& verdict = verdict_of(result.gate, kCase);
  EXPECT_THAT(sentence_of(verdict.reasons, "two_modes"), HasSubstr("3 of 6 rounds are 60"));
  EXPECT_TRUE(verdict.kind == VerdictKind::regressed || verdict.kind == VerdictKind::inconclusive);
  EXPECT_NE(result.gate.status, ExitStatus::pass);
}

TEST_F(Compare, AChangedAlgorithmIsTheFirstReason) {
  AbPair pair = measure_ab({}, 18, {{kCase, loss(0.2)}});
  pair.a.environment.software = {{"cublaslt", "12.8"}};
  pair.b.environment.software = {{"cublaslt", "13.0"}};
  for (Round& round : pair.a.cases[0].rounds) round.algorithm = {{"tile", "128x256"}};
  for (Round& round : pair.b.cases[0].rounds) round.algorithm = {{"tile", "64x64"}};
  const auto reasons = verdict_of(run(pair).gate, kCase).reasons;
  ASSERT_GE(reasons.size(), 2U);
  EXPECT_EQ(reasons.front().rule, "algorithm_changed");
  EXPECT_THAT(reasons.front().sentence, HasSubstr("tile 128x256 -> 64x64"));
  EXPECT_EQ(reasons.back().rule, "environment_changed");
}

TEST_F(Compare, TwoGoodAndTwoBadRoundsAreNoVerdict) {
  AbMachine machine;
  machine.rounds = 4;
  AbPair pair = measure_ab(machine, 19);
  for (const int slow : {1, 2}) pair.b.cases[0].rounds[static_cast<std::size_t>(slow)].time_s[0] *= 1.3;
  EXPECT_EQ(verdict_of(run(pair).gate, kCase).kind, VerdictKind::inconclusive);
}

TEST_F(Compare, ASideOfMixedEnvironmentsIsNeverSafe) {
  SimulatedMachine machine{{.cases = 4}, 5};
  Record first = machine.record();
  Record second = machine.record();
  const Record after = machine.record();
  second.environment.software["driver"] = "590.1";
  const CompareResult result = run({&first, &second}, {&after}).value();
  EXPECT_THAT(sentence_of(result.gate.common, "mixed_side"),
              HasSubstr("side before differ among themselves in driver"));
  EXPECT_NE(result.gate.status, ExitStatus::pass);
}

TEST_F(Compare, TheSameRecordTwiceIsARefusal) {
  const AbPair pair = measure_ab({}, 15);
  const auto result = run({&pair.a}, {&pair.a});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::usage);
  EXPECT_THAT(result.error().what, HasSubstr("named twice"));
  EXPECT_FALSE(run({}, {&pair.a}));
}

TEST_F(Compare, NothingInCommonIsNoPass) {
  AbPair pair = measure_ab({}, 16);
  for (Case& measured : pair.b.cases) measured.id += "/other";
  const CompareResult result = run(pair);
  EXPECT_TRUE(says(result, "nothing_compared"));
  EXPECT_EQ(result.gate.status, ExitStatus::cannot_judge);
}

// The contract of the gate, for pairs: at most one in a hundred comparisons of an environment with itself shows a loss,
// though the machine is unsteady and one round in twenty is disturbed.
TEST_F(Compare, AnEnvironmentAgainstItselfIsHardlyEverSlower) {
  AbMachine machine;
  machine.cases = 40;
  machine.disturbed_rounds = 0.05;
  constexpr int kComparisons = 1000;
  int slower = 0;
  int drifted = 0;
  for (unsigned seed = 0; seed < kComparisons; ++seed) {
    const CompareResult result = run(measure_ab(machine, 2000U + seed));
    slower += count_of(result.gate, VerdictKind::regressed) > 0 ? 1 : 0;
    drifted += count_of(result.gate, VerdictKind::drift) > 0 ? 1 : 0;
  }
  RecordProperty("comparisons", kComparisons);
  RecordProperty("slower", slower);
  RecordProperty("drifted", drifted);
  EXPECT_LE(100 * slower, kComparisons);
}

// Where one case did lose, it is found, and no other one is blamed.
TEST_F(Compare, ALossBetweenEnvironmentsIsFoundAndNoOtherCaseBlamed) {
  AbMachine machine;
  machine.cases = 40;
  machine.disturbed_rounds = 0.05;
  int false_nights = 0;
  int found = 0;
  constexpr int kNights = 120;
  for (int night = 0; night < kNights; ++night) {
    const CompareResult result = run(measure_ab(machine, 1000U + static_cast<unsigned>(night), {{kCase, loss(0.05)}}));
    found += verdict_of(result.gate, kCase).kind == VerdictKind::regressed ? 1 : 0;
    const int others = count_of(result.gate, VerdictKind::regressed) -
                       (verdict_of(result.gate, kCase).kind == VerdictKind::regressed ? 1 : 0);
    false_nights += others > 0 ? 1 : 0;
  }
  RecordProperty("false_nights", false_nights);
  RecordProperty("found", found);
  EXPECT_LE(false_nights, 4);  // 1 % of 120 is 1.2: more than 4 has a chance of under 1 %
  EXPECT_GE(found, kNights * 8 / 10);
}

}  // namespace
}  // namespace roofgate
