#include "bench/telemetry/processor.hpp"

#if defined(__x86_64__)
#include <cpuid.h>

#include <array>
#include <cstring>
#endif

namespace roofgate {

#if defined(__x86_64__)

namespace {

struct Registers {
  unsigned a = 0, b = 0, c = 0, d = 0;
};

Registers cpuid(unsigned leaf, unsigned subleaf) {
  Registers registers;
  __cpuid_count(leaf, subleaf, registers.a, registers.b, registers.c, registers.d);
  return registers;
}

/// Deterministic cache parameters have one layout in two places: leaf 4 (Intel SDM volume 2A) and, where the extended
/// leaf exists, 0x8000001D (AMD APM volume 3, appendix E).
unsigned cache_leaf() {
  constexpr unsigned kAmd = 0x8000001D;
  const unsigned most = __get_cpuid_max(0x80000000, nullptr);
  if (most >= kAmd && (cpuid(kAmd, 0).a & 0x1FU) != 0) return kAmd;
  return __get_cpuid_max(0, nullptr) >= 4 ? 4 : 0;
}

}  // namespace

std::optional<Bytes> last_level_cache_by_cpuid() {
  const unsigned leaf = cache_leaf();
  if (leaf == 0) return std::nullopt;
  constexpr unsigned kMostCaches = 16;
  unsigned best_level = 0;
  double best_bytes = 0.0;
  for (unsigned index = 0; index < kMostCaches; ++index) {
    const Registers cache = cpuid(leaf, index);
    const unsigned type = cache.a & 0x1FU;  // 0 none, 1 data, 2 instruction, 3 unified
    if (type == 0) break;
    const unsigned level = (cache.a >> 5U) & 0x7U;
    if (type == 2 || level < best_level) continue;
    const double ways = 1.0 + (cache.b >> 22U);
    const double partitions = 1.0 + ((cache.b >> 12U) & 0x3FFU);
    const double line = 1.0 + (cache.b & 0xFFFU);
    best_level = level;
    best_bytes = ways * partitions * line * (1.0 + cache.c);
  }
  return best_bytes > 0 ? std::optional{Bytes{best_bytes}} : std::nullopt;
}

std::optional<std::string> hypervisor_by_cpuid() {
  constexpr unsigned kHypervisorPresent = 1U << 31U;
  if ((cpuid(1, 0).c & kHypervisorPresent) == 0) return std::nullopt;
  const Registers vendor = cpuid(0x40000000, 0);
  const std::array<unsigned, 3> words{vendor.b, vendor.c, vendor.d};
  std::array<char, 13> text{};
  std::memcpy(text.data(), words.data(), 12);
  return std::string{text.data()};
}

#else

std::optional<Bytes> last_level_cache_by_cpuid() { return std::nullopt; }
std::optional<std::string> hypervisor_by_cpuid() { return std::nullopt; }

#endif

}  // namespace roofgate
