#include "kernels/gemm/product_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "kernels/base/bounded.hpp"
#include "kernels/base/element_errors.hpp"

namespace roofgate {
namespace {

constexpr double kBf16Step = 0x1p-8;  // spacing of bf16 relative to its value, at most

/// y = M x, each sum in the order of x.
std::vector<double> multiply(MatrixView matrix, const std::vector<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(matrix.rows), 0.0);
  if (matrix.transposed) {
#pragma omp parallel for schedule(static)
    for (std::int64_t row = 0; row < matrix.rows; ++row) {
      double sum = 0.0;
      for (std::int64_t column = 0; column < matrix.columns; ++column) {
        sum += matrix.at(row, column) * x[static_cast<std::size_t>(column)];
      }
      y[static_cast<std::size_t>(row)] = sum;
    }
    return y;
  }
  constexpr std::int64_t kRowsAtOnce = 1024;  // 8 KiB of y stay in the first-level cache while the columns pass
#pragma omp parallel for schedule(static)
  for (std::int64_t first = 0; first < matrix.rows; first += kRowsAtOnce) {
    const std::int64_t last = std::min(first + kRowsAtOnce, matrix.rows);
    for (std::int64_t column = 0; column < matrix.columns; ++column) {
      const double factor = x[static_cast<std::size_t>(column)];
      for (std::int64_t row = first; row < last; ++row) {
        y[static_cast<std::size_t>(row)] += matrix.at(row, column) * factor;
      }
    }
  }
  return y;
}

/// Odd integers of up to 20 bits with a random sign: never 0, so that no column is left out. Sums of them over matrices
/// of exact_density stay far below 2^53, where doubles stop being exact integers.
std::vector<double> odd_integers(std::int64_t count, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) {
    const std::uint64_t bits = random();
    const auto size = static_cast<double>((bits & 0xfffffU) | 1U);
    value = (bits >> 63U) != 0 ? -size : size;
  }
  return values;
}

/// GELU of pointwise.hpp's definition, in double.
double gelu(double x) {
  constexpr double kSlope = 0.79788456080286535588;  // sqrt(2/pi)
  return 0.5 * x * (1.0 + std::tanh(kSlope * (x + 0.044715 * x * x * x)));
}

constexpr double kGeluSteepest = 1.13;          // gelu's largest slope, near x = 1.42
constexpr double kGeluDefinitionsApart = 6e-4;  // tanh and erf differ by 4.8e-4 at most, near |x| = 2.7

std::string place(std::size_t index, std::int64_t rows) {
  return fmt::format("row {}, column {}", index % static_cast<std::size_t>(rows),
                     index / static_cast<std::size_t>(rows));
}

}  // namespace

double exact_density(std::int64_t k) {
  constexpr double kVariance = 128.0;
  return std::min(1.0, std::sqrt(kVariance / static_cast<double>(k)));
}

FreivaldsCheck::FreivaldsCheck(MatrixView a, MatrixView b, std::uint64_t seed)
    : a_{a}, b_{b}, vector_{odd_integers(b.columns, seed)}, expected_{multiply(a, multiply(b, vector_))} {}

Check FreivaldsCheck::check(MatrixView d) const {
  const std::vector<double> got = multiply(d, vector_);
  const auto wrong = [&](std::size_t row) { return !(got[row] == expected_[row]); };  // NaN is wrong too
  std::size_t wrong_rows = 0;
  std::size_t first = got.size();
  for (std::size_t row = 0; row < got.size(); ++row) {
    if (!wrong(row)) continue;
    first = std::min(first, row);
    ++wrong_rows;
  }
  if (wrong_rows == 0) {
    return Check{true, 0.0,
                 fmt::format("{} x {} product of small integers equals Freivalds' exactly", d.rows, d.columns)};
  }
  const auto row = static_cast<std::int64_t>(first);
  for (std::int64_t column = 0; column < d.columns; ++column) {
    double sum = 0.0;
    for (std::int64_t i = 0; i < a_.columns; ++i) sum += a_.at(row, i) * b_.at(i, column);
    const double value = d.at(row, column);
    if (value == sum) continue;
    return Check{false, 1.0 + std::abs(value - sum),
                 fmt::format("{} of {} rows are wrong; the first wrong element is row {}, column {}: {} instead of {}",
                             wrong_rows, d.rows, row, column, value, sum)};
  }
  return Check{false, 1.0, fmt::format("{} of {} rows are wrong, the first is {}", wrong_rows, d.rows, row)};
}

Check check_sampled_rows(MatrixView a, MatrixView b, MatrixView d, const Bf16* bias, int count, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  ElementErrors errors;
  for (int sample = 0; sample < count; ++sample) {
    const auto row = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(d.rows));
#pragma omp parallel
    {
      ElementErrors mine;
#pragma omp for schedule(static) nowait
      for (std::int64_t column = 0; column < d.columns; ++column) {
        double sum = 0.0;
        double squares = 0.0;
        for (std::int64_t i = 0; i < a.columns; ++i) {
          const double product = a.at(row, i) * b.at(i, column);
          sum += product;
          squares += product * product;
        }
        double tolerance = kBf16Step * (std::abs(sum) + std::sqrt(squares));
        if (bias != nullptr) {
          sum = gelu(sum + static_cast<double>(to_float(bias[row])));
          tolerance = kGeluSteepest * tolerance + kBf16Step * std::abs(sum) + kGeluDefinitionsApart;
        }
        mine.add(static_cast<std::size_t>(row + column * d.rows),
                 error_in_tolerances(d.at(row, column), sum, tolerance));
      }
#pragma omp critical(roofgate_product_check)
      errors.merge(mine);
    }
  }
  if (errors.passed()) return errors.to_check(fmt::format("{} sampled rows compared with double", count));
  return errors.to_check(fmt::format("{} elements of {} sampled rows are wrong; the first is {}", errors.wrong(), count,
                                     place(errors.first_wrong(), d.rows)));
}

Check check_bias_gelu(MatrixView product, const Bf16* bias, MatrixView d, GeluForm form) {
  ElementErrors errors;
  const auto expected_at = [&](std::int64_t row, std::int64_t column) {
    const double input = product.at(row, column) + static_cast<double>(to_float(bias[row]));
    if (form == GeluForm::tanh) return round_to_bf16(gelu_of(round_to_fp32({input, 0.0})));
    return Bounded{gelu(input), kBf16Step * std::abs(gelu(input)) + kGeluDefinitionsApart};
  };
#pragma omp parallel
  {
    ElementErrors mine;
#pragma omp for schedule(static) nowait
    for (std::int64_t column = 0; column < d.columns; ++column) {
      for (std::int64_t row = 0; row < d.rows; ++row) {
        const Bounded expected = expected_at(row, column);
        mine.add(static_cast<std::size_t>(row + column * d.rows),
                 error_in_tolerances(d.at(row, column), expected.value, expected.error));
      }
    }
#pragma omp critical(roofgate_product_check)
    errors.merge(mine);
  }
  if (errors.passed())
    return errors.to_check(fmt::format("every one of {} elements of bias and GELU", d.rows * d.columns));
  const auto row = static_cast<std::int64_t>(errors.first_wrong()) % d.rows;
  const auto column = static_cast<std::int64_t>(errors.first_wrong()) / d.rows;
  return errors.to_check(
      fmt::format("bias and GELU: {} elements are wrong; the first is row {}, column {}: {} instead of {}",
                  errors.wrong(), row, column, d.at(row, column), expected_at(row, column).value));
}

Check check_padding(MatrixView d, Bf16 poison) {
  for (std::int64_t column = 0; column < d.columns; ++column) {
    for (std::int64_t row = d.rows; row < d.leading; ++row) {
      if (d.data[d.index(row, column)] == poison) continue;
      return Check{false, 2.0, fmt::format("the padding below column {} was written at row {}", column, row)};
    }
  }
  return Check{true, 0.0, "the padding between columns is untouched"};
}

}  // namespace roofgate
