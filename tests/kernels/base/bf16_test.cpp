#include "kernels/base/bf16.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace roofgate {
namespace {

constexpr std::uint32_t kBf16Values = 1U << 16U;

Bf16 bf16_of(std::uint32_t bits) { return Bf16{static_cast<std::uint16_t>(bits)}; }

bool is_finite(Bf16 value) { return std::isfinite(to_float(value)); }

TEST(Bf16, EveryValueSurvivesTheRoundTrip) {
  for (std::uint32_t bits = 0; bits < kBf16Values; ++bits) {
    const Bf16 value = bf16_of(bits);
    if (std::isnan(to_float(value))) {
      EXPECT_EQ(to_bf16(to_float(value)).bits, bits | 0x40U);
    } else {
      ASSERT_EQ(to_bf16(to_float(value)), value) << bits;
    }
  }
}

// Between each pair of neighbours: the midpoint goes to the even one, its fp32 neighbours to the nearer one.
TEST(Bf16, EveryMidpointTiesToEven) {
  for (const std::uint32_t sign : {0U, 0x8000U}) {
    for (std::uint32_t magnitude = 0; magnitude < 0x7f80U; ++magnitude) {
      const Bf16 low = bf16_of(sign | magnitude);
      const Bf16 high = bf16_of(sign | (magnitude + 1U));
      const std::uint32_t midpoint = ((sign | magnitude) << 16U) | 0x8000U;
      ASSERT_EQ(to_bf16(std::bit_cast<float>(midpoint)), magnitude % 2 == 0 ? low : high) << midpoint;
      ASSERT_EQ(to_bf16(std::bit_cast<float>(midpoint - 1U)), low) << midpoint;
      ASSERT_EQ(to_bf16(std::bit_cast<float>(midpoint + 1U)), high) << midpoint;
    }
  }
}

TEST(Bf16, RoundingMatchesDoubleArithmetic) {
  for (std::uint32_t bits = 0; bits < 0x7f800000U; bits += 9973U) {
    const float value = std::bit_cast<float>(bits);
    const double result = to_float(to_bf16(value));
    if (!std::isfinite(result)) continue;
    const Bf16 next = bf16_of(to_bf16(value).bits + 1U);
    const double spacing = is_finite(next) ? to_float(next) - result : std::ldexp(1.0, 120);
    ASSERT_LE(std::abs(result - static_cast<double>(value)), spacing / 2) << bits;
  }
}

TEST(Bf16, OverflowIsInfinityAndInfinityStays) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(to_bf16(infinity).bits, 0x7f80U);
  EXPECT_EQ(to_bf16(-infinity).bits, 0xff80U);
  EXPECT_EQ(to_bf16(std::numeric_limits<float>::max()).bits, 0x7f80U);
  EXPECT_EQ(to_bf16(std::bit_cast<float>(0x7f7f7fffU)).bits, 0x7f7fU) << "below the last midpoint";
}

TEST(Bf16, NanStaysNanWhereverItsPayloadIs) {
  for (std::uint32_t payload = 1; payload < 0x800000U; payload += payload < 0x20000U ? 1U : 4093U) {
    for (const std::uint32_t sign : {0U, 0x80000000U}) {
      const std::uint32_t bits = sign | 0x7f800000U | payload;
      const Bf16 result = to_bf16(std::bit_cast<float>(bits));
      ASSERT_TRUE(std::isnan(to_float(result))) << bits;
      ASSERT_EQ(result.bits, (bits >> 16U) | 0x40U) << bits;
    }
  }
}

TEST(Bf16, SubnormalsAreKept) {
  EXPECT_EQ(to_bf16(std::bit_cast<float>(0x00010000U)).bits, 1U);
  EXPECT_EQ(to_bf16(std::bit_cast<float>(0x80010000U)).bits, 0x8001U);
  EXPECT_EQ(to_bf16(-0.0F).bits, 0x8000U);
}

}  // namespace
}  // namespace roofgate
