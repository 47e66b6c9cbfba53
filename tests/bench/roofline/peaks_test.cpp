#include "bench/roofline/peaks.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(Peaks, EveryFigureHasItsTraits) {
  for (const FigureTraits& traits : kFigures) EXPECT_EQ(traits_of(traits.figure).key, traits.key);
}

TEST(Peaks, ComparableNamesIgnoreCaseBlanksHyphensAndVendor) {
  EXPECT_EQ(comparable_name("NVIDIA A100-SXM4-80GB"), "a100sxm480gb");
  EXPECT_EQ(comparable_name("nvidia  a100 sxm4 80gb "), "a100sxm480gb");
  EXPECT_EQ(comparable_name("AMD Instinct MI300X"), "instinctmi300x");
  EXPECT_EQ(comparable_name("---"), "");
  EXPECT_EQ(comparable_name("NVIDIA"), "nvidia");
}

TEST(Peaks, FindsByIdAndByNameOnly) {
  DevicePeaks b200;
  b200.id = "b200-sxm";
  b200.names = {"NVIDIA B200"};
  const PeaksDb db{{b200}};
  EXPECT_NE(find_device(db, "NVIDIA B200"), nullptr);
  EXPECT_NE(find_device(db, "b200"), nullptr);
  EXPECT_NE(find_device(db, "B200-SXM"), nullptr);
  for (const char* other : {"NVIDIA GB200", "B200 NVL", "B20", "B2000", "", "NVIDIA", "NVIDIA B200 MIG 1g.23gb"}) {
    EXPECT_EQ(find_device(db, other), nullptr) << other;
  }
}

TEST(Peaks, ReasonsForRefusalHaveNamesThatParse) {
  for (int i = 0; i <= static_cast<int>(RejectedWhy::contradicted); ++i) {
    const auto why = static_cast<RejectedWhy>(i);
    EXPECT_EQ(parse_rejected_why(name_of(why)), why);
  }
  EXPECT_EQ(parse_rejected_why("because"), std::nullopt);
}

TEST(Peaks, Fp64HasNoFigure) {
  EXPECT_EQ(peak_figure_of(DType::bf16), PeakFigure::bf16_flops);
  EXPECT_EQ(peak_figure_of(DType::fp16), PeakFigure::fp16_flops);
  EXPECT_EQ(peak_figure_of(DType::fp32), PeakFigure::fp32_flops);
  EXPECT_EQ(peak_figure_of(DType::fp64), std::nullopt);
}

TEST(Peaks, AFigureWithoutAValueHasNone) {
  DevicePeaks device;
  device.figures[PeakFigure::l2] = {};
  EXPECT_EQ(device.value(PeakFigure::l2), std::nullopt);
  EXPECT_EQ(device.value(PeakFigure::boost_clock), std::nullopt);
}

}  // namespace
}  // namespace roofgate
