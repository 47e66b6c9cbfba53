// The machine and the software around this process, as an Environment. Devices are asked elsewhere (nvml_devices.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/record/environment.hpp"
#include "bench/telemetry/machine_files.hpp"

namespace roofgate {

/// Where to look; the defaults are this machine and this process.
struct ProbeSources {
  MachineFiles files;
  std::optional<std::vector<int>> cpus;    ///< absent: affinity_cpus()
  const char* const* variables = nullptr;  ///< "NAME=value", null-terminated; null: this process's environment
  bool ask_processor = true;               ///< cpuid where files are silent
};

/// Fills `cpu`, `host`, `variables` and `software["compiler"]`. Never fails: what is not told stays empty or zero.
[[nodiscard]] Environment probe_environment(std::string backend, const ProbeSources& sources = {});

}  // namespace roofgate
