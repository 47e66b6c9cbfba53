#include "tests/cpu_cuda/standin/products.hpp"

#include <vector>

#include "kernels/base/activation.hpp"

namespace roofgate::standin {
namespace {

/// op(X) as fp32 columns without padding.
std::vector<float> columns_of(const Bf16* data, std::int64_t rows, std::int64_t columns, std::int64_t leading,
                              bool transposed) {
  std::vector<float> matrix(static_cast<std::size_t>(rows * columns));
  for (std::int64_t j = 0; j < columns; ++j) {
    for (std::int64_t i = 0; i < rows; ++i) {
      matrix[static_cast<std::size_t>(j * rows + i)] = to_float(data[transposed ? j + i * leading : i + j * leading]);
    }
  }
  return matrix;
}

}  // namespace

std::size_t extent_bytes(std::int64_t rows, std::int64_t columns, std::int64_t leading) {
  if (rows == 0 || columns == 0) return 0;
  return static_cast<std::size_t>((columns - 1) * leading + rows) * sizeof(Bf16);
}

void multiply(const Product& product, Damage damage) {
  const std::int64_t m = product.m;
  const std::vector<float> a = columns_of(product.a, m, product.k, product.lda, product.transpose_a);
  const std::vector<float> b = columns_of(product.b, product.k, product.n, product.ldb, product.transpose_b);
  std::vector<float> column(static_cast<std::size_t>(m));
  for (std::int64_t j = 0; j < product.n; ++j) {
    column.assign(column.size(), 0.0F);
    for (std::int64_t k = 0; k < product.k; ++k) {
      const float factor = b[static_cast<std::size_t>(j * product.k + k)];
      const float* const from = &a[static_cast<std::size_t>(k * m)];
      for (std::size_t i = 0; i < column.size(); ++i) column[i] += factor * from[i];
    }
    for (std::int64_t i = 0; i < m; ++i) {
      float value = column[static_cast<std::size_t>(i)];
      Bf16& result = product.d[i + j * product.ldd];
      if (product.old_share != 0.0F) value += product.old_share * to_float(result);
      if (product.bias != nullptr) value = gelu(value + to_float(product.bias[i]));
      result = to_bf16(value);
    }
  }
  if (m < 2 || product.n < 2) return;
  if (damage == Damage::one_element) {
    Bf16& element = product.d[m / 2 + product.n / 2 * product.ldd];
    element = to_bf16(to_float(element) + 1.0F);
  } else if (damage == Damage::transposed) {
    std::swap(product.d[1], product.d[product.ldd]);
  }
}

}  // namespace roofgate::standin
