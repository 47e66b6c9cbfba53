// A matrix product D = op(A) x op(B), column-major as in BLAS: what a case asks for, and its FLOP and byte model.
// Pure: no library, no device.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/base/dtype.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/work.hpp"

namespace roofgate {

enum class Transpose { none, transposed };

/// Which of the library's candidates is timed: what a framework gets (`first`), the fastest of all that were tried
/// (`best`), or the only one there is (`sole`, host).
enum class GemmChoice { sole, first, best };

/// What follows the product: nothing, or bias and GELU in the same call, or in separate launches.
enum class Epilogue { none, bias_gelu_fused, bias_gelu_separate };

struct GemmSpec {
  DType dtype = DType::bf16;  ///< of A, B and D; accumulation is fp32
  Transpose transpose_a = Transpose::transposed;
  Transpose transpose_b = Transpose::none;
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::int64_t leading_pad = 0;     ///< elements added to each leading dimension (1 makes an even one odd)
  std::int64_t pointer_offset = 0;  ///< elements by which every pointer misses 256-byte alignment (1: 2-byte aligned)
  GemmChoice choice = GemmChoice::sole;
  Epilogue epilogue = Epilogue::none;

  /// Leading dimensions in elements, pad included.
  [[nodiscard]] std::int64_t lda() const;
  [[nodiscard]] std::int64_t ldb() const;
  [[nodiscard]] std::int64_t ldd() const;

  /// Largest power of two, at most 128, that divides every dimension, leading dimension and the pointer offset.
  [[nodiscard]] std::int64_t alignment() const;

  /// `gemm/bf16/tn/m4096n4096k4096/align128[/oddld|/offset2][/first|/best][/bias_gelu_fused|/bias_gelu_separate]`.
  [[nodiscard]] std::string id() const;

  /// FLOP: 2mnk (an FMA is 2). Bytes: A and B read once, D written once (beta is 0, so D is not read). The epilogue
  /// adds m bias elements read; its FLOP are not counted (they are under 1/k of the product's); `separate` adds one
  /// read and one write of D.
  [[nodiscard]] Work work() const;

  /// Dimensions at least 1 and below 2^31, pad and offset not negative.
  [[nodiscard]] Result<void> validate() const;
};

}  // namespace roofgate
