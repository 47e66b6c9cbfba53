// The pointwise operations and their fp32 formulas, written once for CUDA threads, host vectors and tests.
// `F` is float or a vector of floats with + - * by another F; `exponential2` and `quotient` are found by its type.
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
/// 0.5 (1 + tanh(u)) = 1 / (1 + 2^(x (linear + cubic x^2))): -2 log2(e) sqrt(2/pi), and that times 0.044715.
inline constexpr float kGeluLinear = -2.302208198F;
inline constexpr float kGeluCubic = -0.1029432396F;
inline constexpr float kMinusLog2E = -1.44269504F;

/// 2^x; overflow gives infinity. On the device ex2.approx, whose relative error is below 2^-22 (PTX ISA).
[[nodiscard]] ROOFGATE_HOST_DEVICE inline float exponential2(float x) {
#if defined(__CUDA_ARCH__)
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
#else
  return std::exp2(x);
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
  return quotient(x, F{1.0F} + exponential2(x * F{kMinusLog2E}));
}

/// As x sigmoid(2u): one exponential, and no cancellation where x is negative.
template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F gelu(F x) {
  return quotient(x, F{1.0F} + exponential2(x * (x * x * F{kGeluCubic} + F{kGeluLinear})));
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
