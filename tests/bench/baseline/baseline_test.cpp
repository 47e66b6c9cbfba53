#include "bench/baseline/baseline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/bench/record/sample_record.hpp"

namespace roofgate {
namespace {

constexpr auto kGemm = "gemm/bf16/tn/m4096n4096k4096/align128/first";
constexpr auto kAllreduce = "allreduce/bf16/out_of_place/bytes1048576/ranks2";

TEST(NightOf, KeepsCleanCasesWithOneLocationPerRoundInRoundOrder) {
  Record record = make_sample_record();
  record.cases[0].rounds[0].time_s = {5.0, 1.0, 2.0, 3.0, 4.0};
  record.cases[0].rounds[1].time_s = {7.0, 8.0, 9.0};
  std::swap(record.cases[0].rounds[0], record.cases[0].rounds[1]);
  const Night night = night_of(record);
  ASSERT_EQ(night.cases.size(), 1U) << "the contended case is left out";
  const CaseNight& gemm = night.cases.at(kGemm);
  EXPECT_THAT(gemm.round_location, testing::ElementsAre(3.0, 8.0));
  EXPECT_EQ(gemm.definition, "d1");
  EXPECT_EQ(gemm.clock_hz, 1.755e9);
  EXPECT_EQ(gemm.power_w, std::nullopt);
  EXPECT_EQ(gemm.algorithm.at("split_k"), "4");
}

Case make_case(std::vector<std::optional<MarkKind>> rounds) {
  Case measured;
  for (const auto& mark : rounds) {
    Round round;
    round.index = static_cast<int>(measured.rounds.size());
    round.time_s = {1.0};
    if (mark) round.marks = {{*mark, "seen"}};
    measured.rounds.push_back(round);
  }
  return measured;
}

TEST(IsUsable, NeedsThreeCleanRoundsOrAllOfFewer) {
  constexpr auto kBusy = MarkKind::contended;
  EXPECT_TRUE(is_usable(make_case({{}, kBusy, {}, kBusy, {}}), 5));
  EXPECT_FALSE(is_usable(make_case({{}, kBusy, {}, kBusy, kBusy}), 5));
  EXPECT_TRUE(is_usable(make_case({{}, {}}), 2));
  EXPECT_FALSE(is_usable(make_case({{}, kBusy}), 2));
  EXPECT_TRUE(is_usable(make_case({{}}), 1));
  EXPECT_FALSE(is_usable(make_case({}), 1));
}

TEST(IsUsable, AWrongResultOrAnErrorInAnyRoundSpoilsTheCase) {
  EXPECT_FALSE(is_usable(make_case({{}, {}, {}, {}, MarkKind::wrong_result}), 5));
  EXPECT_FALSE(is_usable(make_case({{}, {}, {}, {}, MarkKind::error}), 5));
}

TEST(NightOf, LeavesMarkedRoundsOut) {
  Record record = make_sample_record();
  record.rounds_planned = 4;
  record.cases[0] = make_case({{}, MarkKind::throttled, {}, {}});
  record.cases[0].id = kGemm;
  EXPECT_EQ(night_of(record).cases.at(kGemm).round_location.size(), 3U);
}

TEST(NightOf, TellsWhenAndWithWhat) {
  Record record = make_sample_record();
  record.notes["made_minutes_apart"] = "true";
  const Night night = night_of(record);
  EXPECT_EQ(night.record_id, record.id);
  EXPECT_EQ(night.date, record.started_at);
  EXPECT_EQ(night.software.at("driver"), "580.65");
  EXPECT_TRUE(night.made_minutes_apart);
  EXPECT_FALSE(night_of(make_sample_record()).made_minutes_apart);
}

Baseline make_baseline() {
  Baseline baseline;
  for (int i = 0; i < 4; ++i) {
    Night night;
    night.record_id = "night" + std::to_string(i);
    night.cases[kGemm] = CaseNight{i == 0 ? "old" : "new", {1.0 + i}, {}, {}, {}};
    baseline.nights.push_back(night);
  }
  return baseline;
}

TEST(SeriesOf, HoldsTheNightsOfTheSameDefinition) {
  const Baseline baseline = make_baseline();
  const auto series = series_of(baseline, kGemm, "new");
  ASSERT_EQ(series.size(), 3U);
  EXPECT_EQ(series[0].night->record_id, "night1");
  EXPECT_THAT(series[2].measured->round_location, testing::ElementsAre(4.0));
  EXPECT_EQ(series_of(baseline, kGemm, "old").size(), 1U);
  EXPECT_TRUE(series_of(baseline, kAllreduce, "new").empty());
}

TEST(SeriesOf, RestartsWhereALossWasAccepted) {
  Baseline baseline = make_baseline();
  baseline.nights[2].accepted_losses[kGemm] = "security fix";
  const auto series = series_of(baseline, kGemm, "new");
  ASSERT_EQ(series.size(), 2U);
  EXPECT_EQ(series[0].night->record_id, "night2");
}

TEST(SeriesOf, AllCasesAtOnceAreWhatEachIsAlone) {
  Baseline baseline = make_baseline();
  baseline.nights[1].cases[kAllreduce] = CaseNight{"new", {7.0}, {}, {}, {}};
  baseline.nights[2].accepted_losses[kGemm] = "security fix";
  std::vector<const Night*> nights;
  for (const Night& night : baseline.nights) nights.push_back(&night);
  std::vector<Case> cases(3);
  cases[0].id = kGemm;
  cases[1].id = "unknown";
  cases[2].id = kAllreduce;
  for (Case& one : cases) one.definition = "new";
  const auto all = series_of_all(nights, std::vector<const Case*>{&cases[0], &cases[1], &cases[2]});
  ASSERT_EQ(all.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto alone = series_of(baseline, cases[i].id, cases[i].definition);
    ASSERT_EQ(all[i].size(), alone.size()) << cases[i].id;
    for (std::size_t n = 0; n < alone.size(); ++n) EXPECT_EQ(all[i][n].measured, alone[n].measured);
  }
  EXPECT_EQ(all[0].size(), 2U);
  EXPECT_EQ(all[2].size(), 1U);
}

}  // namespace
}  // namespace roofgate
