// The CUDA runtime's outcome of a call, and how it becomes an Error. Includes no CUDA header.
#pragma once

#include <string>
#include <string_view>

#include "kernels/base/result.hpp"

namespace roofgate {

/// A cudaError_t without its header.
struct CudaStatus {
  int code = 0;  ///< 0 is success
};

/// What kind of failure a code is, and so what the caller does about it.
enum class CudaFailure {
  out_of_memory,  ///< this case is too large for what is free: skip it
  no_device,      ///< no driver, no device, or a driver that does not fit: no CUDA measuring at all
  sticky,         ///< the context is lost: every later call of this process fails too
  other,          ///< this call was refused
};

[[nodiscard]] CudaFailure failure_of(CudaStatus status);

/// What: the runtime's sentence and the code's name; where: `call`; hint and kind follow from failure_of.
[[nodiscard]] Error cuda_error(CudaStatus status, std::string_view call);

/// An error if the call failed. A failure that is not sticky is taken from the runtime's "last error".
[[nodiscard]] Result<void> succeeded(CudaStatus status, std::string_view call);

}  // namespace roofgate
