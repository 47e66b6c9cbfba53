#include "kernels/host/random_fill.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <set>
#include <vector>

#include "tests/kernels/guarded.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kCount = 1U << 20U;

double value_of(float value) { return static_cast<double>(value); }
double value_of(Bf16 value) { return static_cast<double>(to_float(value)); }

template <class T>
class RandomFillTest : public testing::Test {};
using Types = testing::Types<Bf16, float>;
TYPED_TEST_SUITE(RandomFillTest, Types);

// The tolerances are five standard errors of each estimate for 2^20 independent values.
TYPED_TEST(RandomFillTest, IsStandardNormal) {
  std::vector<TypeParam> data(kCount);
  fill_normal(data.data(), kCount, 42);
  double sum = 0.0;
  double squares = 0.0;
  double fourth = 0.0;
  double neighbours = 0.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double x = value_of(data[i]);
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    if (i > 0) neighbours += x * value_of(data[i - 1]);
    largest = std::max(largest, std::abs(x));
  }
  constexpr auto kN = static_cast<double>(kCount);
  const double error = 5.0 / std::sqrt(kN);
  EXPECT_NEAR(sum / kN, 0.0, error);
  EXPECT_NEAR(squares / kN, 1.0, error * std::sqrt(2.0));
  EXPECT_NEAR(fourth / kN, 3.0, error * std::sqrt(96.0));
  EXPECT_NEAR(neighbours / kN, 0.0, error);
  EXPECT_GT(largest, 3.5);
  EXPECT_LT(largest, 5.0);
  EXPECT_EQ(std::count_if(data.begin(), data.end(), [](TypeParam x) { return value_of(x) == 0.0; }), 0);
}

TYPED_TEST(RandomFillTest, SharesOfTheDistributionAreRight) {
  std::vector<TypeParam> data(kCount);
  fill_normal(data.data(), kCount, 7);
  for (const double limit : {-2.0, -1.0, -0.25, 0.25, 1.0, 2.0}) {
    const auto below =
        static_cast<double>(std::count_if(data.begin(), data.end(), [&](TypeParam x) { return value_of(x) < limit; }));
    const double expected = 0.5 * std::erfc(-limit / std::numbers::sqrt2);
    // bf16 moves at most half the mass at the limit's own value to either side.
    EXPECT_NEAR(below / static_cast<double>(kCount), expected, 0.003) << limit;
  }
}

TYPED_TEST(RandomFillTest, DependsOnSeedAndIndexAlone) {
  constexpr std::size_t kLength = 300'001;
  std::vector<TypeParam> one(kLength);
  std::vector<TypeParam> many(kLength);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  fill_normal(one.data(), kLength, 5);
  omp_set_num_threads(5);
  fill_normal(many.data(), kLength, 5);
  omp_set_num_threads(before);
  EXPECT_EQ(std::memcmp(one.data(), many.data(), kLength * sizeof(TypeParam)), 0);
  std::vector<TypeParam> start(1001);
  fill_normal(start.data(), start.size(), 5);
  EXPECT_EQ(std::memcmp(one.data(), start.data(), start.size() * sizeof(TypeParam)), 0);
  fill_normal(many.data(), kLength, 6);
  EXPECT_NE(std::memcmp(one.data(), many.data(), kLength * sizeof(TypeParam)), 0);
}

TYPED_TEST(RandomFillTest, WritesTheWholeArrayAndNothingElse) {
  for (std::size_t count = 0; count < 12; ++count) {
    Guarded<TypeParam> data(count, sizeof(TypeParam));
    fill_normal(data.data(), count, 1);
    for (std::size_t i = 0; i < count; ++i) EXPECT_FALSE(std::isnan(value_of(data[i]))) << i << " of " << count;
    EXPECT_TRUE(data.is_intact()) << count;
  }
}

TEST(FillSigns, HasTheDensityAndBothSigns) {
  for (const double density : {1.0, 0.25, 0.1}) {
    std::vector<Bf16> data(kCount);
    fill_signs(data.data(), kCount, density, 3);
    double ones = 0.0;
    double sum = 0.0;
    for (const Bf16 element : data) {
      const double value = value_of(element);
      ASSERT_TRUE(value == 0.0 || value == 1.0 || value == -1.0) << value;
      ones += std::abs(value);
      sum += value;
    }
    constexpr auto kN = static_cast<double>(kCount);
    EXPECT_NEAR(ones / kN, density, 5.0 * std::sqrt(density * (1.0 - density) / kN) + 0x1p-15);
    EXPECT_NEAR(sum / kN, 0.0, 5.0 * std::sqrt(density / kN));
  }
}

TEST(DeriveSeed, DistinctInputsGiveDistinctSeeds) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (std::uint64_t set = 0; set < 20; ++set) {
      for (std::uint64_t tensor = 0; tensor < 20; ++tensor) seeds.insert(derive_seed(seed, set, tensor));
    }
  }
  EXPECT_EQ(seeds.size(), 8000U);
}

TEST(Poison, IsANanInEveryElement) {
  Guarded<Bf16> data(100'001, 2);
  fill_normal(data.data(), 100'001, 1);
  poison(data.data(), 100'001 * sizeof(Bf16));
  for (std::size_t i = 0; i < 100'001; ++i) ASSERT_TRUE(std::isnan(to_float(data[i])));
  EXPECT_TRUE(data.is_intact());
}

}  // namespace
}  // namespace roofgate
