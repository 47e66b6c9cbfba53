#include "kernels/gemm/product_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "kernels/base/bounded.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;

constexpr Bf16 kPoison{0xffff};

/// A matrix with its own memory, padded below each line.
struct Matrix {
  Matrix(std::int64_t rows, std::int64_t columns, std::int64_t pad, bool transposed)
      : view{nullptr, rows, columns, (transposed ? columns : rows) + pad, transposed}, memory(view.extent(), kPoison) {
    view.data = memory.data();
  }
  void set(std::int64_t row, std::int64_t column, double value) {
    memory[view.index(row, column)] = to_bf16(static_cast<float>(value));
  }
  template <class Value>
  void fill(Value value) {
    for (std::int64_t row = 0; row < view.rows; ++row) {
      for (std::int64_t column = 0; column < view.columns; ++column) set(row, column, value());
    }
  }
  MatrixView view;
  std::vector<Bf16> memory;
};

struct Sizes {
  std::int64_t m, n, k, pad;
  bool transpose_a, transpose_b;
};

struct Problem {
  explicit Problem(const Sizes& s)
      : a{s.m, s.k, s.pad, s.transpose_a}, b{s.k, s.n, s.pad, s.transpose_b}, d{s.m, s.n, s.pad, false} {}

  void fill_signs(std::uint64_t seed) {
    std::mt19937_64 random{seed};
    const double density = exact_density(a.view.columns);
    const auto value = [&] {
      if (static_cast<double>(random() >> 11U) * 0x1p-53 >= density) return 0.0;
      return (random() & 1U) != 0 ? 1.0 : -1.0;
    };
    a.fill(value);
    b.fill(value);
  }

  void fill_normal(std::uint64_t seed) {
    std::mt19937_64 random{seed};
    std::normal_distribution<double> normal;
    a.fill([&] { return normal(random); });
    b.fill([&] { return normal(random); });
  }

  void multiply(const Bf16* bias = nullptr) {
    for (std::int64_t row = 0; row < d.view.rows; ++row) {
      for (std::int64_t column = 0; column < d.view.columns; ++column) {
        double sum = 0.0;
        for (std::int64_t i = 0; i < a.view.columns; ++i) sum += a.view.at(row, i) * b.view.at(i, column);
        if (bias != nullptr) {
          const double x = sum + static_cast<double>(to_float(bias[row]));
          sum = 0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0)));
        }
        d.set(row, column, sum);
      }
    }
  }

  Matrix a, b, d;
};

const std::vector<Sizes> kSizes = {{1, 1, 1, 0, false, false},
                                   {7, 5, 300, 1, true, false},
                                   {33, 17, 64, 3, false, true},
                                   {64, 48, 129, 0, true, true}};

TEST(Freivalds, ARightProductPassesInEveryLayout) {
  for (const Sizes& sizes : kSizes) {
    Problem problem{sizes};
    problem.fill_signs(1);
    problem.multiply();
    const Check check = FreivaldsCheck{problem.a.view, problem.b.view, 2}.check(problem.d.view);
    EXPECT_TRUE(check.passed) << check.detail;
    EXPECT_EQ(check.worst_error, 0.0);
  }
}

TEST(Freivalds, AnyOneWrongElementIsFoundAndNamed) {
  Problem problem{{16, 12, 256, 2, true, false}};
  problem.fill_signs(3);
  problem.multiply();
  const FreivaldsCheck freivalds{problem.a.view, problem.b.view, 4};
  for (std::int64_t row = 0; row < 16; ++row) {
    for (std::int64_t column = 0; column < 12; ++column) {
      const double right = problem.d.view.at(row, column);
      problem.d.set(row, column, right + 1.0);
      const Check check = freivalds.check(problem.d.view);
      EXPECT_FALSE(check.passed);
      EXPECT_GT(check.worst_error, 1.0);
      EXPECT_THAT(check.detail, HasSubstr("row " + std::to_string(row) + ", column " + std::to_string(column) + ":"));
      problem.d.set(row, column, right);
    }
  }
}

TEST(Freivalds, ErrorsThatCancelInTheSumAreFound) {
  Problem problem{{8, 8, 64, 0, false, false}};
  problem.fill_signs(5);
  problem.multiply();
  problem.d.set(2, 1, problem.d.view.at(2, 1) + 1.0);
  problem.d.set(2, 6, problem.d.view.at(2, 6) - 1.0);
  EXPECT_FALSE((FreivaldsCheck{problem.a.view, problem.b.view, 6}.check(problem.d.view).passed));
}

TEST(Freivalds, AnElementThatNobodyWroteIsWrong) {
  Problem problem{{8, 8, 64, 0, false, false}};
  problem.fill_signs(7);
  problem.multiply();
  problem.d.memory[problem.d.view.index(5, 3)] = kPoison;
  const Check check = FreivaldsCheck{problem.a.view, problem.b.view, 8}.check(problem.d.view);
  EXPECT_FALSE(check.passed);
  EXPECT_THAT(check.detail, HasSubstr("row 5, column 3: -nan instead of"));
}

TEST(ExactDensity, SumsOfKProductsStayWithinWhatBf16Counts) {
  for (const std::int64_t k : {1, 8, 128, 129, 4096, 1 << 20}) {
    const double density = exact_density(k);
    EXPECT_LE(density, 1.0);
    EXPECT_GT(density, 0.0);
    const double most = 11.0 * std::sqrt(static_cast<double>(k) * density * density);
    EXPECT_LT(std::min(most, static_cast<double>(k)), 256.0) << k;
  }
}

TEST(SampledRows, ARightProductPassesAndAWrongRowFails) {
  Problem problem{{4, 40, 512, 1, true, false}};
  problem.fill_normal(9);
  problem.multiply();
  EXPECT_TRUE(check_sampled_rows(problem.a.view, problem.b.view, problem.d.view, nullptr, 16, 10).passed);
  for (std::int64_t row = 0; row < 4; ++row) problem.d.set(row, 17, problem.d.view.at(row, 17) + 3.0);
  const Check check = check_sampled_rows(problem.a.view, problem.b.view, problem.d.view, nullptr, 16, 10);
  EXPECT_FALSE(check.passed);
  EXPECT_THAT(check.detail, HasSubstr("column 17"));
}

TEST(SampledRows, BiasAndGeluOfEitherDefinitionPass) {
  Problem problem{{6, 30, 64, 0, true, false}};
  problem.fill_normal(11);
  std::vector<Bf16> bias;
  for (int i = 0; i < 6; ++i) bias.push_back(to_bf16(0.3F * static_cast<float>(i) - 1.0F));
  problem.multiply(bias.data());
  EXPECT_TRUE(check_sampled_rows(problem.a.view, problem.b.view, problem.d.view, bias.data(), 8, 12).passed);
  EXPECT_FALSE(check_sampled_rows(problem.a.view, problem.b.view, problem.d.view, nullptr, 8, 12).passed);
}

// Each element 2 % off, up or down in turn: sums hardly move, but single elements do.
TEST(SampledRows, AResultThatIsRightOnAverageOnlyFails) {
  Problem problem{{4, 64, 512, 0, true, false}};
  problem.fill_normal(15);
  problem.multiply();
  for (std::int64_t column = 0; column < 64; ++column) {
    for (std::int64_t row = 0; row < 4; ++row) {
      problem.d.set(row, column, problem.d.view.at(row, column) * (column % 2 == 0 ? 1.02 : 0.98));
    }
  }
  EXPECT_FALSE(check_sampled_rows(problem.a.view, problem.b.view, problem.d.view, nullptr, 4, 16).passed);
}

// bf16 keeps 8 bits of a running sum: not what "fp32 accumulation" promises.
TEST(SampledRows, AccumulationInBf16Fails) {
  Problem problem{{4, 64, 512, 0, true, false}};
  problem.fill_normal(17);
  for (std::int64_t column = 0; column < 64; ++column) {
    for (std::int64_t row = 0; row < 4; ++row) {
      float sum = 0.0F;
      for (std::int64_t i = 0; i < 512; ++i) {
        const double product = problem.a.view.at(row, i) * problem.b.view.at(i, column);
        sum = to_float(to_bf16(sum + static_cast<float>(product)));
      }
      problem.d.set(row, column, static_cast<double>(sum));
    }
  }
  EXPECT_FALSE(check_sampled_rows(problem.a.view, problem.b.view, problem.d.view, nullptr, 4, 18).passed);
}

TEST(BiasGelu, TheTanhFormIsHeldToHalfAStep) {
  Problem problem{{6, 10, 32, 2, true, false}};
  problem.fill_signs(19);
  problem.multiply();
  const std::vector<Bf16> bias(6, to_bf16(-2.7F));
  const Matrix product = problem.d;
  const MatrixView product_view{product.memory.data(), 6, 10, product.view.leading, false};
  for (std::int64_t column = 0; column < 10; ++column) {
    for (std::int64_t row = 0; row < 6; ++row) {
      problem.d.set(row, column,
                    gelu_of({product_view.at(row, column) + static_cast<double>(to_float(bias[0])), 0}).value);
    }
  }
  const Check right = check_bias_gelu(product_view, bias.data(), problem.d.view, GeluForm::tanh);
  EXPECT_TRUE(right.passed) << right.detail;
  const double kept = problem.d.view.at(3, 3);
  problem.d.set(3, 3, kept + 0.02);
  EXPECT_FALSE(check_bias_gelu(product_view, bias.data(), problem.d.view, GeluForm::tanh).passed);
  problem.d.set(3, 3, kept);
  problem.multiply(bias.data());  // erf
  EXPECT_FALSE(check_bias_gelu(product_view, bias.data(), problem.d.view, GeluForm::tanh).passed);
}

TEST(BiasGelu, EveryElementIsCompared) {
  Problem problem{{6, 10, 32, 2, true, false}};
  problem.fill_signs(13);
  std::vector<Bf16> bias;
  for (int i = 0; i < 6; ++i) bias.push_back(to_bf16(0.25F * static_cast<float>(i) - 0.5F));
  problem.multiply();
  const Matrix product = problem.d;
  const MatrixView product_view{product.memory.data(), 6, 10, product.view.leading, false};
  problem.multiply(bias.data());
  EXPECT_TRUE(check_bias_gelu(product_view, bias.data(), problem.d.view).passed);
  problem.d.set(4, 9, problem.d.view.at(4, 9) + 0.5);
  const Check check = check_bias_gelu(product_view, bias.data(), problem.d.view);
  EXPECT_FALSE(check.passed);
  EXPECT_THAT(check.detail, HasSubstr("row 4, column 9"));
}

TEST(Padding, AWriteBetweenColumnsIsSeen) {
  Matrix matrix{4, 3, 2, false};
  EXPECT_TRUE(check_padding(matrix.view, kPoison).passed);
  matrix.memory[matrix.view.index(5, 1)] = Bf16{0};
  const Check check = check_padding(matrix.view, kPoison);
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.detail, "the padding below column 1 was written at row 5");
}

}  // namespace
}  // namespace roofgate
