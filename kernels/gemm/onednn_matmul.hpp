// oneDNN's matrix product behind our types: the one place that knows its API. Includes no oneDNN header.
#pragma once

#include <memory>
#include <string>

#include "kernels/base/bf16.hpp"
#include "kernels/base/result.hpp"
#include "kernels/gemm/gemm_spec.hpp"

namespace roofgate {

/// The buffers of one product, column-major with the spec's leading dimensions. `bias` has m elements.
struct MatmulBuffers {
  Bf16* a = nullptr;
  Bf16* b = nullptr;
  Bf16* bias = nullptr;
  Bf16* d = nullptr;
};

/// The arguments of one execution, made before timing.
class MatmulArguments {
 public:
  virtual ~MatmulArguments() = default;
};

/// One primitive: the implementation that oneDNN chose for a shape, its code and its scratchpad.
class OnednnMatmul {
 public:
  virtual ~OnednnMatmul() = default;

  /// D = op(A) op(B), with gelu(D + bias) in the same call if `with_bias_gelu`. A and B stay in the caller's layout, as
  /// BLAS has it: nothing is packed beforehand. `unavailable` where this CPU or version has no implementation.
  /// `accumulates`: D += op(A) op(B), the sum rounded to bf16.
  [[nodiscard]] static Result<std::unique_ptr<OnednnMatmul>> make(const GemmSpec& spec, bool with_bias_gelu,
                                                                  bool accumulates = false);

  [[nodiscard]] virtual std::unique_ptr<MatmulArguments> bind(const MatmulBuffers& buffers) const = 0;

  /// Returns when D is written. `arguments` come from this primitive's `bind`.
  [[nodiscard]] virtual Result<void> run(const MatmulArguments& arguments) const = 0;

  /// As oneDNN calls it: "brg:avx512_core_bf16", "gemm:jit:bf16", "ref:any".
  [[nodiscard]] virtual std::string implementation() const = 0;
};

/// Version and build of the library as loaded: "2.6.3 (52b5f107dd9cf10910aaa19cb47f3abf9b349815)".
[[nodiscard]] std::string onednn_version();

}  // namespace roofgate
