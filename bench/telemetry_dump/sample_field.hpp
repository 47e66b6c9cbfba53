// The names by which tools call what a dump tells, and the values they write: units, "N/A", "Active".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/telemetry_dump/dump.hpp"

namespace roofgate {

/// What one row or section of a dump tells, before it is known whose it is.
struct RawSample {
  DeviceSample seen;
  std::optional<int> index;
  std::string name, uuid, pci_bus_id, driver;
  std::string host;
  std::string recovery;     ///< what the driver asks for: "Reset", "Reboot"
  std::string lost;         ///< what a cell said of a device that is gone: "GPU is lost"
  int failed_readings = 0;  ///< of utilisation, clock, power, temperature, reasons: "[Unknown Error]", "ERR!"
};

enum class Field {
  moment,
  index,
  name,
  uuid,
  pci_bus_id,
  driver,
  host,
  recovery_action,
  reset_required,
  utilisation,
  clock,
  max_clock,
  memory_clock,
  power,
  power_fallback,  ///< an average or instant draw: counts where there is no plain one
  power_limit,
  power_limit_fallback,  ///< what was asked for: counts where the enforced one is not told
  temperature,
  ecc_errors,
  ecc_errors_part,  ///< adds up: SRAM and DRAM apart
  performance_state,
  engine_active,  ///< DCGM's profiling fields: shares of 1, bytes per second
  sm_active,
  sm_occupancy,
  tensor_active,
  dram_active,
  nvlink_sent,
  nvlink_received,
  last_xid,  ///< the driver's last error, since it was loaded: a device that tells figures has recovered from it
  reasons,   ///< all bits in one number
  gpu_idle,
  applications_clocks_setting,
  sw_power_cap,
  hw_slowdown,
  sync_boost,
  sw_thermal_slowdown,
  hw_thermal_slowdown,
  hw_power_brake_slowdown,
  display_clock_setting,
};

/// Lower case, everything but letters and digits as '_', levels joined by '.': "clocks_event_reasons.sw_power_cap".
[[nodiscard]] std::string plain_path(std::string_view name);

/// `path` is plain. Names of nvidia-smi's CSV, text and XML, old and new; absent for what is not needed.
[[nodiscard]] std::optional<Field> field_of(std::string_view path);

enum class Taken { yes, unknown, unreadable };  ///< unknown: the tool itself says "N/A"

/// Sets what `value` says. `unreadable`: another unit, no number, or one that cannot be.
[[nodiscard]] Taken take(RawSample& sample, Field field, std::string_view value);

}  // namespace roofgate
