#include "bench/telemetry/merge_cuda_devices.hpp"

#include <algorithm>

#include "bench/telemetry/nvml_devices.hpp"

namespace roofgate {
namespace {

const DeviceInfo* partner_of(const CudaDevice& device, const std::vector<DeviceInfo>& nvml) {
  const auto same_uuid = [&device](const DeviceInfo& info) { return !info.uuid.empty() && info.uuid == device.uuid; };
  const auto same_place = [&device](const DeviceInfo& info) {
    return is_same_pci_address(info.pci_bus_id, device.pci_bus_id);
  };
  auto found = std::find_if(nvml.begin(), nvml.end(), same_uuid);
  if (found == nvml.end()) found = std::find_if(nvml.begin(), nvml.end(), same_place);
  return found == nvml.end() ? nullptr : &*found;
}

std::optional<Hertz> known(Hertz clock) { return clock > Hertz{} ? std::optional{clock} : std::nullopt; }

}  // namespace

std::vector<DeviceInfo> merge_cuda_devices(const std::vector<CudaDevice>& cuda, const std::vector<DeviceInfo>& nvml) {
  std::vector<DeviceInfo> merged;
  merged.reserve(cuda.size());
  for (const CudaDevice& device : cuda) {
    const DeviceInfo* const partner = partner_of(device, nvml);
    DeviceInfo info = partner == nullptr ? DeviceInfo{} : *partner;
    info.index = device.index;
    info.name = device.name;  // of a MIG slice, CUDA's name says which
    info.uuid = device.uuid.empty() ? info.uuid : device.uuid;
    info.pci_bus_id = device.pci_bus_id.empty() ? info.pci_bus_id : device.pci_bus_id;
    info.compute_capability = device.compute_capability;
    info.multiprocessors = device.multiprocessors;
    info.memory = device.memory;
    info.l2_cache = device.l2_cache;
    if (!info.max_sm_clock) info.max_sm_clock = known(device.sm_clock);
    if (!info.max_memory_clock) info.max_memory_clock = known(device.memory_clock);
    if (device.memory_bus_bits > 0) info.memory_bus_bits = device.memory_bus_bits;
    merged.push_back(std::move(info));
  }
  return merged;
}

}  // namespace roofgate
