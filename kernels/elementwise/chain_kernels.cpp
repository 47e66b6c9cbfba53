// Compiled once per instruction set: see roofgate_add_isa_sources.
#include "kernels/elementwise/chain_kernels.hpp"

#include <utility>

#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {
namespace {

// A block stays in registers from its load to its store, and its independent vectors hide the latency of the
// polynomials: 8 of AVX-512's 32 registers, 4 of the 16 that AVX2 and SSE2 have.
constexpr std::size_t kPairs = kVectorBytes == 64 ? 4 : 2;
constexpr std::size_t kBlock = kPairs * kPair;  // elements

/// Calls visit(0) … visit(kPairs - 1) with indices that are constants from the start: an array that a loop indexes would
/// live in memory.
template <class Visit>
[[gnu::always_inline]] inline void for_each_pair(Visit visit) {
  [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
    (visit(std::integral_constant<std::size_t, i>{}), ...);
  }(std::make_index_sequence<kPairs>{});
}

// While a block is computed, lines 4 KiB further on are on their way. Out-of-order execution reaches one or two blocks
// ahead; without prefetching, the times of memory and of arithmetic add up instead of overlapping (14.9 instead of 23.9
// GB/s per Zen 4 core for bias, GELU, scale and residual).
[[gnu::always_inline]] inline void prefetch_block(const Bf16* from) {
  constexpr std::size_t kAhead = 4096;
  constexpr std::size_t kLine = 64;
  for (std::size_t byte = 0; byte < kBlock * sizeof(Bf16); byte += kLine) prefetch(from, kAhead + byte);
}

struct Values {
  F32Pair pair[kPairs];
};

template <PointwiseOp op>
[[gnu::always_inline]] inline void apply_to(Values& values, const Bf16* operand) {
  for_each_pair([&](auto i) __attribute__((always_inline)) {
    F32Pair other = values.pair[i];
    if constexpr (has_operand(op)) other = load_pair(operand + i * kPair);
    values.pair[i] = F32Pair{apply(op, values.pair[i].even, other.even), apply(op, values.pair[i].odd, other.odd)};
  });
}

/// Elements [at, at + kBlock). The branch on the operation is taken once per block and predicted.
template <bool streaming>
[[gnu::always_inline]] inline void run_block(const ChainStep* steps, std::size_t step_count, const Bf16* x, Bf16* y,
                                             std::size_t at) {
  Values values;
  if (streaming) prefetch_block(x + at);
  for_each_pair([&](auto i) __attribute__((always_inline)) { values.pair[i] = load_pair(x + at + i * kPair); });
  for (std::size_t step = 0; step < step_count; ++step) {
    const Bf16* const operand = steps[step].operand;
    if (streaming && operand != nullptr) prefetch_block(operand + at);
    switch (steps[step].op) {
      case PointwiseOp::bias:
      case PointwiseOp::residual:
        apply_to<PointwiseOp::bias>(values, operand + at);
        break;
      case PointwiseOp::gelu:
        apply_to<PointwiseOp::gelu>(values, nullptr);
        break;
      case PointwiseOp::scale:
        apply_to<PointwiseOp::scale>(values, nullptr);
        break;
      case PointwiseOp::silu:
        apply_to<PointwiseOp::silu>(values, nullptr);
        break;
      case PointwiseOp::gate:
        apply_to<PointwiseOp::gate>(values, operand + at);
        break;
    }
  }
  for_each_pair([&](auto i) __attribute__((always_inline)) {
    put<streaming>(y + at + i * kPair, pack(values.pair[i]));
  });
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
