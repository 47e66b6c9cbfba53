// bfloat16: the upper half of an IEEE 754 binary32. The one scalar conversion that host, CUDA and tests share.
#pragma once

#include <cstdint>

#include "kernels/base/host_device.hpp"

namespace roofgate {

/// Storage only: arithmetic is done in fp32. Equality is of bits, so -0 differs from 0 and a NaN equals itself.
struct Bf16 {
  std::uint16_t bits;

  friend constexpr bool operator==(Bf16, Bf16) = default;
};

static_assert(sizeof(Bf16) == 2);

/// Exact.
[[nodiscard]] ROOFGATE_HOST_DEVICE constexpr float to_float(Bf16 value) {
  return __builtin_bit_cast(float, static_cast<std::uint32_t>(value.bits) << 16U);
}

/// Round to nearest, ties to even; overflow gives infinity, subnormals are kept, a NaN keeps sign and upper payload and
/// becomes quiet. vcvtneps2bf16 differs: it takes subnormals for zero.
[[nodiscard]] ROOFGATE_HOST_DEVICE constexpr Bf16 to_bf16(float value) {
  const auto bits = __builtin_bit_cast(std::uint32_t, value);
  const bool is_nan = (bits & 0x7fffffffU) > 0x7f800000U;
  // Adding 0x7fff, and 1 more if the kept part is odd, carries into the kept part exactly when rounding is upward.
  const std::uint32_t rounded = bits + 0x7fffU + ((bits >> 16U) & 1U);
  return Bf16{static_cast<std::uint16_t>(is_nan ? (bits >> 16U) | 0x40U : rounded >> 16U)};
}

}  // namespace roofgate
