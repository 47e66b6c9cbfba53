// Compiled once per instruction set: see roofgate_add_isa_sources.
#include "kernels/elementwise/chain_kernels.hpp"

#include "kernels/elementwise/chain_stages.hpp"
#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {
namespace {

// A block stays in registers from its load to its store. Two of what is computed in step: a branch serves both.
constexpr std::size_t kBlock = 2 * kElements;

// Lines are asked for by the group, stream after stream, one to two groups before they are computed on. Out-of-order
// execution alone reaches one or two blocks ahead, and the times of memory and of arithmetic would add up instead of
// overlapping; asked for line by line in turn, three streams keep closing each other's DRAM rows.
constexpr std::size_t kGroupBytes = 512;
constexpr std::size_t kGroup = kGroupBytes / sizeof(Bf16);
static_assert(kGroup % kBlock == 0);
constexpr std::size_t kLine = 64;

[[gnu::always_inline]] inline void prefetch_group(const Bf16* from) {
  constexpr std::size_t kAhead = 2 * kGroupBytes;
  for (std::size_t byte = 0; byte < kGroupBytes; byte += kLine) prefetch(from, kAhead + byte);
}

/// The inputs of the group of elements from `at` on.
[[gnu::always_inline]] inline void prefetch_inputs(const ChainStep* steps, std::size_t step_count, const Bf16* x,
                                                   std::size_t at) {
  prefetch_group(x + at);
  for (std::size_t step = 0; step < step_count; ++step) {
    if (steps[step].operand != nullptr) prefetch_group(steps[step].operand + at);
  }
}

struct Values {
  F32 first;
  F32 second;
};

[[gnu::always_inline]] inline Values load_values(const Bf16* from) {
  return Values{load_bf16(from), load_bf16(from + kElements)};
}

/// Applies `formula` to both bundles, one after the other.
template <class Formula>
[[gnu::always_inline]] inline void apply_to(Values& values, Formula formula) {
  values = Values{formula(values.first), formula(values.second)};
}

template <class Formula>
[[gnu::always_inline]] inline void apply_to(Values& values, const Bf16* operand, Formula formula) {
  const Values other = load_values(operand);
  values = Values{formula(values.first, other.first), formula(values.second, other.second)};
}

/// Elements [at, at + kBlock). The branch on the operation is taken once per block and predicted.
template <bool streaming>
[[gnu::always_inline]] inline void run_block(const ChainStep* steps, std::size_t step_count, const Bf16* x, Bf16* y,
                                             std::size_t at) {
  Values values = load_values(x + at);
  for (std::size_t step = 0; step < step_count; ++step) {
    const Bf16* const operand = steps[step].operand;
    const Halvings<float> halvings = steps[step].halvings;
    switch (steps[step].op) {
      case PointwiseOp::bias:
      case PointwiseOp::residual:
        apply_to(values, operand + at, [](const F32& value, const F32& other) { return value + other; });
        break;
      case PointwiseOp::gelu:
        apply_to(values, [&](const F32& value) { return gelu(value, widen(halvings)); });
        break;
      case PointwiseOp::scale:
        apply_to(values, [](const F32& value) { return value * F32{kScaleFactor}; });
        break;
      case PointwiseOp::silu:
        apply_to(values, [&](const F32& value) { return silu(value, widen(halvings)); });
        break;
      case PointwiseOp::gate:
        apply_to(values, operand + at, [](const F32& value, const F32& other) { return value * other; });
        break;
    }
  }
  store_bf16<streaming>(y + at, values.first);
  store_bf16<streaming>(y + at + kElements, values.second);
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
    padded[step] = steps[step];
    padded[step].operand = operands[step];
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
  at = run_if_staged<streaming>(steps, step_count, x, y, at, elements);
  for (; at + kGroup <= elements; at += kGroup) {
    if (streaming) prefetch_inputs(steps, step_count, x, at);
    for (std::size_t block = 0; block < kGroup; block += kBlock) {
      run_block<streaming>(steps, step_count, x, y, at + block);
    }
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
