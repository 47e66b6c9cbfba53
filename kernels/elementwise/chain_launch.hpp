// One launch of a chain on the device: its arguments, and how they are made. Internal to the CUDA side; includes no
// CUDA header.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/base/bf16.hpp"
#include "kernels/cuda/status.hpp"
#include "kernels/cuda/stream.hpp"
#include "kernels/elementwise/pointwise.hpp"

namespace roofgate {

inline constexpr int kMaxChainSteps = 16;

/// One operation, done `repeat` times in a row. Only operations without an operand repeat.
struct ChainStep {
  PointwiseOp op = PointwiseOp::scale;
  std::int32_t repeat = 1;
  const Bf16* operand = nullptr;
};

/// y = chain(x), passed to the kernel by value.
struct ChainArguments {
  const Bf16* x = nullptr;
  Bf16* y = nullptr;  ///< may be x
  std::int64_t elements = 0;
  std::int32_t steps = 0;
  ChainStep step[kMaxChainSteps];
};

/// `operands` has one pointer per operation, null where it has none. Equal operations without an operand that follow
/// each other become one step. At most kMaxChainSteps operations.
[[nodiscard]] ChainArguments chain_arguments(std::span<const PointwiseOp> ops, std::span<const Bf16* const> operands,
                                             const Bf16* x, Bf16* y, std::int64_t elements);

/// Whether every pointer is a multiple of 16 bytes, so that vectors may be used.
[[nodiscard]] bool is_vector_aligned(const ChainArguments& arguments);

[[nodiscard]] CudaStatus launch_chain(const ChainArguments& arguments, int multiprocessors, CUstream_st* stream);

}  // namespace roofgate
