// Activation functions in fp32, written once for CUDA threads, host vectors and tests. `F` is float or a vector of
// floats with + and * by another F; `exponential2` and `quotient` are found by its type.
#pragma once

#include "kernels/base/host_device.hpp"

#if !defined(__CUDA_ARCH__)
#include <cmath>
#endif

namespace roofgate {

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

/// Halvings that follow an activation cost nothing: 2^-h x / (1 + 2^t) = x / (2^h + 2^(t + h)).
template <class F>
struct Halvings {
  F count;  ///< h
  F power;  ///< 2^h
};

/// The t + h of silu and gelu.
template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F silu_exponent(F x, const Halvings<F>& halvings) {
  return x * F{kMinusLog2E} + halvings.count;
}

template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F gelu_exponent(F x, const Halvings<F>& halvings) {
  return x * (x * x * F{kGeluCubic} + F{kGeluLinear}) + halvings.count;
}

/// x / (1 + exp(-x)), and the halvings.
template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F silu(F x, const Halvings<F>& halvings) {
  return quotient(x, halvings.power + exponential2(silu_exponent(x, halvings)));
}

/// 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))), Hendrycks & Gimpel, arXiv 1606.08415, as x sigmoid(2u): one
/// exponential, and no cancellation where x is negative. And the halvings.
template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F gelu(F x, const Halvings<F>& halvings) {
  return quotient(x, halvings.power + exponential2(gelu_exponent(x, halvings)));
}

template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F silu(F x) {
  return silu(x, Halvings<F>{F{0.0F}, F{1.0F}});
}

template <class F>
[[nodiscard]] ROOFGATE_HOST_DEVICE inline F gelu(F x) {
  return gelu(x, Halvings<F>{F{0.0F}, F{1.0F}});
}

}  // namespace roofgate
