// What the control groups around this process allow it, version 1 and 2. A limit of any enclosing group counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/telemetry/machine_files.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

/// Folders of this process's group and its parents, innermost first, for a version 1 `controller` ("cpu", "memory")
/// and for version 2. Inside a container whose groups have a namespace of their own, the mount's root alone.
[[nodiscard]] std::vector<std::string> cgroup_folders(const MachineFiles& files, std::string_view controller);

/// CPUs' worth of time per wall time, the tightest quota; absent without one.
[[nodiscard]] std::optional<double> cpu_quota(const MachineFiles& files);

/// The tightest memory limit; absent without one.
[[nodiscard]] std::optional<Bytes> memory_limit(const MachineFiles& files);

/// Time so far in which a CPU quota stopped this process's group; absent without a quota.
[[nodiscard]] std::optional<Seconds> quota_stopped_time(const MachineFiles& files);

/// Time so far in which some task waited for a CPU: of the innermost group that tells, else of the machine.
[[nodiscard]] std::optional<Seconds> pressure_time(const MachineFiles& files);

}  // namespace roofgate
