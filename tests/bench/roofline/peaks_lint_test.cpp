#include "bench/roofline/peaks_lint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

PublishedFigure figure(double value, std::string source = "a data sheet") { return {value, std::move(source), {}, {}}; }

/// The sound H200 entry with one figure replaced.
PeaksDb with(PeakFigure which, PublishedFigure replacement) {
  PeaksDb db = sample::h200_peaks();
  db.devices[0].figures[which] = std::move(replacement);
  return db;
}

/// An entry beside the H200, of its architecture, sound on its own.
DevicePeaks sibling() {
  DevicePeaks device = sample::h200_peaks().devices[0];
  device.id = "sibling";
  device.names = {"NVIDIA Sibling"};
  return device;
}

std::string rules(const PeaksDb& db) {
  std::string text;
  for (const LintFinding& finding : lint(db)) {
    text += finding.device + "/" + finding.figure + ":" + finding.rule + (finding.accepted ? "(accepted) " : " ");
  }
  return text;
}

TEST(PeaksLint, ASoundEntryHasNoFindings) {
  EXPECT_EQ(rules(sample::h200_peaks()), "");
  PeaksDb two = sample::h200_peaks();
  two.devices.push_back(sibling());
  EXPECT_EQ(rules(two), "");
}

TEST(PeaksLint, TwiceTheFormulaIsSparse) {
  EXPECT_EQ(rules(with(PeakFigure::bf16_flops, figure(1979e12))), "h200-sxm/bf16_flops_per_s:sparse ");
  const auto findings = lint(with(PeakFigure::bf16_flops, figure(1979e12)));
  EXPECT_THAT(findings[0].sentence, HasSubstr("a sparse figure"));
  EXPECT_NEAR(findings[0].values.at("ratio"), 2.0, 0.01);
}

TEST(PeaksLint, HalfTheFormulaIsNotThePartsRate) {
  // The vector rate where the matrix rate belongs: Relax#83, 21.75 for 43.5.
  EXPECT_THAT(rules(with(PeakFigure::bf16_flops, figure(494e12))), HasSubstr("bf16_flops_per_s:formula"));
}

TEST(PeaksLint, WithinTwentyPercentOfTheFormulaIsSound) {
  EXPECT_EQ(rules(with(PeakFigure::bf16_flops, figure(835e12))), "");
  EXPECT_THAT(rules(with(PeakFigure::bf16_flops, figure(780e12))), HasSubstr(":formula"));
  EXPECT_THAT(rules(with(PeakFigure::bf16_flops, figure(1200e12))), HasSubstr(":formula"));
}

TEST(PeaksLint, WithoutAClockTwiceASiblingIsSparse) {
  PeaksDb db = sample::h200_peaks();
  DevicePeaks other = sibling();
  other.figures.erase(PeakFigure::boost_clock);
  other.figures[PeakFigure::bf16_flops] = figure(1979e12);
  db.devices.push_back(other);
  EXPECT_EQ(rules(db), "sibling/bf16_flops_per_s:sparse ");
  db.devices[1].figures[PeakFigure::bf16_flops] = figure(835e12);
  EXPECT_EQ(rules(db), "");
}

TEST(PeaksLint, SlipsOfUnitsAreFound) {
  EXPECT_THAT(rules(with(PeakFigure::bf16_flops, figure(989))), HasSubstr("bf16_flops_per_s:unit"));
  EXPECT_THAT(rules(with(PeakFigure::memory_bandwidth, figure(4800))), HasSubstr("memory_bandwidth_bytes_per_s:unit"));
  EXPECT_THAT(rules(with(PeakFigure::memory_bandwidth, figure(4.8e9))), HasSubstr(":unit"));
  EXPECT_THAT(rules(with(PeakFigure::boost_clock, figure(1830))), HasSubstr("boost_clock_hz:unit"));
  EXPECT_THAT(rules(with(PeakFigure::l2, figure(50))), HasSubstr("l2_bytes:unit"));
  EXPECT_THAT(rules(with(PeakFigure::l2, figure(50e6))), HasSubstr("l2_bytes:unit"));  // 50 MB for 50 MiB
}

TEST(PeaksLint, BitsForBytesMoveTheRidgePoint) {
  EXPECT_THAT(rules(with(PeakFigure::memory_bandwidth, figure(4.8e12 / 8))), HasSubstr(":ridge"));
  EXPECT_THAT(rules(with(PeakFigure::memory_bandwidth, figure(4.8e12 * 8))), HasSubstr(":ridge"));
  PeaksDb db = sample::h200_peaks();
  DevicePeaks other = sibling();
  other.figures[PeakFigure::memory_bandwidth] = figure(2.0e12);
  db.devices.push_back(other);
  EXPECT_EQ(rules(db), "");
}

TEST(PeaksLint, SiblingsThatContradictAreFoundOnBothSides) {
  PeaksDb db = sample::h200_peaks();
  DevicePeaks half = sibling();
  half.figures[PeakFigure::bf16_flops] = figure(494.5e12);
  half.figures[PeakFigure::bf16_fma] = figure(1024);
  db.devices.push_back(half);
  EXPECT_EQ(rules(db), "h200-sxm/bf16_flops_per_s:siblings sibling/bf16_flops_per_s:siblings ");
  db.devices[1].figures[PeakFigure::multiprocessors] = figure(66);
  db.devices[1].figures[PeakFigure::bf16_fma] = figure(2048);
  db.devices[1].figures[PeakFigure::fp32_flops] = figure(33.5e12);
  EXPECT_EQ(rules(db), "");
}

TEST(PeaksLint, OtherDTypesMustFitBf16) {
  EXPECT_EQ(rules(with(PeakFigure::fp8_flops, figure(1979e12))), "");
  EXPECT_THAT(rules(with(PeakFigure::fp8_flops, figure(1700e12))), HasSubstr("fp8_flops_per_s:siblings"));
  EXPECT_EQ(rules(with(PeakFigure::tf32_flops, figure(494.5e12))), "");
  EXPECT_EQ(rules(with(PeakFigure::fp16_flops, figure(989.5e12))), "");
  EXPECT_THAT(rules(with(PeakFigure::fp8_flops, figure(3958e12))), HasSubstr("fp8_flops_per_s:sparse"));
}

TEST(PeaksLint, BothDirectionsAreTwiceOne) {
  EXPECT_THAT(rules(with(PeakFigure::link_bidirectional, figure(450e9))),
              HasSubstr("link_bidirectional_bytes_per_s:siblings"));
}

TEST(PeaksLint, AValueThatIsAlsoRefusedIsFound) {
  PublishedFigure both = figure(989e12);
  both.rejected = {{989e12, RejectedWhy::sparse, "a shop", {}}};
  EXPECT_EQ(rules(with(PeakFigure::bf16_flops, both)), "h200-sxm/bf16_flops_per_s:refused ");
  both.rejected = {{1979e12, RejectedWhy::sparse, "a shop", {}}};
  EXPECT_EQ(rules(with(PeakFigure::bf16_flops, both)), "");
}

TEST(PeaksLint, ASourceThatCannotBeReadIsNone) {
  EXPECT_THAT(rules(with(PeakFigure::bf16_flops, figure(989e12, "UNVERIFIED"))), HasSubstr(":source"));
  EXPECT_THAT(rules(with(PeakFigure::bf16_flops, figure(989e12, "source not recorded"))), HasSubstr(":source"));
}

TEST(PeaksLint, AnAcceptedFindingIsKeptWithItsReason) {
  PeaksDb db = with(PeakFigure::bf16_flops, figure(494e12));
  db.devices[0].accepted = {{"formula", "bf16_flops_per_s", "half rate by data sheet"}};
  const auto findings = lint(db);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].accepted, "half rate by data sheet");
  EXPECT_EQ(usable_peaks(db).devices[0].value(PeakFigure::bf16_flops), 494e12);
}

TEST(PeaksLint, AnAcceptanceOfNothingIsAFinding) {
  PeaksDb db = sample::h200_peaks();
  db.devices[0].accepted = {{"formula", "bf16_flops_per_s", "no longer"}};
  EXPECT_EQ(rules(db), "h200-sxm/bf16_flops_per_s:stale_acceptance ");
  EXPECT_EQ(usable_peaks(db).devices[0].value(PeakFigure::bf16_flops), 989e12);
}

TEST(PeaksLint, ConvictedValuesAreNotUsable) {
  const PeaksDb usable = usable_peaks(with(PeakFigure::bf16_flops, figure(1979e12)));
  EXPECT_EQ(usable.devices[0].value(PeakFigure::bf16_flops), std::nullopt);
  EXPECT_EQ(usable.devices[0].value(PeakFigure::memory_bandwidth), 4.8e12);
}

TEST(PeaksLint, ContradictingSiblingsConvictNeither) {
  PeaksDb db = sample::h200_peaks();
  DevicePeaks half = sibling();
  half.figures[PeakFigure::bf16_flops] = figure(494.5e12);
  half.figures[PeakFigure::bf16_fma] = figure(1024);
  db.devices.push_back(half);
  EXPECT_EQ(usable_peaks(db).devices[0].value(PeakFigure::bf16_flops), 989e12);
}

}  // namespace
}  // namespace roofgate
