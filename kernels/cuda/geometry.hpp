// Launch geometry: pure arithmetic, the same for every grid-stride kernel.
#pragma once

#include <algorithm>
#include <cstdint>

namespace roofgate {

inline constexpr int kBlockThreads = 256;

/// Blocks that are resident on one multiprocessor at once: kernels are bounded to 64 registers, so 4 x 256 threads
/// fit into 65536. A grid of exactly the resident blocks has no second, partly filled wave.
inline constexpr int kBlocksPerMultiprocessor = 4;

/// Blocks for `items` of which each block takes `items_per_block` in one turn: no more than are resident, and at least
/// one, so that a launch of nothing is still a launch.
[[nodiscard]] constexpr unsigned grid_blocks(std::int64_t items, std::int64_t items_per_block, int multiprocessors) {
  const std::int64_t wanted = (items + items_per_block - 1) / items_per_block;
  const std::int64_t resident = std::int64_t{multiprocessors} * kBlocksPerMultiprocessor;
  return static_cast<unsigned>(std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(resident, 1)));
}

/// Elements in whole vectors, and the rest that is done one by one.
struct TailSplit {
  std::int64_t vectors = 0;
  std::int64_t tail = 0;
};

/// Unaligned data has no vectors: all of it is tail.
[[nodiscard]] constexpr TailSplit split_tail(std::int64_t elements, std::int64_t per_vector, bool aligned) {
  if (!aligned) return {0, elements};
  return {elements / per_vector, elements % per_vector};
}

/// Largest power of two that divides the address, at most `limit` (a power of two).
[[nodiscard]] constexpr std::uint32_t address_alignment(std::uintptr_t address, std::uint32_t limit = 256) {
  const std::uintptr_t bits = address | limit;
  return static_cast<std::uint32_t>(bits & (~bits + 1));
}

}  // namespace roofgate
