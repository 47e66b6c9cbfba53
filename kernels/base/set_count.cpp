#include "kernels/base/set_count.hpp"

#include <algorithm>
#include <cmath>

namespace roofgate {

std::size_t set_count_for(Bytes working_set, Bytes last_level_cache, CacheState cache) {
  if (cache == CacheState::warm || working_set.value() <= 0.0) return 1;
  const double sets = std::floor(2.0 * last_level_cache.value() / working_set.value()) + 1.0;
  return static_cast<std::size_t>(std::clamp(sets, 1.0, static_cast<double>(kMaxSets)));
}

}  // namespace roofgate
