// Telemetry of the CPUs: who else ran, how long we waited, how fast and hot they were.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "bench/telemetry/machine_files.hpp"
#include "bench/telemetry/telemetry.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

struct HostTelemetryOptions {
  MachineFiles files;
  std::vector<int> cpus;              ///< this process may run on, ascending; empty: affinity_cpus()
  std::vector<int> own_pids{0};       ///< processes that are not foreign: this one (0) and the ranks beside it
  Seconds period{0.1};                ///< between samples of frequency and temperature
  std::function<Seconds()> now = {};  ///< empty: the steady clock
};

/// Where a frequency or temperature can be read it has a thread, awake between begin and end only. Make it before a
/// platform pins the calling thread.
[[nodiscard]] std::unique_ptr<TelemetrySource> make_host_telemetry(HostTelemetryOptions options = {});

}  // namespace roofgate
