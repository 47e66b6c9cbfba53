// The inner loop of the host chains, one per instruction set. Includes only what files compiled for a special CPU may
// see.
#pragma once

#include <cstddef>

#include "kernels/base/bf16.hpp"
#include "kernels/elementwise/pointwise.hpp"

namespace roofgate {

enum class Isa;  // kernels/host/isa.hpp

/// At most this many steps in one chain.
inline constexpr std::size_t kMaxChainSteps = 16;

struct ChainStep {
  PointwiseOp op;
  const Bf16* operand;             ///< null where the operation has none
  Halvings<float> halvings{0, 1};  ///< of gelu and silu: the scales that follow and have no step of their own
};

struct ChainKernels {
  /// y = the steps applied to x in fp32, rounded once. Runs on the calling thread, on any alignment of 2 bytes and any
  /// length; y overlaps no input. `streaming` stores past the caches.
  void (*run)(const ChainStep* steps, std::size_t step_count, const Bf16* x, Bf16* y, std::size_t elements,
              bool streaming);
};

[[nodiscard]] const ChainKernels& chain_kernels(Isa isa);

}  // namespace roofgate
