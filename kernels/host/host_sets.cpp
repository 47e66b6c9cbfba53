#include "kernels/host/host_sets.hpp"

#include "kernels/base/set_count.hpp"

namespace roofgate {

std::size_t host_set_count(Bytes working_set, const HostContext& context) {
  return set_count_for(working_set, context.last_level_cache, context.cache);
}

bool stores_bypass_cache(Bytes working_set, const HostContext& context) {
  return context.cache == CacheState::cold || working_set > context.last_level_cache;
}

}  // namespace roofgate
