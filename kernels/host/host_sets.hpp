// How many buffer sets a host workload rotates through, and whether it should store past the caches.
#pragma once

#include <cstddef>

#include "kernels/base/quantity.hpp"
#include "kernels/host/context.hpp"

namespace roofgate {

/// set_count_for the context's cache state and last-level cache.
[[nodiscard]] std::size_t host_set_count(Bytes working_set, const HostContext& context);

/// True where what a launch writes is out of the last-level cache before anyone reads it: the set is larger than the
/// cache, or cold measuring rotates through sets. A non-temporal store then saves the read of the line that it
/// overwrites (write-allocate), a third of a copy's traffic.
[[nodiscard]] bool stores_bypass_cache(Bytes working_set, const HostContext& context);

}  // namespace roofgate
