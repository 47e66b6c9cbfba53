#include "bench/telemetry_dump/dump.hpp"

#include <fmt/format.h>

#include "bench/telemetry/clock_event_reasons.hpp"

namespace roofgate {

std::string title_of(const WatchedDevice& device) {
  std::string title = device.index                 ? fmt::format("device {}", *device.index)
                      : !device.pci_bus_id.empty() ? "device " + device.pci_bus_id
                      : !device.uuid.empty()       ? "device " + device.uuid
                                                   : "the device";
  if (!device.name.empty()) title += fmt::format(" ({})", device.name);
  return title;
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
