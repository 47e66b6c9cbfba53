#include "kernels/base/bounded.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace roofgate {
namespace {

// Largest slopes, rounded up: gelu's 1.1290 near x = 1.42, silu's 1.0998 near x = 2.40.
constexpr double kGeluSteepest = 1.13;
constexpr double kSiluSteepest = 1.10;

/// x sigmoid(s) in double, and the fp32 error of x / (1 + exp(-s)): the exponential multiplies the rounding of its
/// argument, of three operations at most, by |s|. The host's vectors (kernels/host/vector.hpp) err most: 7.6e-5, 1275
/// roundings, for the exponential and 2^-14, 1024 roundings, for the quotient; ex2.approx (2^-22, PTX ISA),
/// __fdividef and expf less. 8 roundings for the rest. All of it is a fourteenth of half a bf16 step.
Bounded times_sigmoid(double x, double s, double input_error, double steepest) {
  const double value = x / (1.0 + std::exp(-s));
  const double arithmetic = (2307.0 + 4.0 * std::abs(s)) * kFp32Roundoff * std::abs(value);
  return Bounded{value, steepest * input_error + arithmetic};
}

}  // namespace

double half_bf16_spacing(double magnitude) {
  // 2^(exponent - 8): the exponent's bits alone are the power of two.
  constexpr std::uint64_t kExponentMask = 0x7ff0000000000000U;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) & kExponentMask) * 0x1p-8;
}

Bounded round_to_bf16(Bounded x) {
  return Bounded{x.value, x.error + half_bf16_spacing(std::abs(x.value) + x.error) + kSmallestNormal};
}

Bounded round_to_fp32(Bounded x) { return Bounded{x.value, x.error + kFp32Roundoff * (std::abs(x.value) + x.error)}; }

Bounded gelu_of(Bounded x) {
  constexpr double kTwiceSlope = 1.5957691216057308;  // 2 sqrt(2/pi)
  return times_sigmoid(x.value, kTwiceSlope * x.value * (1.0 + 0.044715 * x.value * x.value), x.error, kGeluSteepest);
}

Bounded silu_of(Bounded x) { return times_sigmoid(x.value, x.value, x.error, kSiluSteepest); }

}  // namespace roofgate
