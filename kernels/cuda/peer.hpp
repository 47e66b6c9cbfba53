// Copies between two devices. Includes no CUDA header.
#pragma once

#include <cstddef>

#include "kernels/base/result.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

/// The next visible device after `device`, round about. `unavailable` where only one is visible.
[[nodiscard]] Result<int> peer_of(int device);

/// Memory on `device`; `current` is the calling thread's device before and after.
[[nodiscard]] Result<DeviceBuffer> allocate_on(int device, std::size_t bytes, int current);

/// Lets `device`, the current one, reach the memory of `peer` over their link. False where the machine cannot: copies
/// then go through host memory.
[[nodiscard]] Result<bool> enable_peer_access(int device, int peer);

/// Queues a copy of `bytes` from `device` to `peer`.
[[nodiscard]] Result<void> copy_to_peer(std::byte* to, int peer, const std::byte* from, int device, std::size_t bytes,
                                        CUstream_st* stream);

}  // namespace roofgate
