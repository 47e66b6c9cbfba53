// What changes while CPUs work: frequency and temperature, where the kernel shows real ones.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/telemetry/machine_files.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

class CpuSensors {
 public:
  /// Looks once which files are there: cpufreq's, else "cpu MHz" of /proc/cpuinfo where it is a real figure. At most 32
  /// of `cpus`, evenly spread, are read in each sample.
  CpuSensors(MachineFiles files, const std::vector<int>& cpus);

  [[nodiscard]] bool has_frequency() const { return cpuinfo_varies_ || !frequency_files_.empty(); }
  [[nodiscard]] bool has_temperature() const { return !temperature_files_.empty(); }

  /// Of the fastest CPU: idle ones rest at low frequencies while ours work.
  [[nodiscard]] std::optional<Hertz> frequency() const;
  /// Of the hottest sensor.
  [[nodiscard]] std::optional<Celsius> temperature() const;

 private:
  MachineFiles files_;
  std::vector<int> cpus_;
  bool cpuinfo_varies_ = false;
  std::vector<std::string> frequency_files_;
  std::vector<std::string> temperature_files_;
};

}  // namespace roofgate
