// What of the GPUs' set-up spoils a measurement: persistence, ECC and MIG about to change, other processes, slowdowns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/doctor/finding.hpp"
#include "bench/telemetry/nvml_library.hpp"

namespace roofgate {

/// One device as the driver sees it now; absent where the driver does not say.
struct DeviceState {
  int index = 0;
  std::string name;
  std::optional<bool> persistence, ecc, ecc_pending, mig, mig_pending;
  std::optional<int> processes;               ///< that compute on it
  std::optional<unsigned long long> reasons;  ///< clocks event reasons, NVML bits
  std::optional<double> temperature_celsius;
};

[[nodiscard]] std::vector<DeviceState> device_states(const NvmlLibrary& library);

[[nodiscard]] std::vector<Finding> device_findings(const std::vector<DeviceState>& states);

}  // namespace roofgate
