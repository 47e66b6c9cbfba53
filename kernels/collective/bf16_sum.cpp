#include "kernels/collective/bf16_sum.hpp"

namespace roofgate {
namespace {

[[gnu::always_inline]] inline void add(const Bf16* __restrict in, Bf16* __restrict inout, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) inout[i] = to_bf16(to_float(in[i]) + to_float(inout[i]));
}

#if defined(__x86_64__)
// One body, three instruction sets: inlining keeps the wider code out of the functions other files use.
[[gnu::target("avx512f,avx512bw,avx512vl,prefer-vector-width=512")]] void add_avx512(const Bf16* in, Bf16* inout,
                                                                                     std::size_t count) {
  add(in, inout, count);
}

[[gnu::target("avx2")]] void add_avx2(const Bf16* in, Bf16* inout, std::size_t count) { add(in, inout, count); }
#endif

}  // namespace

void add_bf16(const Bf16* in, Bf16* inout, std::size_t count) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) return add_avx512(in, inout, count);
  if (__builtin_cpu_supports("avx2")) return add_avx2(in, inout, count);
#endif
  add(in, inout, count);
}

}  // namespace roofgate
