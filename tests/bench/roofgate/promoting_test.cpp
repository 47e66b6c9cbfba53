// A suspect is watched: what one night cannot decide, two nights decide together.
#include "bench/roofgate/promoting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "bench/baseline/baseline_store.hpp"
#include "tests/bench/gate/quiet_night.hpp"
#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

const std::string kCase = "gemm/case0";

class PromotingTest : public ScratchFolder {
 protected:
  Promoted promote(const Record& record, bool is_first = false) {
    PromoteRequest request;
    request.folder = folder_;
    request.rules.policy.max_baseline_age_days = 100000;
    request.options.by = "test";
    request.options.at = record.started_at;
    request.is_reference_made = !is_first;
    request.keeps_losses = true;
    const auto promoted = promote_into(record, request);
    EXPECT_TRUE(promoted) << to_string(promoted.error());
    return *promoted;
  }
  [[nodiscard]] Baseline stored(const Record& record) const {
    return **find_baseline(folder_, baseline_name_of(record));
  }

  SimulatedMachine machine_{
      {.cases = 20, .between_nights = 0.001, .between_rounds = 0.012, .heterogeneity = 0.0, .disturbed_rounds = 0.0},
      21};
};

TEST_F(PromotingTest, ASuspectIsHeldBackAndFoundWithTheNextNight) {
  for (int night = 0; night < 5; ++night) promote(machine_.record(), true);
  const std::map<std::string, double> planted{{kCase, loss(0.023)}};
  const Record first = machine_.record(planted);
  EXPECT_TRUE(promote(first).promotion.night) << "nothing was shown yet";
  ASSERT_EQ(stored(first).nights.back().cases.count(kCase), 0U) << "a suspect does not join the reference";
  ASSERT_EQ(stored(first).watched.size(), 1U);
  bool is_found = false;
  for (int night = 0; night < 3 && !is_found; ++night) is_found = !promote(machine_.record(planted)).promotion.night;
  EXPECT_TRUE(is_found);
}

TEST_F(PromotingTest, AHealthyNightReturnsWhatWasHeldBack) {
  for (int night = 0; night < 5; ++night) promote(machine_.record(), true);
  const Record first = machine_.record({{kCase, loss(0.025)}});
  promote(first);
  ASSERT_EQ(stored(first).watched.size(), 1U);
  const Record second = machine_.record({{kCase, loss(-0.01)}});
  promote(second);
  EXPECT_EQ(stored(first).nights[5].cases.count(kCase), 1U);
}

TEST_F(PromotingTest, ARefusedNightLeavesItsLossAsEvidence) {
  for (int night = 0; night < 5; ++night) promote(machine_.record(), true);
  const Record bad = machine_.record({{kCase, loss(0.3)}});
  EXPECT_FALSE(promote(bad).promotion.night);
  EXPECT_EQ(stored(bad).nights.size(), 5U);
  ASSERT_EQ(stored(bad).watched.size(), 1U);
  EXPECT_EQ(stored(bad).watched[0].cases.count(kCase), 1U);
}

TEST_F(PromotingTest, FirstNightsHoldNothingBack) {
  for (int night = 0; night < 5; ++night) promote(machine_.record({{kCase, 0.05 * night}}), true);
  EXPECT_TRUE(stored(machine_.record()).watched.empty());
}

TEST_F(PromotingTest, AcceptingALossAcceptsThatOfItsRatios) {
  SimulatedMachine machine{{.cases = 16,
                            .between_nights = 0.0005,
                            .between_rounds = 0.0005,
                            .heterogeneity = 0.0,
                            .disturbed_rounds = 0.0,
                            .tail_freedom = 100.0,
                            .has_siblings = true},
                           7};
  for (int night = 0; night < 5; ++night) promote(machine.record(), true);
  const Record slower = machine.record({{"gemm/case4", loss(0.10)}});
  EXPECT_FALSE(promote(slower).promotion.night);
  PromoteRequest request;
  request.folder = folder_;
  request.rules.policy.max_baseline_age_days = 100000;
  request.options.by = "test";
  request.options.at = slower.started_at;
  request.options.accept = {{"gemm/case4", "power limit 600 W"}};
  const auto promoted = promote_into(slower, request);
  ASSERT_TRUE(promoted) << to_string(promoted.error());
  ASSERT_TRUE(promoted->promotion.night);
  EXPECT_EQ(promoted->promotion.night->accepted_losses.at("ratio/gemm/case4/to_align128"), "power limit 600 W");
}

/// Nights of a case differ by 10 %: a loss of 2 % cannot be told in any of them.
constexpr MachineOptions kNoisy{.cases = 20, .between_nights = 0.1, .heterogeneity = 0.2, .common = 0.02};

TEST_F(PromotingTest, ANoisyMachineFillsItsBaselineAndIsNotCalledSlower) {
  constexpr int kNights = 20;
  int refused = 0;
  int held_back = 0;
  std::size_t cases = 0;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SimulatedMachine machine{kNoisy, seed};
    const Record first = machine.record();
    std::filesystem::remove_all(folder_);
    promote(first, true);
    for (int night = 0; night < 2; ++night) promote(machine.record(), true);
    for (int night = 3; night < kNights; ++night) {
      const Promotion promotion = promote(machine.record()).promotion;
      refused += promotion.night ? 0 : 1;
      held_back += static_cast<int>(promotion.held_back.size());
    }
    for (const Night& night : stored(first).nights) cases += night.cases.size();
  }
  RecordProperty("refused", refused);
  RecordProperty("held_back", held_back);
  RecordProperty("cases", static_cast<int>(cases));
  EXPECT_LE(refused, 3);
  EXPECT_GT(held_back, 0);
  EXPECT_GE(cases, 5U * 20U * (kNights - 2 - 1)) << "but for the last two nights of each case, everything joins";
}

TEST_F(PromotingTest, FarBeyondToleranceAndUndecidedIsNotLearntFrom) {
  SimulatedMachine machine{kNoisy, 3};
  for (int night = 0; night < 5; ++night) promote(machine.record(), true);
  const Record slow = machine.record({{kCase, loss(0.12)}});
  const Promotion promotion = promote(slow).promotion;
  ASSERT_TRUE(promotion.night);
  const auto note = std::find_if(promotion.held_back.begin(), promotion.held_back.end(),
                                 [](const CaseNote& held) { return held.case_id == kCase; });
  ASSERT_NE(note, promotion.held_back.end());
  EXPECT_NE(note->sentence.find(" % and undecided. Run it again, or accept it by name"), std::string::npos)
      << note->sentence;
  EXPECT_EQ(stored(slow).nights.back().cases.count(kCase), 0U);
}

class AcceptingTest : public PromotingTest {
 protected:
  void SetUp() override {
    ScratchFolder::SetUp();
    for (int night = 0; night < 5; ++night) promote(steady_.record(), true);
  }
  [[nodiscard]] Promotion accept(const Record& record, const std::string& id) const {
    PromoteRequest request;
    request.folder = folder_;
    request.rules.policy.max_baseline_age_days = 100000;
    request.options.by = "test";
    request.options.at = record.started_at;
    if (!id.empty()) request.options.accept = {{id, "known"}};
    const auto promoted = promote_into(record, request);
    EXPECT_TRUE(promoted) << to_string(promoted.error());
    return promoted->promotion;
  }
  [[nodiscard]] GateResult judged(const Record& record) const {
    GateMaterial material;
    material.policy.max_baseline_age_days = 100000;
    material.baseline = stored(record);
    material.today = record.started_at.substr(0, 10);
    return judge_against(material, record);
  }

  SimulatedMachine steady_{{.cases = 16,
                            .between_nights = 0.0005,
                            .between_rounds = 0.0005,
                            .heterogeneity = 0.0,
                            .disturbed_rounds = 0.0,
                            .tail_freedom = 100.0,
                            .has_siblings = true},
                           7};
};

TEST_F(AcceptingTest, ALossOfTheSiblingIsNoGainOfItsRatiosInLaterNights) {
  const std::map<std::string, double> halved{{"gemm/case0", loss(0.49)}};
  const Promotion accepted = accept(steady_.record(halved), "gemm/case0");
  ASSERT_TRUE(accepted.night) << accepted.refusals.front().reason;
  EXPECT_TRUE(accepted.night->accepted_losses.contains("ratio/gemm/case4/to_align128"));
  const GateResult later = judged(steady_.record(halved));
  EXPECT_EQ(count_of(later, VerdictKind::invalid), 0);
  EXPECT_EQ(count_of(later, VerdictKind::regressed), 0);
}

TEST_F(AcceptingTest, AGainBeyondBeliefIsAcceptedByNameWithItsRatios) {
  const std::map<std::string, double> doubled{{"gemm/case0", -std::log(2.0)}};
  const Promotion left_out = accept(steady_.record(doubled), "");
  ASSERT_TRUE(left_out.night);
  EXPECT_EQ(left_out.night->cases.count("gemm/case0"), 0U);
  EXPECT_GT(count_of(judged(steady_.record(doubled)), VerdictKind::invalid), 0);
  const Promotion accepted = accept(steady_.record(doubled), "gemm/case0");
  ASSERT_TRUE(accepted.night) << accepted.refusals.front().reason;
  EXPECT_EQ(accepted.night->accepted_losses.at("gemm/case0"), "known");
  const GateResult later = judged(steady_.record(doubled));
  EXPECT_EQ(count_of(later, VerdictKind::invalid), 0);
  EXPECT_EQ(count_of(later, VerdictKind::regressed), 0);
}

TEST_F(PromotingTest, TheStoredReasonSaysWhatWasCompared) {
  EXPECT_EQ(promote(machine_.record(), false).promotion.night->reason, "first night");
  EXPECT_EQ(promote(machine_.record(), true).promotion.night->reason,
            "one of the first nights, which are the reference");
  Record other = machine_.record();
  for (Case& measured : other.cases) measured.definition = std::string(16, 'f');
  EXPECT_EQ(promote(other).promotion.night->reason, "nothing to compare with: new definitions");
  Record older = machine_.record();
  older.started_at = "2020-01-01T00:00:00Z";
  older.finished_at = "2020-01-01T01:00:00Z";
  EXPECT_EQ(promote(older).promotion.night->reason,
            "nothing to compare with: the baseline holds no night before this one");
}

TEST_F(PromotingTest, WhatIsUndecidedAndHeldBackIsSaid) {
  for (int night = 0; night < 5; ++night) promote(machine_.record(), true);
  const Promotion promotion = promote(machine_.record({{kCase, loss(0.023)}})).promotion;
  ASSERT_TRUE(promotion.night);
  EXPECT_EQ(promotion.night->reason.find("not shown to be slower than the baseline; "), 0U) << promotion.night->reason;
  ASSERT_FALSE(promotion.held_back.empty());
  EXPECT_EQ(promotion.held_back.front().case_id, kCase);
}

}  // namespace
}  // namespace roofgate
