// Compiled for the sets that have a bf16 dot product: see roofgate_add_isa_sources.
#include "kernels/ceiling/ceiling_kernels.hpp"
#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {
namespace {

// One or two vdpbf16ps a cycle with a latency of up to six: twelve chains, in a register file of 32.
constexpr std::size_t kChains = 12;

__m512bh load(const Bf16* from) {
  __m512i bits;
  __builtin_memcpy(&bits, from, sizeof bits);
  return __m512bh(bits);
}

void run(float* values, const Bf16* a, const Bf16* b, const Bf16* c, std::size_t iterations) {
  __m512 x[kChains];
  __builtin_memcpy(&x, values, sizeof x);
  const __m512bh left = load(a);
  const __m512bh first = load(b);
  const __m512bh second = load(c);
  for (std::size_t i = 0; i < iterations; ++i) {
#pragma GCC unroll 12
    for (std::size_t chain = 0; chain < kChains; ++chain) x[chain] = _mm512_dpbf16_ps(x[chain], left, first);
#pragma GCC unroll 12
    for (std::size_t chain = 0; chain < kChains; ++chain) x[chain] = _mm512_dpbf16_ps(x[chain], left, second);
  }
  __builtin_memcpy(values, &x, sizeof x);
}

}  // namespace

extern const DotKernel kDotKernel;
const DotKernel kDotKernel{kChains * kLanes, run};

}  // namespace roofgate::ROOFGATE_ISA
