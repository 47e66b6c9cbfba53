#include "bench/telemetry_dump/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "bench/record/utc_time.hpp"
#include "bench/telemetry/clock_event_reasons.hpp"

namespace roofgate {

std::string title_of(const WatchedDevice& device) {
  std::string title = device.index                 ? fmt::format("device {}", *device.index)
                      : !device.pci_bus_id.empty() ? "device " + device.pci_bus_id
                      : !device.uuid.empty()       ? "device " + device.uuid
                                                   : "the device";
  if (title == "the device" && device.samples.empty() && !device.losses.empty()) title = "a device without a name";
  if (!device.name.empty()) title += fmt::format(" ({})", device.name);
  if (device.is_of_several_hosts && !device.host.empty()) title += " of " + device.host;
  return title;
}

std::string titles_of(const std::vector<const WatchedDevice*>& devices) {
  if (devices.size() == 1) return title_of(*devices.front());
  std::set<int> indices;
  for (const WatchedDevice* device : devices) {
    if (device->index) indices.insert(*device->index);
  }
  std::vector<std::string> parts;
  if (indices.size() != devices.size()) {
    constexpr std::size_t kMostTitles = 8;
    for (const WatchedDevice* device : devices) {
      if (parts.size() < kMostTitles) parts.push_back(title_of(*device));
    }
    if (devices.size() > kMostTitles) parts.push_back(fmt::format("{} more", devices.size() - kMostTitles));
  }
  for (auto first = indices.begin(); indices.size() == devices.size() && first != indices.end();) {
    auto last = first;
    while (std::next(last) != indices.end() && *std::next(last) == *last + 1) ++last;
    const bool is_range = *last > *first + 1;
    parts.push_back(is_range ? fmt::format("{} to {}", *first, *last) : fmt::format("{}", *first));
    if (!is_range && last != first) parts.push_back(fmt::format("{}", *last));
    first = std::next(last);
  }
  std::string text = indices.size() == devices.size() ? "devices " : "";
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

std::string moment_text(double moment_s) {
  constexpr double kYear9999 = 253402300799;
  std::string text =
      format_utc(UtcSeconds{std::chrono::seconds{static_cast<long long>(std::clamp(moment_s, 0.0, kYear9999))}});
  std::replace(text.begin(), text.end(), 'T', ' ');
  if (text.ends_with('Z')) text.pop_back();
  return text;
}

bool tells_activity(const DeviceSample& sample) {
  return sample.engine_active || sample.sm_active || sample.sm_occupancy || sample.tensor_active ||
         sample.dram_active || sample.nvlink_sent || sample.nvlink_received;
}

bool is_idle(const DeviceSample& sample) {
  if ((sample.reasons.value_or(0) & kReasonGpuIdle) != 0) return true;
  if (sample.utilisation) return sample.utilisation->value() <= 0.0;
  if (sample.engine_active) return sample.engine_active->value() <= 0.0;
  return sample.low_state;
}

}  // namespace roofgate
