// What a telemetry dump of another tool tells: devices and what was seen of each, in SI units. Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/readers/remarks.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

/// One look at one device. Absent: the tool was not asked, or said that it does not know.
struct DeviceSample {
  std::optional<double> moment_s;  ///< since the epoch, as though the dump's clock were UTC
  std::optional<Ratio> utilisation;
  std::optional<Hertz> clock, max_clock;  ///< of the SMs or compute units
  std::optional<Hertz> memory_clock;
  std::optional<Watts> power, power_limit;
  std::optional<Celsius> temperature;
  std::optional<std::uint64_t> reasons;  ///< clocks event reasons, NVML's bits
  std::optional<double> ecc_errors;      ///< uncorrected, since the driver was loaded
  bool low_state = false;                ///< a performance state made for idling, P5 and beyond
  // DCGM's profiling fields, means since the look before.
  std::optional<Ratio> engine_active, sm_active, sm_occupancy, tensor_active, dram_active;
  std::optional<BytesPerSecond> nvlink_sent, nvlink_received;
};

struct WatchedDevice {
  std::optional<int> index;
  std::string name, uuid, pci_bus_id;
  std::vector<DeviceSample> samples;  ///< in the dump's order
};

struct TelemetryDump {
  std::string taken_for;  ///< "nvidia-smi CSV"
  std::string driver;     ///< version, where the dump tells
  std::vector<WatchedDevice> devices;
  Remarks remarks;
};

/// "device 3 (NVIDIA H200)", or what else the dump tells it apart by.
[[nodiscard]] std::string title_of(const WatchedDevice& device);

/// Any of DCGM's profiling fields.
[[nodiscard]] bool tells_activity(const DeviceSample& sample);

/// Nothing ran on it: it says so, or its utilisation is 0 and it rests at a low state or clock. Power caps and clocks
/// of such samples say nothing of a measurement.
[[nodiscard]] bool is_idle(const DeviceSample& sample);

}  // namespace roofgate
