#include "bench/roofline/architecture.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

double rate(const char* id, PeakFigure figure, bool geforce) {
  const Architecture* architecture = find_architecture(id);
  return architecture == nullptr ? 0.0 : fma_per_clock(*architecture, figure, geforce).value_or(0.0);
}

TEST(Architecture, ReproducesPublishedDensePeaks) {
  // multiprocessors x FMA x 2 x clock. stas00/ml-engineering compute/accelerator/README.md: A100 312, H100 989;
  // NVIDIA V100 and T4 data sheets: 125 and 65 (fp16).
  EXPECT_NEAR(108 * rate("sm_80", PeakFigure::bf16_flops, false) * 2 * 1410e6, 312e12, 0.5e12);
  EXPECT_NEAR(132 * rate("sm_90", PeakFigure::bf16_flops, false) * 2 * 1830e6, 989.4e12, 0.5e12);
  EXPECT_NEAR(80 * rate("sm_70", PeakFigure::fp16_flops, false) * 2 * 1530e6, 125e12, 0.5e12);
  EXPECT_NEAR(40 * rate("sm_75", PeakFigure::fp16_flops, false) * 2 * 1590e6, 65e12, 0.5e12);
  EXPECT_NEAR(108 * rate("sm_80", PeakFigure::fp32_flops, false) * 2 * 1410e6, 19.5e12, 0.1e12);
}

TEST(Architecture, GeForceHalvesTheMatrixRateWhereThePartsDo) {
  EXPECT_NEAR(128 * rate("sm_89", PeakFigure::bf16_flops, true) * 2 * 2520e6, 165.2e12, 0.1e12);  // RTX 4090
  EXPECT_DOUBLE_EQ(rate("sm_89", PeakFigure::bf16_flops, false), 2 * rate("sm_89", PeakFigure::bf16_flops, true));
  EXPECT_DOUBLE_EQ(rate("sm_89", PeakFigure::fp32_flops, false), rate("sm_89", PeakFigure::fp32_flops, true));
}

TEST(Architecture, UnitsThatDoNotExistHaveNoRate) {
  EXPECT_EQ(rate("sm_70", PeakFigure::bf16_flops, false), 0.0);
  EXPECT_EQ(rate("sm_80", PeakFigure::fp8_flops, false), 0.0);
  EXPECT_EQ(rate("sm_75", PeakFigure::tf32_flops, false), 0.0);
  EXPECT_EQ(rate("sm_90", PeakFigure::memory_bandwidth, false), 0.0);
}

TEST(Architecture, OtherDTypesScaleWithBf16) {
  EXPECT_DOUBLE_EQ(rate("sm_90", PeakFigure::fp8_flops, false), 2 * rate("sm_90", PeakFigure::bf16_flops, false));
  EXPECT_DOUBLE_EQ(rate("sm_90", PeakFigure::tf32_flops, false), rate("sm_90", PeakFigure::bf16_flops, false) / 2);
}

TEST(Architecture, IsFoundByItsExactId) {
  EXPECT_NE(find_architecture(architecture_id(90)), nullptr);
  EXPECT_EQ(find_architecture(architecture_id(91)), nullptr);
  EXPECT_EQ(find_architecture("sm_9"), nullptr);
  EXPECT_EQ(architecture_id(120), "sm_120");
  EXPECT_EQ(architecture_id(0), "");
}

TEST(Architecture, GeForceIsReadFromTheName) {
  EXPECT_TRUE(is_geforce("NVIDIA GeForce RTX 4090"));
  EXPECT_TRUE(is_geforce("nvidia geforce rtx 3090"));
  EXPECT_FALSE(is_geforce("NVIDIA L40S"));
  EXPECT_FALSE(is_geforce("NVIDIA RTX 6000 Ada Generation"));
}

}  // namespace
}  // namespace roofgate
