// A bf16 matrix in host memory as BLAS stores it: by columns with a leading dimension, transposed or not.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/base/bf16.hpp"

namespace roofgate {

/// op(M) has `rows` x `columns`; in memory its columns (or, transposed, its rows) are `leading` elements apart.
struct MatrixView {
  const Bf16* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t leading = 0;
  bool transposed = false;

  [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(transposed ? column + row * leading : row + column * leading);
  }
  [[nodiscard]] double at(std::int64_t row, std::int64_t column) const {
    return static_cast<double>(to_float(data[index(row, column)]));
  }
  /// Elements in memory from the first to the last, the last line's padding included.
  [[nodiscard]] std::size_t extent() const { return static_cast<std::size_t>(leading * (transposed ? rows : columns)); }
};

}  // namespace roofgate
