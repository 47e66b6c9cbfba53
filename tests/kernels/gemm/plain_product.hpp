// A product by the definition, in double: three loops.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/gemm/gemm_spec.hpp"
#include "kernels/host/random_fill.hpp"

namespace roofgate {

/// Inputs of a spec, with everything between the columns filled too.
struct Operands {
  explicit Operands(const GemmSpec& spec)
      : a(static_cast<std::size_t>(spec.lda() * (spec.transpose_a == Transpose::none ? spec.k : spec.m))),
        b(static_cast<std::size_t>(spec.ldb() * (spec.transpose_b == Transpose::none ? spec.n : spec.k))),
        bias(static_cast<std::size_t>(spec.m)) {
    fill_normal(a.data(), a.size(), 1);
    fill_normal(b.data(), b.size(), 2);
    fill_normal(bias.data(), bias.size(), 3);
  }

  std::vector<Bf16> a;
  std::vector<Bf16> b;
  std::vector<Bf16> bias;
};

inline double plain_product(const GemmSpec& spec, const Bf16* a, const Bf16* b, std::int64_t i, std::int64_t j) {
  double sum = 0.0;
  for (std::int64_t l = 0; l < spec.k; ++l) {
    const Bf16 left = spec.transpose_a == Transpose::none ? a[i + l * spec.lda()] : a[l + i * spec.lda()];
    const Bf16 right = spec.transpose_b == Transpose::none ? b[l + j * spec.ldb()] : b[j + l * spec.ldb()];
    sum += static_cast<double>(to_float(left)) * static_cast<double>(to_float(right));
  }
  return sum;
}

}  // namespace roofgate
