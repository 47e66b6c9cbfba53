// What else runs on this machine now: sampled while this program sleeps, so that all of it is foreign.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/doctor/finding.hpp"
#include "bench/telemetry/machine_files.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

struct BusyProcess {
  int pid = 0;
  std::string name;
  Ratio load;  ///< CPU time / wall time: 1 is one CPU
};

struct LoadSample {
  Ratio busy;                        ///< CPU time of all processes / wall time of all CPUs of `cpus`
  Ratio stolen;                      ///< time that the hypervisor gave to others / the same
  std::vector<BusyProcess> busiest;  ///< at most three, busiest first, those over 5 % of a CPU
};

/// Reads the counters, lets `sleep` pass time, and reads them again. All zero where the kernel does not offer them.
[[nodiscard]] LoadSample sample_load(const MachineFiles& files, const std::vector<int>& cpus,
                                     const std::function<void()>& sleep);

[[nodiscard]] std::vector<Finding> load_findings(const LoadSample& sample);

}  // namespace roofgate
