#include "kernels/memory/memory_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/host/random_fill.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

constexpr std::size_t kCount = 10'007;

std::vector<float> normal(std::uint64_t seed) {
  std::vector<float> values(kCount);
  fill_normal(values.data(), kCount, seed);
  return values;
}

const std::byte* bytes_of(const std::vector<float>& values) {
  return reinterpret_cast<const std::byte*>(values.data());
}

TEST(CheckCopy, FindsOneWrongByte) {
  const std::vector<float> from = normal(1);
  std::vector<float> to = from;
  EXPECT_TRUE(check_copy(bytes_of(to), bytes_of(from), 4 * kCount, "copy").passed);
  reinterpret_cast<unsigned char*>(to.data())[12'345] ^= 1U;
  const Check check = check_copy(bytes_of(to), bytes_of(from), 4 * kCount, "copy");
  EXPECT_FALSE(check.passed);
  EXPECT_GT(check.worst_error, 1.0);
  EXPECT_THAT(check.detail, HasSubstr("1 of 40028 bytes are wrong; the first at 12345: "));
}

TEST(CheckWrite, FindsOneWrongWord) {
  std::vector<std::uint32_t> written(kCount, 7);
  EXPECT_TRUE(check_write(written.data(), 7, kCount).passed);
  written[kCount - 1] = 8;
  const Check check = check_write(written.data(), 7, kCount);
  EXPECT_FALSE(check.passed);
  EXPECT_THAT(check.detail, HasSubstr("the first at 10006: 0x00000008 instead of 0x00000007"));
}

TEST(CheckTriad, TakesFusedAndSeparateRoundingAndNothingElse) {
  const std::vector<float> b = normal(1);
  const std::vector<float> c = normal(2);
  std::vector<float> fused(kCount);
  std::vector<float> separate(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    fused[i] = std::fma(kTriadScale, c[i], b[i]);
    const volatile float product = kTriadScale * c[i];
    separate[i] = product + b[i];
  }
  EXPECT_TRUE(check_triad(fused.data(), b.data(), c.data(), kTriadScale, kCount).passed);
  EXPECT_TRUE(check_triad(separate.data(), b.data(), c.data(), kTriadScale, kCount).passed);
  const float right = fused[77];
  for (const float wrong : {std::nextafter(std::nextafter(std::nextafter(right, 9.0F), 9.0F), 9.0F), b[77], 0.0F,
                            std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    fused[77] = wrong;
    const Check check = check_triad(fused.data(), b.data(), c.data(), kTriadScale, kCount);
    EXPECT_FALSE(check.passed) << wrong;
    EXPECT_THAT(check.detail, HasSubstr("1 of 10007 elements are wrong; the first at 77: "));
  }
}

TEST(CheckRead, FindsASumThatMissedOneWord) {
  const std::vector<float> data = normal(3);
  const std::uint64_t sum = sum_of_words(bytes_of(data), 4 * kCount);
  EXPECT_TRUE(check_read(sum, bytes_of(data), 4 * kCount).passed);
  const std::uint64_t missed = sum_of_words(bytes_of(data) + 8, 4 * kCount - 8);
  const Check check = check_read(missed, bytes_of(data), 4 * kCount);
  EXPECT_FALSE(check.passed);
  EXPECT_THAT(check.detail, HasSubstr("instead of"));
}

}  // namespace
}  // namespace roofgate
