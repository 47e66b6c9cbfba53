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

  friend bool operator==(const DeviceSample&, const DeviceSample&) = default;
};

/// From a place in the dump on a device told no figures: it is gone, as the tool says, or it is told of no more.
struct Loss {
  std::size_t samples_before = 0;  ///< of the device: the last of them has its last figures
  std::optional<double> moment_s;  ///< of the row that says so, else of the row before it, whichever device's
  std::string said;                ///< "GPU is lost"; of a silent device empty
};

struct WatchedDevice {
  std::optional<int> index;
  std::string name, uuid, pci_bus_id;
  std::string host;                   ///< the machine, where the dump tells it
  bool is_of_several_hosts = false;   ///< the dump has devices of others: titles name the host
  std::vector<DeviceSample> samples;  ///< in the dump's order; none of a device that was lost from the start
  std::vector<Loss> losses;           ///< in the dump's order
  std::string recovery{};             ///< what the driver asked for last: "Reset", "Reboot"; empty: nothing
};

struct TelemetryDump {
  std::string source;     ///< the file's name, as it was given
  std::string taken_for;  ///< "nvidia-smi CSV"
  std::string driver;     ///< version, where the dump tells
  std::vector<WatchedDevice> devices;
  Remarks remarks;
};

/// "device 3 (NVIDIA H200)", or what else the dump tells it apart by.
[[nodiscard]] std::string title_of(const WatchedDevice& device);

/// "devices 0 to 3 and 7", "device 7 (NVIDIA H200)". Of devices without an index, or with one that comes twice, every
/// title.
[[nodiscard]] std::string titles_of(const std::vector<const WatchedDevice*>& devices);

/// "2026-11-29 02:00:09": by the dump's own clock.
[[nodiscard]] std::string moment_text(double moment_s);

/// Any of DCGM's profiling fields.
[[nodiscard]] bool tells_activity(const DeviceSample& sample);

/// Nothing ran on it: it says so, or its utilisation is 0 and it rests at a low state or clock. Power caps and clocks
/// of such samples say nothing of a measurement.
[[nodiscard]] bool is_idle(const DeviceSample& sample);

}  // namespace roofgate
