#include "bench/telemetry/cpu_sensors.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "bench/telemetry/sample_summary.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostCpusRead = 32;

bool starts_and_ends(std::string_view name, std::string_view start, std::string_view end) {
  return name.size() >= start.size() + end.size() && name.substr(0, start.size()) == start &&
         name.substr(name.size() - end.size()) == end;
}

/// Sensors of CPUs by the names of their drivers; others are of disks, boards and networks.
std::vector<std::string> hwmon_files(const MachineFiles& files) {
  constexpr std::array<std::string_view, 4> kDrivers{"coretemp", "k10temp", "zenpower", "cpu_thermal"};
  std::vector<std::string> found;
  for (const std::string& monitor : files.names_in("sys/class/hwmon")) {
    const std::string folder = "sys/class/hwmon/" + monitor;
    const std::string driver = files.line(folder + "/name").value_or("");
    if (std::find(kDrivers.begin(), kDrivers.end(), driver) == kDrivers.end()) continue;
    for (const std::string& name : files.names_in(folder)) {
      if (starts_and_ends(name, "temp", "_input")) found.emplace_back(folder).append("/").append(name);
    }
  }
  return found;
}

std::vector<std::string> zone_files(const MachineFiles& files) {
  std::vector<std::string> found;
  for (const std::string& zone : files.names_in("sys/class/thermal")) {
    const std::string folder = "sys/class/thermal/" + zone;
    const std::string type = files.line(folder + "/type").value_or("");
    if (type == "x86_pkg_temp" || type.rfind("cpu", 0) == 0) found.push_back(folder + "/temp");
  }
  return found;
}

/// "cpu MHz" of /proc/cpuinfo, of `cpus`.
std::vector<Hertz> cpuinfo_frequencies(const MachineFiles& files, const std::vector<int>& cpus) {
  const std::string text = files.text("proc/cpuinfo").value_or("");
  std::vector<Hertz> found;
  bool wanted = false;
  for (const std::string_view line : lines_of(text)) {
    if (const auto processor = value_of(line, "processor")) {
      const double id = number_of(*processor).value_or(-1.0);
      wanted = std::binary_search(cpus.begin(), cpus.end(), static_cast<int>(id));
    } else if (const auto frequency = wanted ? value_of(line, "cpu MHz") : std::nullopt) {
      constexpr double kMegahertz = 1e6;
      if (const auto number = number_of(*frequency)) found.emplace_back(*number * kMegahertz);
    }
  }
  return found;
}

}  // namespace

CpuSensors::CpuSensors(MachineFiles files, const std::vector<int>& cpus) : files_{std::move(files)}, cpus_{cpus} {
  const std::size_t step = (cpus.size() + kMostCpusRead - 1) / kMostCpusRead;
  for (std::size_t i = 0; i < cpus.size(); i += step) {
    std::string file = "sys/devices/system/cpu/cpu" + std::to_string(cpus[i]) + "/cpufreq/scaling_cur_freq";
    if (files_.number(file)) frequency_files_.push_back(std::move(file));
  }
  if (frequency_files_.empty() && cpus.size() <= kMostCpusRead) {
    // Without a counter behind it (a virtual machine, mostly) "cpu MHz" is the nominal frequency, the same on every
    // CPU, and would be taken for a clock that never drops.
    const std::vector<Hertz> shown = cpuinfo_frequencies(files_, cpus_);
    cpuinfo_varies_ = std::adjacent_find(shown.begin(), shown.end(), std::not_equal_to<>{}) != shown.end();
  }
  temperature_files_ = hwmon_files(files_);
  if (temperature_files_.empty()) temperature_files_ = zone_files(files_);
}

std::optional<Hertz> CpuSensors::frequency() const {
  if (cpuinfo_varies_) return largest_of(cpuinfo_frequencies(files_, cpus_));
  std::vector<Hertz> shown;
  for (const std::string& file : frequency_files_) {
    constexpr double kKilohertz = 1e3;
    const auto number = files_.number(file);
    if (number && *number > 0) shown.emplace_back(*number * kKilohertz);
  }
  return largest_of(shown);
}

std::optional<Celsius> CpuSensors::temperature() const {
  std::vector<Celsius> shown;
  for (const std::string& file : temperature_files_) {
    constexpr double kMillidegree = 1e-3;
    if (const auto number = files_.number(file)) shown.emplace_back(*number * kMillidegree);
  }
  return largest_of(shown);
}

}  // namespace roofgate
