// The inner loop of the separate epilogue, one per instruction set. Includes only what files compiled for a special CPU
// may see.
#pragma once

#include <cstddef>

#include "kernels/base/bf16.hpp"

namespace roofgate {

enum class Isa;  // kernels/host/isa.hpp

struct EpilogueKernels {
  /// d = gelu(d + bias) in place, in fp32, rounded once. On any alignment of 2 bytes and any length.
  void (*bias_gelu)(Bf16* d, const Bf16* bias, std::size_t count);
};

[[nodiscard]] const EpilogueKernels& epilogue_kernels(Isa isa);

}  // namespace roofgate
