// Calls the functions of kernels/host/vector.hpp on arrays, one set per instruction set, for vector_test.cpp.
// Lengths are multiples of 64.
#pragma once

#include <cstddef>

#include "kernels/base/bf16.hpp"

namespace roofgate {

struct VectorProbe {
  void (*round)(const float* from, Bf16* to, std::size_t count);
  void (*unpack)(const Bf16* from, float* to, std::size_t count);
  void (*exponential2)(const float* from, float* to, std::size_t count);
};

}  // namespace roofgate
