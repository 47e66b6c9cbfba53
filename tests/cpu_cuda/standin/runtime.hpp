// What the entry points of the stand-in runtime share: the order in which a call may fail.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "tests/cpu_cuda/standin/device.hpp"

namespace roofgate::standin {

/// The calling thread's device; null if none is visible.
[[nodiscard]] Device* device_in_use();

/// Why the call cannot go on: no device, a lost context, a fault of the scenario; else success. Kept as the last error.
[[nodiscard]] cudaError_t begin_call(const char* call);

/// Keeps a failure as the thread's last error, and returns it.
cudaError_t end_call(cudaError_t code);

/// Ends the kernel that runs unless [address, address + bytes) is memory of its device or mapped memory of the host.
void require_access(const Device& device, const void* address, std::size_t bytes);

}  // namespace roofgate::standin
