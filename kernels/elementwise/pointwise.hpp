// The pointwise operations and their fp32 formulas, written once for CUDA threads, host vectors and tests.
// `F` is float or a vector of floats with + - * by another F; `exponential` and `quotient` are found by its type.
// Includes nothing that instruction-set specific files must not see.
#pragma once

#include "kernels/base/host_device.hpp"

#if !defined(__CUDA_ARCH__)
#include <cmath>
#endif

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
inline constexpr float kGeluSlope = 0.7978845608028654F;  ///< sqrt(2/pi)
inline constexpr float kGeluCubic = 0.044715F;

/// e^x. On the device 2 + |1.173 x| ulp (CUDA programming guide, __expf), far below bf16's half ulp.
[[nodiscard]] ROOFGATE_HOST_DEVICE inline float exponential(float x) {
#if defined(__CUDA_ARCH__)
  return __expf(x);
#else
  return std::exp(x);
#endif
}

/// a / b for b >= 1; 0 if b is infinite. On the device 2 ulp (__fdividef).
[[nodiscard]] ROOFGATE_HOST_DEVICE inline float quotient(float a, float b) {
#if defined(__CUDA_ARCH__)
  return __fdividef(a, b);
#else
  return a / b;
#endif
}

template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F silu(F x) {
  return quotient(x, F{1.0F} + exponential(F{0.0F} - x));
}

/// 0.5 (1 + tanh(u)) = 1 / (1 + exp(-2u)): one exponential, and no cancellation where x is negative.
template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F gelu(F x) {
  const F minus_two_u = x * (x * x * F{-2.0F * kGeluSlope * kGeluCubic} + F{-2.0F * kGeluSlope});
  return quotient(x, F{1.0F} + exponential(minus_two_u));
}

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
