// Chains around one activation, in two stages. In the namespace of the instruction set that a file is compiled for, as
// kernels/host/vector.hpp.
#pragma once

#include "kernels/elementwise/chain_kernels.hpp"
#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {

// While a bundle's exponential is finished, the next bundle's is begun. Each instruction of a GELU waits for the one
// before it, and a core finds too few others within its window: on Zen 4 a vector of bias, GELU, residual takes 10.1
// cycles in stages and 11.7 to 12.0 without.
struct Begun {
  F32 x;
  F32 exponent;
  F32 fraction;
};

// Where stages leave no slack, lines are asked for into the first level and few at once: the hardware's own prefetching
// has brought most to the second, and some 24 fill the first level's miss buffers. 128 bytes, 384 ahead, by trial on
// Zen 4: 0.97 to 0.99 of the rate without arithmetic; of a copy's, 0.86 to 0.88 with 512 bytes at once or 1024 ahead,
// and up to 0.02 less where the lines go into the outer caches too.
inline constexpr std::size_t kNearGroupBytes = 128;
inline constexpr std::size_t kNearGroup = kNearGroupBytes / sizeof(Bf16);
static_assert(kNearGroup % kElements == 0);

[[gnu::always_inline]] inline void prefetch_near_group(const Bf16* from) {
  constexpr std::size_t kAhead = 3 * kNearGroupBytes;
  constexpr std::size_t kLine = 64;
  for (std::size_t byte = 0; byte < kNearGroupBytes; byte += kLine) prefetch_near(from, kAhead + byte);
}

[[gnu::always_inline]] inline Halvings<F32> widen(const Halvings<float>& halvings) {
  return Halvings<F32>{F32{halvings.count}, F32{halvings.power}};
}

enum class Ending { none, sum, product };

/// `activation` (gelu or silu) of x, or of x + `summand`; then plus or times `last`.
template <bool has_summand, PointwiseOp activation, Ending ending>
struct StagedChain {
  const Bf16* x;
  const Bf16* summand;
  const Bf16* last;
  Halvings<F32> halvings;

  [[gnu::always_inline]] Begun begin(std::size_t at) const {
    F32 value = load_bf16(x + at);
    if constexpr (has_summand) value = value + load_bf16(summand + at);
    F32 exponent;
    if constexpr (activation == PointwiseOp::gelu) {
      exponent = gelu_exponent(value, halvings);
    } else {
      exponent = silu_exponent(value, halvings);
    }
    return Begun{value, exponent, fraction_of(exponent)};
  }

  [[gnu::always_inline]] F32 finish(const Begun& begun, std::size_t at) const {
    const F32 value = quotient(begun.x, halvings.power + power_of_two(begun.fraction, begun.exponent));
    if constexpr (ending == Ending::sum) return value + load_bf16(last + at);
    if constexpr (ending == Ending::product) return value * load_bf16(last + at);
    return value;
  }

  [[gnu::always_inline]] void prefetch(std::size_t at) const {
    prefetch_near_group(x + at);
    if constexpr (has_summand) prefetch_near_group(summand + at);
    if constexpr (ending != Ending::none) prefetch_near_group(last + at);
  }
};

/// All whole bundles from element `at` on; returns the first element that is left. Always inlined, so that the chain's
/// members stay in registers: read from memory again and again they cost 4 % of the rate.
template <bool streaming, class Chain>
[[gnu::always_inline]] inline std::size_t run_stages(const Chain& chain, Bf16* y, std::size_t at,
                                                     std::size_t elements) {
  if (at + kElements > elements) return at;
  Begun begun = chain.begin(at);
  const auto finish = [&](std::size_t bundle) __attribute__((always_inline)) {
    store_bf16<streaming>(y + bundle, chain.finish(begun, bundle));
  };
  const auto run_bundle = [&](std::size_t bundle) __attribute__((always_inline)) {
    const Begun next = chain.begin(bundle + kElements);
    finish(bundle);
    // Part by part: GCC 12 copies the whole through memory.
    each_part([&](auto i) __attribute__((always_inline)) {
      begun.x.part[i] = next.x.part[i];
      begun.exponent.part[i] = next.exponent.part[i];
      begun.fraction.part[i] = next.fraction.part[i];
    });
  };
  for (; at + kNearGroup + kElements <= elements; at += kNearGroup) {
    if (streaming) chain.prefetch(at);
    for (std::size_t bundle = at; bundle < at + kNearGroup; bundle += kElements) run_bundle(bundle);
  }
  for (; at + 2 * kElements <= elements; at += kElements) run_bundle(at);
  finish(at);
  return at + kElements;
}

/// The steps of a chain around one activation, null where it has none.
struct StagedSteps {
  const ChainStep* summand = nullptr;
  const ChainStep* activation = nullptr;
  const ChainStep* last = nullptr;
};

/// Without an activation if the chain is another.
inline StagedSteps staged_steps(const ChainStep* step, std::size_t step_count) {
  const ChainStep* const end = step + step_count;
  const auto take_if = [&](auto is_fit) { return step < end && is_fit(step->op) ? step++ : nullptr; };
  const auto is_sum = [](PointwiseOp op) { return op == PointwiseOp::bias || op == PointwiseOp::residual; };
  StagedSteps steps;
  steps.summand = take_if(is_sum);
  steps.activation = take_if([](PointwiseOp op) { return op == PointwiseOp::gelu || op == PointwiseOp::silu; });
  steps.last = take_if([&](PointwiseOp op) { return is_sum(op) || op == PointwiseOp::gate; });
  return step == end ? steps : StagedSteps{};
}

/// run_stages of such a chain; `at` if it is another.
template <bool streaming>
std::size_t run_if_staged(const ChainStep* chain, std::size_t step_count, const Bf16* x, Bf16* y, std::size_t at,
                          std::size_t elements) {
  const StagedSteps steps = staged_steps(chain, step_count);
  if (steps.activation == nullptr) return at;
  const auto operand_of = [](const ChainStep* step) { return step == nullptr ? nullptr : step->operand; };
  const auto run = [&](auto has_summand, auto activation, auto ending) __attribute__((noinline)) {
    const StagedChain<has_summand, activation, ending> staged{x, operand_of(steps.summand), operand_of(steps.last),
                                                              widen(steps.activation->halvings)};
    return run_stages<streaming>(staged, y, at, elements);
  };
  const auto run_ending = [&](auto has_summand, auto activation) {
    if (steps.last == nullptr) return run(has_summand, activation, std::integral_constant<Ending, Ending::none>{});
    if (steps.last->op == PointwiseOp::gate) {
      return run(has_summand, activation, std::integral_constant<Ending, Ending::product>{});
    }
    return run(has_summand, activation, std::integral_constant<Ending, Ending::sum>{});
  };
  const auto run_activation = [&](auto has_summand) {
    if (steps.activation->op == PointwiseOp::gelu) {
      return run_ending(has_summand, std::integral_constant<PointwiseOp, PointwiseOp::gelu>{});
    }
    return run_ending(has_summand, std::integral_constant<PointwiseOp, PointwiseOp::silu>{});
  };
  return steps.summand == nullptr ? run_activation(std::false_type{}) : run_activation(std::true_type{});
}

}  // namespace roofgate::ROOFGATE_ISA
