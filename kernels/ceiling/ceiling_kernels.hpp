// The register-resident loops of the host ceilings, one set per instruction set. Includes only what files compiled for
// a special CPU may see.
#pragma once

#include <cstddef>

#include "kernels/base/bf16.hpp"

namespace roofgate {

enum class Isa;  // kernels/host/isa.hpp

/// x <- x factor + term, twice in each iteration, with different numbers.
struct FmaSteps {
  float factor[2];
  float term[2];
};

struct FmaKernel {
  std::size_t values;  ///< lanes of all chains
  bool fused;          ///< one rounding per step; else the product is rounded too
  /// Applies the steps `iterations` times to each of `values` floats, in place.
  void (*run)(float* values, const FmaSteps& steps, std::size_t iterations);
};

[[nodiscard]] const FmaKernel& fma_kernel(Isa isa);

/// Elements of the two operands of a dot product instruction.
inline constexpr std::size_t kDotElements = 32;

struct DotKernel {
  std::size_t values;  ///< lanes of all chains; lane i uses the operands' elements 2 (i mod 16) and the one after it
  /// Adds the products of the lane's two pairs to each of `values` floats: with `b` and with `c` in each iteration.
  void (*run)(float* values, const Bf16* a, const Bf16* b, const Bf16* c, std::size_t iterations);
};

/// Null where the set has no bf16 dot product.
[[nodiscard]] const DotKernel* dot_kernel(Isa isa);

}  // namespace roofgate
