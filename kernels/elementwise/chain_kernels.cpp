// Compiled once per instruction set: see roofgate_add_isa_sources.
#include "kernels/elementwise/chain_kernels.hpp"

#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {
namespace {

// A block stays in registers from its load to its store, and its independent vectors hide the latency of the
// polynomials: 8 of AVX-512's 32 registers, 4 of the 16 that AVX2 and SSE2 have.
constexpr std::size_t kPairs = kVectorBytes == 64 ? 4 : 2;
constexpr std::size_t kBlock = kPairs * kPair;  // elements

using Values = F32Pair[kPairs];

template <PointwiseOp op>
void apply_to(Values& values, const Bf16* operand) {
  for (std::size_t i = 0; i < kPairs; ++i) {
    F32Pair other = values[i];
    if constexpr (has_operand(op)) other = load_pair(operand + i * kPair);
    values[i].even = apply(op, values[i].even, other.even);
    values[i].odd = apply(op, values[i].odd, other.odd);
  }
}

/// Elements [at, at + kBlock). The branch on the operation is taken once per block and predicted.
template <bool streaming>
void run_block(const ChainStep* steps, std::size_t step_count, const Bf16* x, Bf16* y, std::size_t at) {
  Values values;
  for (std::size_t i = 0; i < kPairs; ++i) values[i] = load_pair(x + at + i * kPair);
  for (std::size_t step = 0; step < step_count; ++step) {
    const Bf16* const operand = steps[step].operand;
    switch (steps[step].op) {
      case PointwiseOp::bias:
        apply_to<PointwiseOp::bias>(values, operand + at);
        break;
      case PointwiseOp::gelu:
        apply_to<PointwiseOp::gelu>(values, nullptr);
        break;
      case PointwiseOp::scale:
        apply_to<PointwiseOp::scale>(values, nullptr);
        break;
      case PointwiseOp::residual:
        apply_to<PointwiseOp::residual>(values, operand + at);
        break;
      case PointwiseOp::silu:
        apply_to<PointwiseOp::silu>(values, nullptr);
        break;
      case PointwiseOp::gate:
        apply_to<PointwiseOp::gate>(values, operand + at);
        break;
    }
  }
  for (std::size_t i = 0; i < kPairs; ++i) put<streaming>(y + at + i * kPair, pack(values[i]));
}

/// Elements [at, at + count), count <= kBlock, through padded copies: reads and writes nothing outside.
void run_partial(const ChainStep* steps, std::size_t step_count, const Bf16* x, Bf16* y, std::size_t at,
                 std::size_t count) {
  alignas(64) Bf16 input[kBlock] = {};
  alignas(64) Bf16 output[kBlock];
  alignas(64) Bf16 operands[kMaxChainSteps][kBlock] = {};
  ChainStep padded[kMaxChainSteps];
  const std::size_t bytes = count * sizeof(Bf16);
  __builtin_memcpy(input, x + at, bytes);
  for (std::size_t step = 0; step < step_count; ++step) {
    padded[step] = ChainStep{steps[step].op, operands[step]};
    if (has_operand(steps[step].op)) __builtin_memcpy(operands[step], steps[step].operand + at, bytes);
  }
  run_block<false>(padded, step_count, input, output, 0);
  __builtin_memcpy(y + at, output, bytes);
}

template <bool streaming>
void run_as(const ChainStep* steps, std::size_t step_count, const Bf16* x, Bf16* y, std::size_t elements) {
  // Up to the first cache line of y, so that streaming stores are aligned and fill whole lines.
  const std::size_t to_line = bytes_to_line(y) / sizeof(Bf16);
  std::size_t at = to_line < elements ? to_line : elements;
  for (std::size_t done = 0; done < at; done += kBlock) {
    run_partial(steps, step_count, x, y, done, at - done < kBlock ? at - done : kBlock);
  }
  for (; at + kBlock <= elements; at += kBlock) run_block<streaming>(steps, step_count, x, y, at);
  if (at < elements) run_partial(steps, step_count, x, y, at, elements - at);
  if (streaming) fence();
}

void run(const ChainStep* steps, std::size_t step_count, const Bf16* x, Bf16* y, std::size_t elements, bool streaming) {
  streaming ? run_as<true>(steps, step_count, x, y, elements) : run_as<false>(steps, step_count, x, y, elements);
}

}  // namespace

extern const ChainKernels kChainKernels;
const ChainKernels kChainKernels{run};

}  // namespace roofgate::ROOFGATE_ISA
