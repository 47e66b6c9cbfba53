// The generators, run on the CPU: coverage, bounds, and the first moments of what they make.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/cuda/random_launch.hpp"
#include "tests/cpu_cuda/cpu_launch.hpp"
#include "tests/cpu_cuda/exact_buffer.hpp"

namespace roofgate {
namespace {

TEST(RandomOnCpu, EveryElementIsStoredOnceAndFinite) {
  for (const std::size_t count : {0U, 1U, 3U, 4U, 5U, 1023U, 1024U, 1025U, 4099U}) {
    ExactBuffer<float> data{count};
    const StoreCount stores{data.bytes()};
    ASSERT_EQ(
        launch_fill_normal(data.bytes().data(), static_cast<std::int64_t>(count), DType::fp32, {1, 2}, nullptr).code,
        0);
    EXPECT_EQ(stores.first_not_once(), "") << count;
    EXPECT_TRUE(data.guards_intact());
    for (const float value : data.span()) EXPECT_TRUE(std::isfinite(value) && std::abs(value) < 7.0F) << value;
  }
}

TEST(RandomOnCpu, AnyAlignmentOfBf16) {
  for (const std::size_t offset : {0U, 1U, 7U}) {
    ExactBuffer<Bf16> data{1001, offset};
    const StoreCount stores{data.bytes()};
    ASSERT_EQ(launch_fill_normal(data.bytes().data(), 1001, DType::bf16, {1, 2}, nullptr).code, 0);
    EXPECT_EQ(stores.first_not_once(), "");
  }
}

// 4 standard errors of mean, variance and kurtosis for n normal numbers: 1/sqrt(n), sqrt(2/n), sqrt(24/n).
TEST(RandomOnCpu, IsStandardNormal) {
  constexpr std::size_t kCount = 200000;
  ExactBuffer<float> data{kCount};
  ASSERT_EQ(launch_fill_normal(data.bytes().data(), kCount, DType::fp32, {42, 0}, nullptr).code, 0);
  double sum = 0.0;
  double squares = 0.0;
  double fourths = 0.0;
  for (const float value : data.span()) {
    const auto x = static_cast<double>(value);
    sum += x;
    squares += x * x;
    fourths += x * x * x * x;
  }
  EXPECT_NEAR(sum / kCount, 0.0, 4.0 / std::sqrt(kCount));
  EXPECT_NEAR(squares / kCount, 1.0, 4.0 * std::sqrt(2.0 / kCount));
  EXPECT_NEAR(fourths / kCount, 3.0, 4.0 * std::sqrt(96.0 / kCount));
}

TEST(RandomOnCpu, SeedsAndTensorsDiffer) {
  const auto values = [](RandomKey key) {
    ExactBuffer<float> data{64};
    EXPECT_EQ(launch_fill_normal(data.bytes().data(), 64, DType::fp32, key, nullptr).code, 0);
    return std::vector<float>{data.span().begin(), data.span().end()};
  };
  EXPECT_EQ(values({1, 1}), values({1, 1}));
  EXPECT_NE(values({1, 1}), values({2, 1}));
  EXPECT_NE(values({1, 1}), values({1, 2}));
}

TEST(RandomOnCpu, SignsHaveTheirDensity) {
  constexpr std::size_t kCount = 100000;
  for (const double density : {0.0, 0.125, 1.0}) {
    ExactBuffer<Bf16> data{kCount};
    const auto threshold = static_cast<std::uint32_t>(density * 0x1p31);
    ASSERT_EQ(launch_fill_signs(data.bytes().data(), kCount, threshold, {5, 0}, nullptr).code, 0);
    std::size_t set = 0;
    std::size_t positive = 0;
    for (const Bf16 element : data.span()) {
      const float value = to_float(element);
      ASSERT_TRUE(value == 0.0F || std::abs(value) == 1.0F) << value;
      set += value != 0.0F ? 1U : 0U;
      positive += value > 0.0F ? 1U : 0U;
    }
    const double deviation = std::sqrt(density * (1.0 - density) * kCount);
    EXPECT_NEAR(static_cast<double>(set), density * kCount, 4.0 * deviation) << density;
    EXPECT_NEAR(static_cast<double>(positive), 0.5 * static_cast<double>(set), 2.0 * std::sqrt(kCount)) << density;
  }
}

}  // namespace
}  // namespace roofgate
