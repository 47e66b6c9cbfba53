// bf16 products in column-major memory, in fp32, for the stand-in of cuBLASLt.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/base/bf16.hpp"
#include "tests/cpu_cuda/standin/scenario.hpp"

namespace roofgate::standin {

struct Product {
  bool transpose_a = false;
  bool transpose_b = false;
  std::int64_t m = 0, n = 0, k = 0;
  std::int64_t lda = 0, ldb = 0, ldd = 0;
  const Bf16* a = nullptr;
  const Bf16* b = nullptr;
  Bf16* d = nullptr;
  const Bf16* bias = nullptr;  ///< with it: GELU(A B + bias)
  float old_share = 0.0F;      ///< beta: what is kept of D
};

/// Bytes from an operand's first to its last element.
[[nodiscard]] std::size_t extent_bytes(std::int64_t rows, std::int64_t columns, std::int64_t leading);

void multiply(const Product& product, Damage damage);

}  // namespace roofgate::standin
