#include "bench/derived/derived.hpp"

#include <gmock/gmock.h>

#include "tests/bench/derived/sample_siblings.hpp"

namespace roofgate {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Derived, ALadderGivesTheTimePerFlopOfEachRungOverItsAlignedSibling) {
  const Record record = sample::record_of(
      {sample::rung("align128", 4096, {1.0, 2.0, 4.0}), sample::rung("align1", 4095, {1.5, 3.0, 5.0})});
  const auto derived = derived_cases(record);
  ASSERT_EQ(derived.size(), 1U);
  const Case& metric = derived[0].metric;
  EXPECT_EQ(metric.id, "ratio/gemm/bf16/tn/align1/to_align128");
  EXPECT_EQ(metric.kind, "gemm");
  EXPECT_EQ(metric.derived, MetricUnit::ratio);
  EXPECT_EQ(metric.better, Better::lower);
  EXPECT_THAT(derived[0].rests_on, ElementsAre("gemm/bf16/tn/align1", "gemm/bf16/tn/align128"));
  ASSERT_EQ(metric.rounds.size(), 3U);
  const double work = 4096.0 / 4095.0;
  EXPECT_THAT(metric.rounds[0].time_s, ElementsAre(DoubleNear(1.5 * work, 1e-12)));
  EXPECT_THAT(metric.rounds[1].time_s, ElementsAre(DoubleNear(1.5 * work, 1e-12)));
  EXPECT_THAT(metric.rounds[2].time_s, ElementsAre(DoubleNear(1.25 * work, 1e-12)));
}

TEST(Derived, WhatARoundSharesCancels) {
  const auto at = [](std::vector<double> clocks) {
    std::vector<double> fast, slow;
    for (const double clock : clocks) {
      fast.push_back(1.0 / clock);
      slow.push_back(1.3 / clock);
    }
    return derived_cases(sample::record_of({sample::rung("align128", 4096, fast), sample::rung("oddld", 4096, slow)}));
  };
  for (const auto& derived : {at({1.0, 1.0, 1.0}), at({1.8, 0.7, 1.2})}) {
    for (const Round& round : derived.at(0).metric.rounds) EXPECT_NEAR(round.time_s.at(0), 1.3, 1e-12);
  }
}

TEST(Derived, ChainsGiveEachVariantOverTheUnfusedOne) {
  const auto derived = derived_cases(sample::record_of(
      {sample::chain("unfused", {3.0, 3.0}), sample::chain("fused", {1.0, 1.5}), sample::chain("graph", {2.7, 2.7})}));
  ASSERT_EQ(derived.size(), 2U);
  EXPECT_EQ(derived[0].metric.id, "ratio/elementwise/swiglu/fused/to_unfused");
  EXPECT_DOUBLE_EQ(derived[0].metric.rounds[1].time_s.at(0), 0.5);
  EXPECT_EQ(derived[1].metric.id, "ratio/elementwise/swiglu/graph/to_unfused");
}

TEST(Derived, ADefinitionOfEitherSideIsPartOfItsOwn) {
  Record record = sample::record_of({sample::chain("unfused", {3.0}), sample::chain("fused", {1.0})});
  const std::string before = derived_cases(record).at(0).metric.definition;
  record.cases[0].definition = "def-new";
  const std::string after = derived_cases(record).at(0).metric.definition;
  EXPECT_NE(before, after);
  record.cases[0].definition = "def-unfused";
  record.cases[1].definition = "def-new";
  EXPECT_NE(derived_cases(record).at(0).metric.definition, before);
  EXPECT_NE(derived_cases(record).at(0).metric.definition, after);
}

TEST(Derived, AMarkOnEitherSideIsAMarkOnTheRatio) {
  Record record = sample::record_of({sample::chain("unfused", {3.0, 3.0}), sample::chain("fused", {1.0, 1.0})});
  record.cases[0].rounds[1].marks = {{MarkKind::contended, "CPU steal 12 %"}};
  const auto derived = derived_cases(record);
  EXPECT_THAT(derived.at(0).metric.rounds.at(0).marks, IsEmpty());
  ASSERT_EQ(derived.at(0).metric.rounds.at(1).marks.size(), 1U);
  EXPECT_EQ(derived[0].metric.rounds[1].marks[0].kind, MarkKind::contended);
  EXPECT_EQ(derived[0].metric.rounds[1].marks[0].evidence, "elementwise/swiglu/unfused: CPU steal 12 %");
}

TEST(Derived, WithoutASiblingThereIsNoRatio) {
  EXPECT_THAT(derived_cases(sample::record_of({sample::rung("align1", 4095, {1.0})})), IsEmpty());
  Record other = sample::record_of({sample::rung("align128", 4096, {1.0}), sample::rung("align1", 4095, {1.0})});
  other.cases[1].parameters["nominal_shape"] = std::string{"m8n8k8"};
  EXPECT_THAT(derived_cases(other), IsEmpty());
}

TEST(Derived, AMeasuredCaseKeepsItsName) {
  Record record = sample::record_of({sample::chain("unfused", {3.0}), sample::chain("fused", {1.0})});
  Case thief;
  thief.id = "ratio/elementwise/swiglu/fused/to_unfused";
  record.cases.push_back(thief);
  EXPECT_THAT(derived_cases(record), IsEmpty());
}

TEST(Derived, IdsOfBothAreListed) {
  const Record record = sample::record_of({sample::chain("unfused", {3.0}), sample::chain("fused", {1.0})});
  EXPECT_THAT(ids_with_derived(record), ElementsAre("elementwise/swiglu/unfused", "elementwise/swiglu/fused",
                                                    "ratio/elementwise/swiglu/fused/to_unfused"));
}

}  // namespace
}  // namespace roofgate
