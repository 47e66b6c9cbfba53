// Compiled once per instruction set: see roofgate_add_isa_sources.
#include "tests/kernels/host/vector_probe.hpp"

#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {
namespace {

/// The place of an element in a bundle: part and lane.
float& at(F32& bundle, std::size_t element) {
  const std::size_t line = element / (2 * kLanes);
  auto* const part = reinterpret_cast<float*>(&bundle.part[2 * line + element % 2]);
  return part[element % (2 * kLanes) / 2];
}

void round(const float* from, Bf16* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += kElements) {
    F32 bundle;
    for (std::size_t j = 0; j < kElements; ++j) at(bundle, j) = from[i + j];
    store_bf16<false>(to + i, bundle);
  }
}

void unpack(const Bf16* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += kElements) {
    F32 bundle = load_bf16(from + i);
    for (std::size_t j = 0; j < kElements; ++j) to[i + j] = at(bundle, j);
  }
}

void exponential2(const float* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += kElements) {
    F32 x;
    __builtin_memcpy(&x, from + i, sizeof x);
    const F32 power = exponential2(x);
    __builtin_memcpy(to + i, &power, sizeof power);
  }
}

}  // namespace

extern const VectorProbe kVectorProbe;
const VectorProbe kVectorProbe{round, unpack, exponential2};

}  // namespace roofgate::ROOFGATE_ISA
