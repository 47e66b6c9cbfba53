// Waiting for the device without being hung by it. Includes no CUDA header.
#pragma once

#include <functional>

#include "kernels/base/result.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

/// Returns when `event` has ended, with the failure of anything before it. `poll`, if given, is called every 10 ms and
/// its error ends the wait.
[[nodiscard]] Result<void> wait_for(const Event& event, const std::function<Result<void>()>& poll);

}  // namespace roofgate
