// The pointwise operations and their fp32 formulas, written once for CUDA threads, host vectors and tests.
// `F` is float or a vector, as in kernels/base/activation.hpp. Includes nothing that instruction-set specific files
// must not see.
#pragma once

#include "kernels/base/activation.hpp"
#include "kernels/base/host_device.hpp"

namespace roofgate {

/// y = op(x) for each element. `bias`, `residual` and `gate` read a second tensor of full length (the bias has
/// been broadcast), so that every operand's traffic is counted alike.
enum class PointwiseOp {
  bias,      ///< x + b
  gelu,      ///< 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))), Hendrycks & Gimpel, arXiv 1606.08415
  scale,     ///< x * 0.5
  residual,  ///< x + r
  silu,      ///< x / (1 + exp(-x))
  gate,      ///< x * g   (SwiGLU is silu, gate)
};

/// Reads a second tensor.
[[nodiscard]] ROOFGATE_HOST_DEVICE constexpr bool has_operand(PointwiseOp op) {
  return op == PointwiseOp::bias || op == PointwiseOp::residual || op == PointwiseOp::gate;
}

inline constexpr float kScaleFactor = 0.5F;

/// One operation. `operand` is ignored by operations without one.
template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F apply(PointwiseOp op, F x, F operand) {
  switch (op) {
    case PointwiseOp::bias:
    case PointwiseOp::residual:
      return x + operand;
    case PointwiseOp::gelu:
      return gelu(x);
    case PointwiseOp::scale:
      return x * F{kScaleFactor};
    case PointwiseOp::silu:
      return silu(x);
    case PointwiseOp::gate:
      return x * operand;
  }
  return x;
}

}  // namespace roofgate
