#include "kernels/collective/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/base/bf16.hpp"

namespace roofgate {
namespace {

class ExactSumOver : public ::testing::TestWithParam<int> {};

// Partial sums in any order and association, each rounded to bf16, end in the same sum.
TEST_P(ExactSumOver, HoldsInBf16WhateverTheOrder) {
  const int ranks = GetParam();
  const ExactSum data{ranks, 7};
  std::mt19937 random{11};
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t element = 0; element < 500; ++element) {
    std::shuffle(order.begin(), order.end(), random);
    Bf16 sum = to_bf16(0.0F);
    for (const int rank : order) sum = to_bf16(to_float(sum) + to_float(to_bf16(data.input(rank, element))));
    ASSERT_EQ(to_float(sum), data.sum(element)) << "element " << element;
  }
}

TEST_P(ExactSumOver, IsASumOfIntegersThatBf16CountsUpTo) {
  const ExactSum data{GetParam(), 3};
  for (std::size_t element = 0; element < ExactSum::kPeriod; element += 17) {
    EXPECT_EQ(data.sum(element), std::trunc(data.sum(element)));
    EXPECT_LE(std::abs(data.sum(element)), 256.0F);
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, ExactSumOver, ::testing::Values(1, 2, 3, 7, 64, 65, 1000));

TEST(ExactSum, EveryRankCounts) {
  const ExactSum data{64, 1};
  for (int rank = 0; rank < 64; ++rank) {
    for (std::size_t element = 0; element < 100; ++element) EXPECT_NE(data.input(rank, element), 0.0F);
  }
}

TEST(ExactSum, ShiftedDataIsWrong) {
  const ExactSum data{4, 1};
  for (const std::size_t shift : {1U, 64U, 4096U, 65536U, 1U << 20U, 1U << 28U}) {
    int different = 0;
    for (std::size_t element = 0; element < 1000; ++element) {
      different += data.sum(element + shift) == data.sum(element) ? 0 : 1;
    }
    EXPECT_GT(different, 900) << "shifted by " << shift;
  }
}

TEST(ExactSum, AnotherSaltIsOtherData) {
  const ExactSum first{2, 1};
  const ExactSum second{2, 2};
  int different = 0;
  for (std::size_t element = 0; element < 1000; ++element) {
    different += first.input(0, element) == second.input(0, element) ? 0 : 1;
  }
  EXPECT_GT(different, 900);
}

}  // namespace
}  // namespace roofgate
