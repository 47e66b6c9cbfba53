// The inner loops of the host memory workloads, one set per instruction set. Includes only what files compiled for a
// special CPU may see.
#pragma once

#include <cstddef>
#include <cstdint>

namespace roofgate {

enum class Isa;  // kernels/host/isa.hpp

/// Each runs on the calling thread, on any alignment and length. `streaming`: the arrays are in memory and need not
/// stay in the caches, so that loads are prefetched and stores bypass them.
struct MemoryKernels {
  void (*copy)(std::byte* to, const std::byte* from, std::size_t bytes, bool streaming);
  /// Sum of the 64-bit words, modulo 2^64; a last word that is not whole is filled with zeros.
  std::uint64_t (*read)(const std::byte* from, std::size_t bytes, bool streaming);
  /// Repeats `pattern`; `bytes` is a multiple of 4.
  void (*write)(std::byte* to, std::uint32_t pattern, std::size_t bytes, bool streaming);
  /// a = b + scale x c
  void (*triad)(float* a, const float* b, const float* c, float scale, std::size_t count, bool streaming);
};

[[nodiscard]] const MemoryKernels& memory_kernels(Isa isa);

}  // namespace roofgate
