// How many buffer sets cold measuring rotates through.
#pragma once

#include <cstddef>

#include "kernels/base/quantity.hpp"
#include "kernels/base/workload.hpp"

namespace roofgate {

/// Smallest number of sets whose bytes exceed twice the last-level cache, so that a set is evicted before its next
/// turn (LRU needs one cache size; twice is the margin for hashed and non-inclusive caches). At least 1, at most
/// `kMaxSets`; warm always 1.
[[nodiscard]] std::size_t set_count_for(Bytes working_set, Bytes last_level_cache, CacheState cache);

inline constexpr std::size_t kMaxSets = 4096;

}  // namespace roofgate
