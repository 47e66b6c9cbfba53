// How much memory a measurement may take on this host.
#pragma once

#include <string_view>

#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct MemoryState {
  Bytes total;      ///< installed, or the container's limit where that is lower
  Bytes available;  ///< without swapping or being killed
};

/// From /proc/meminfo and the cgroup's limit (version 2, or 1). Unlimited where neither says anything.
[[nodiscard]] MemoryState memory_state();

/// Share of the total that one workload may take: the page cache, other ranks and the watchers need the rest.
inline constexpr double kMemoryShare = 0.25;

/// An `unavailable` error if `wanted` is over the share of the total or over what is available.
[[nodiscard]] Result<void> check_memory(Bytes wanted, const MemoryState& state);

/// The value of `key` ("MemTotal:") in the text of /proc/meminfo, which counts in KiB; 0 where it is missing.
[[nodiscard]] Bytes parse_meminfo(std::string_view text, std::string_view key);

}  // namespace roofgate
