#include "kernels/host/isa.hpp"

#include <algorithm>
#include <array>

namespace roofgate {
namespace {

constexpr std::array<std::string_view, 4> kNames{"baseline", "avx2", "avx512", "avx512_bf16"};

// The compiler's feature test asks cpuid and xgetbv: a set whose registers the system does not save is absent.
#if defined(__x86_64__)
bool has_avx2() { return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0; }

bool has_avx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
}

bool has_avx512_bf16() { return __builtin_cpu_supports("avx512bf16") != 0; }
#else
bool has_avx2() { return false; }
bool has_avx512() { return false; }
bool has_avx512_bf16() { return false; }
#endif

}  // namespace

std::string_view name_of(Isa isa) { return kNames[static_cast<std::size_t>(isa)]; }

std::vector<Isa> available_isas() {
  std::vector<Isa> isas{Isa::baseline};
  if (!has_avx2()) return isas;
  isas.push_back(Isa::avx2);
  if (!has_avx512()) return isas;
  isas.push_back(Isa::avx512);
  if (has_avx512_bf16()) isas.push_back(Isa::avx512_bf16);
  return isas;
}

Isa choose_isa(std::optional<Isa> forced) {
  const std::vector<Isa> isas = available_isas();
  if (forced && std::find(isas.begin(), isas.end(), *forced) != isas.end()) return *forced;
  return isas.back();
}

}  // namespace roofgate
