// Compiled once per instruction set: see roofgate_add_isa_sources.
#include "kernels/ceiling/ceiling_kernels.hpp"
#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {
namespace {

// A CPU that starts two FMA a cycle and takes four cycles for each needs eight chains; ten and the four constants fit
// the 16 registers of AVX2.
constexpr std::size_t kChains = 10;

void run(float* values, const FmaSteps& steps, std::size_t iterations) {
  FloatLanes x[kChains];
  __builtin_memcpy(&x, values, sizeof x);
  const FloatLanes first_factor = steps.factor[0] - FloatLanes{};
  const FloatLanes first_term = steps.term[0] - FloatLanes{};
  const FloatLanes second_factor = steps.factor[1] - FloatLanes{};
  const FloatLanes second_term = steps.term[1] - FloatLanes{};
  for (std::size_t i = 0; i < iterations; ++i) {
#pragma GCC unroll 10
    for (std::size_t chain = 0; chain < kChains; ++chain) x[chain] = x[chain] * first_factor + first_term;
#pragma GCC unroll 10
    for (std::size_t chain = 0; chain < kChains; ++chain) x[chain] = x[chain] * second_factor + second_term;
  }
  __builtin_memcpy(values, &x, sizeof x);
}

#if defined(__FMA__)
constexpr bool kFused = true;
#else
constexpr bool kFused = false;
#endif

}  // namespace

extern const FmaKernel kFmaKernel;
const FmaKernel kFmaKernel{kChains * kLanes, kFused, run};

}  // namespace roofgate::ROOFGATE_ISA
