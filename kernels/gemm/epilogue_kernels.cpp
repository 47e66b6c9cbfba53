// Compiled once per instruction set: see roofgate_add_isa_sources.
#include "kernels/gemm/epilogue_kernels.hpp"

#include "kernels/base/activation.hpp"
#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {
namespace {

void bias_gelu_block(Bf16* d, const Bf16* bias) { store_bf16<false>(d, gelu(load_bf16(d) + load_bf16(bias))); }

void bias_gelu(Bf16* d, const Bf16* bias, std::size_t count) {
  std::size_t i = 0;
  for (; i + kElements <= count; i += kElements) bias_gelu_block(d + i, bias + i);
  if (i == count) return;
  alignas(64) Bf16 padded[kElements] = {};
  alignas(64) Bf16 padded_bias[kElements] = {};
  const std::size_t bytes = (count - i) * sizeof(Bf16);
  __builtin_memcpy(padded, d + i, bytes);
  __builtin_memcpy(padded_bias, bias + i, bytes);
  bias_gelu_block(padded, padded_bias);
  __builtin_memcpy(d + i, padded, bytes);
}

}  // namespace

extern const EpilogueKernels kEpilogueKernels;
const EpilogueKernels kEpilogueKernels{bias_gelu};

}  // namespace roofgate::ROOFGATE_ISA
