// What the processor says of itself where the kernel's files are silent (x86-64 cpuid). Absent elsewhere.
#pragma once

#include <optional>
#include <string>

#include "kernels/base/quantity.hpp"

namespace roofgate {

/// Size of the largest-level data or unified cache as seen from the calling CPU: one instance.
[[nodiscard]] std::optional<Bytes> last_level_cache_by_cpuid();

/// The vendor string of the hypervisor ("KVMKVMKVM"); absent on bare metal.
[[nodiscard]] std::optional<std::string> hypervisor_by_cpuid();

}  // namespace roofgate
