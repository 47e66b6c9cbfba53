// Telemetry of one device through NVML, on a thread of its own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/telemetry/nvml_library.hpp"
#include "bench/telemetry/telemetry.hpp"
#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct NvmlTarget {
  std::string pci_bus_id;  ///< as CUDA or NVML prints it
  std::string uuid;        ///< asked where the address finds nothing
};

struct NvmlTelemetryOptions {
  Seconds period{0.05};       ///< at least 20 ms: the driver refreshes power and clocks no faster, and each call costs
  std::vector<int> own_pids;  ///< processes that are not foreign; empty: this one
  std::function<bool(int pid)> is_local = {};  ///< whether a pid is one of this pid namespace; empty: asks /proc
};

/// Fails with `unavailable` if the driver does not show the device.
[[nodiscard]] Result<std::unique_ptr<TelemetrySource>> make_nvml_telemetry(std::shared_ptr<const NvmlLibrary> library,
                                                                           const NvmlTarget& target,
                                                                           NvmlTelemetryOptions options = {});

/// Other processes among `listed`. A driver may list the pids of another namespace (a container sees the host's): if
/// ours is not listed and none of the others exists here, one of them is taken for ours.
[[nodiscard]] int count_foreign(const std::vector<int>& listed, const std::vector<int>& own,
                                const std::function<bool(int pid)>& is_local);

}  // namespace roofgate
