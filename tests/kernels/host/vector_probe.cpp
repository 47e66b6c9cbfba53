// Compiled once per instruction set: see roofgate_add_isa_sources.
#include "tests/kernels/host/vector_probe.hpp"

#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {
namespace {

void round(const float* from, Bf16* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += kPair) {
    F32Pair pair{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      pair.even.lanes[lane] = from[i + 2 * lane];
      pair.odd.lanes[lane] = from[i + 2 * lane + 1];
    }
    store(to + i, pack(pair));
  }
}

void unpack(const Bf16* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += kPair) {
    const F32Pair pair = load_pair(from + i);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      to[i + 2 * lane] = pair.even.lanes[lane];
      to[i + 2 * lane + 1] = pair.odd.lanes[lane];
    }
  }
}

void exponential2(const float* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    F32 x{0.0F};
    __builtin_memcpy(&x.lanes, from + i, sizeof x.lanes);
    const F32 power = exponential2(x);
    __builtin_memcpy(to + i, &power.lanes, sizeof power.lanes);
  }
}

}  // namespace

extern const VectorProbe kVectorProbe;
const VectorProbe kVectorProbe{round, unpack, exponential2};

}  // namespace roofgate::ROOFGATE_ISA
