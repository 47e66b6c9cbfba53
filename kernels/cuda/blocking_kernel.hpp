// The kernel that holds a stream until the host releases it. Internal to blocker.cpp. Includes no CUDA header.
#pragma once

#include <cstdint>

#include "kernels/cuda/status.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

/// Words that host and device share, in mapped pinned memory.
struct BlockerFlags {
  std::uint32_t released = 0;   ///< the host's: holds up to this one may end
  std::uint32_t timed_out = 0;  ///< the device's: the last hold that ended by its timeout
};

/// Spins on one thread until `flags->released >= hold`, at most `timeout_ns`.
[[nodiscard]] CudaStatus launch_blocking_kernel(BlockerFlags* flags, std::uint32_t hold, std::uint64_t timeout_ns,
                                                CUstream_st* stream);

/// Does nothing on one thread.
[[nodiscard]] CudaStatus launch_empty_kernel(CUstream_st* stream);

}  // namespace roofgate
