// Counters that Linux keeps of this machine and this process. Each is absent where the kernel does not offer it.
// The differences between two readings, and what they mean, are in host_telemetry.cpp.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "bench/telemetry/machine_files.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

/// CPU time since boot, summed over some CPUs.
struct CpuTime {
  Seconds busy;    ///< in any process or interrupt
  Seconds stolen;  ///< ready to run, but the hypervisor ran somebody else
  Seconds idle;
};

/// /proc/stat: resolution 10 ms per CPU.
[[nodiscard]] std::optional<CpuTime> cpu_time(const MachineFiles& files, const std::vector<int>& cpus);

/// User and system time of all threads of some processes, those that ended included (/proc/<pid>/stat). Absent if none
/// can be read. `pid` 0 is this process.
[[nodiscard]] std::optional<Seconds> process_time(const MachineFiles& files, const std::vector<int>& pids);

/// What one thread of this process has done so far.
struct ThreadTime {
  Seconds running;
  Seconds waiting;  ///< ready to run, on a run queue
};

/// By thread id (/proc/self/task/*/schedstat): resolution 1 ns. Empty where the kernel keeps no such account.
[[nodiscard]] std::map<int, ThreadTime> thread_times(const MachineFiles& files);

/// Switches that the scheduler forced on this process, all living threads (/proc/self/task/*/status).
[[nodiscard]] std::optional<double> involuntary_switches(const MachineFiles& files);

/// Thermal throttle events so far: of each core, and of each package once.
[[nodiscard]] std::optional<double> thermal_events(const MachineFiles& files, const std::vector<int>& cpus);

}  // namespace roofgate
