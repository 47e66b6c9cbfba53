// Device memory as host vectors, for checks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

/// Waits for the stream. `count` elements of T from `device`.
template <class T>
[[nodiscard]] Result<std::vector<T>> download(const std::byte* device, std::size_t count, CUstream_st* stream) {
  std::vector<T> host(count);
  return copy_to_host(host.data(), device, count * sizeof(T), stream)
      .and_then([&] { return synchronize(stream); })
      .map([&] { return std::move(host); });
}

/// Checks of large arrays go in slabs, so that the host needs room for a slab and not for all of them.
inline constexpr std::size_t kSlabElements = std::size_t{1} << 24U;

/// Calls `check_slab(begin, count) -> Result<Check>` over [0, elements) and stops at the first that fails. The detail
/// is the failed slab's, with where it begins, or else `summary`.
template <class CheckSlab>
[[nodiscard]] Result<Check> check_in_slabs(std::size_t elements, std::string summary, CheckSlab&& check_slab) {
  Check total{true, 0.0, std::move(summary)};
  for (std::size_t begin = 0; begin < elements; begin += kSlabElements) {
    Result<Check> part = check_slab(begin, std::min(kSlabElements, elements - begin));
    if (!part) return part;
    total.worst_error = std::max(total.worst_error, part->worst_error);
    if (!part->passed) {
      total.passed = false;
      total.detail = "from element " + std::to_string(begin) + ": " + part->detail;
      return total;
    }
  }
  return total;
}

}  // namespace roofgate
