// The vectors of each instruction set against scalar functions: see vector_probe.hpp.
#include "tests/kernels/host/vector_probe.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/isa_dispatch.hpp"

namespace roofgate {

ROOFGATE_DISPATCH(VectorProbe, kVectorProbe, vector_probe);

namespace {

class VectorTest : public testing::TestWithParam<Isa> {
 protected:
  const VectorProbe& probe_ = vector_probe(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Every, VectorTest, testing::ValuesIn(available_isas()),
                         [](const auto& instance) { return std::string{name_of(instance.param)}; });

/// Calls `visit` for every `stride`-th of the 2^32 fp32 values, in chunks.
template <class Visit>
void for_fp32_values(std::uint32_t stride, Visit visit) {
  constexpr std::size_t kChunk = 1U << 16U;
  std::vector<float> chunk;
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32U); bits += stride) {
    chunk.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (chunk.size() == kChunk) {
      visit(chunk);
      chunk.clear();
    }
  }
  chunk.resize(kChunk, 1.0F);
  visit(chunk);
}

// vcvtne2ps2bf16 takes subnormals for zero (Intel SDM), and keeps their sign.
TEST_P(VectorTest, RoundingToBf16IsTheScalarOne) {
  const auto expected_of = [](float value) {
    const bool is_subnormal = std::fpclassify(value) == FP_SUBNORMAL;
    return is_subnormal && GetParam() == Isa::avx512_bf16 ? to_bf16(std::copysign(0.0F, value)) : to_bf16(value);
  };
  std::vector<Bf16> rounded;
  const auto compare = [&](const std::vector<float>& values) {
    rounded.resize(values.size());
    probe_.round(values.data(), rounded.data(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(rounded[i], expected_of(values[i])) << std::bit_cast<std::uint32_t>(values[i]);
    }
  };
  // Every bf16 value's midpoint and its neighbours, which a prime stride over the rest would miss.
  std::vector<float> edges;
  for (std::uint32_t high = 0; high < (1U << 16U); ++high) {
    for (const std::uint32_t low : {0U, 1U, 0x7fffU, 0x8000U, 0x8001U, 0xffffU}) {
      edges.push_back(std::bit_cast<float>((high << 16U) | low));
    }
  }
  compare(edges);
  for_fp32_values(1021, compare);
}

TEST_P(VectorTest, UnpackingIsExact) {
  std::vector<Bf16> values(1U << 16U);
  for (std::uint32_t bits = 0; bits < values.size(); ++bits) values[bits] = Bf16{static_cast<std::uint16_t>(bits)};
  std::vector<float> unpacked(values.size());
  probe_.unpack(values.data(), unpacked.data(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(std::bit_cast<std::uint32_t>(unpacked[i]), i << 16U);
  }
}

/// What vector.hpp promises at the ends of the range.
bool is_allowed_end(float exponent, float power) {
  if (exponent >= 127.4999F) return std::isinf(power) || (exponent < 128.0F && power > 0x1.6p127F);
  return exponent < -126.0F && power >= 0.0F && power <= 0x1.0001p-126F;
}

TEST_P(VectorTest, PowersOfTwoAreAsNearAsPromised) {
  std::vector<float> powers;
  for_fp32_values(997, [&](const std::vector<float>& exponents) {
    powers.resize(exponents.size());
    probe_.exponential2(exponents.data(), powers.data(), exponents.size());
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      if (std::isnan(exponents[i])) {
        ASSERT_TRUE(std::isnan(powers[i]));
      } else if (!is_allowed_end(exponents[i], powers[i])) {
        const double exact = std::exp2(static_cast<double>(exponents[i]));
        ASSERT_NEAR(static_cast<double>(powers[i]), exact, 7.6e-5 * exact) << exponents[i];
      }
    }
  });
}

TEST_P(VectorTest, PowersOfTwoAtTheEdges) {
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> exponents{-infinity, -1e30F, -160.0F, -126.0F, -1.0F, -0.0F,
                               0.0F,      1.0F,   127.0F,  129.0F,  1e30F, infinity};
  const std::size_t count = exponents.size();
  exponents.resize(64, 0.0F);
  std::vector<float> powers(exponents.size());
  probe_.exponential2(exponents.data(), powers.data(), exponents.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (exponents[i] < -126.0F || exponents[i] >= 129.0F) {
      EXPECT_TRUE(is_allowed_end(exponents[i], powers[i])) << exponents[i] << " gave " << powers[i];
    } else {
      EXPECT_NEAR(powers[i] / std::exp2(exponents[i]), 1.0F, 7.6e-5F) << exponents[i];
    }
  }
}

}  // namespace
}  // namespace roofgate
