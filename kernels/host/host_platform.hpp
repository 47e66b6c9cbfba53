// The CPUs of this machine as a platform: a steady clock around OpenMP work.
#pragma once

#include <memory>

#include "kernels/base/platform.hpp"
#include "kernels/host/context.hpp"

namespace roofgate {

[[nodiscard]] std::unique_ptr<Platform> make_host_platform(const HostContext& context);

}  // namespace roofgate
