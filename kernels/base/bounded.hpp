// Values in double with a bound on how far a right result in lower precision may be from them: what tolerances of
// checks are derived with.
#pragma once

namespace roofgate {

struct Bounded {
  double value = 0.0;
  double error = 0.0;
};

inline constexpr double kFp32Roundoff = 0x1p-24;
inline constexpr double kSmallestNormal = 0x1p-126;  ///< of bf16 as of fp32: below it results may be flushed to zero

/// Half the spacing of bf16 (8 significant bits) at `magnitude` >= 0; infinite or NaN where that is.
[[nodiscard]] double half_bf16_spacing(double magnitude);

/// Rounding to bf16: adds half its spacing at the largest value that is possible.
[[nodiscard]] Bounded round_to_bf16(Bounded x);

/// The result of one fp32 operation, whose inputs' errors already gave `error`.
[[nodiscard]] Bounded round_to_fp32(Bounded x);

/// The functions of activation.hpp in fp32 arithmetic, on host or device.
[[nodiscard]] Bounded gelu_of(Bounded x);
[[nodiscard]] Bounded silu_of(Bounded x);

}  // namespace roofgate
