#include "bench/telemetry/nvml_devices.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <optional>
#include <tuple>

namespace roofgate {
namespace {

using PciAddress = std::tuple<unsigned, unsigned, unsigned, unsigned>;

std::optional<PciAddress> address_of(const std::string& text) {
  unsigned domain = 0;
  unsigned bus = 0;
  unsigned device = 0;
  unsigned function = 0;
  char rest = 0;
  // NOLINTNEXTLINE(cert-err34-c): a conversion that fails is counted, and hexadecimal does not overflow 8 digits
  if (std::sscanf(text.c_str(), "%8x:%2x:%2x.%1x%c", &domain, &bus, &device, &function, &rest) != 4)
    return std::nullopt;
  return PciAddress{domain, bus, device, function};
}

template <std::size_t Bytes, class Read>
std::string text_of(Read read) {
  std::array<char, Bytes> text{};
  return read(text.data(), static_cast<unsigned>(Bytes - 1)) == nvml::kSuccess ? std::string{text.data()}
                                                                               : std::string{};
}

/// A call that gives one unsigned number, if the driver has it and the device supports it.
template <class Function, class... Arguments>
std::optional<double> number_from(Function function, Arguments... arguments) {
  unsigned value = 0;
  if (function == nullptr || function(arguments..., &value) != nvml::kSuccess) return std::nullopt;
  return static_cast<double>(value);
}

template <class Function, class Value>
std::optional<bool> current_of(Function function, nvml::Device device, Value current, Value pending) {
  if (function == nullptr || function(device, &current, &pending) != nvml::kSuccess) return std::nullopt;
  return current != Value{};
}

DeviceInfo describe(const nvml::Functions& call, nvml::Device device) {
  DeviceInfo info;
  info.name = text_of<nvml::kNameBytes>([&](char* text, unsigned size) { return call.name(device, text, size); });
  info.uuid = text_of<nvml::kUuidBytes>([&](char* text, unsigned size) { return call.uuid(device, text, size); });
  nvml::PciInfo pci;
  if (call.pci_info(device, &pci) == nvml::kSuccess) {
    pci.bus_id.back() = '\0';
    info.pci_bus_id = pci.bus_id.data();
  }
  nvml::Memory memory;
  if (call.memory != nullptr && call.memory(device, &memory) == nvml::kSuccess) {
    info.memory = Bytes{static_cast<double>(memory.total)};
  }
  int major = 0;
  int minor = 0;
  if (call.compute_capability != nullptr && call.compute_capability(device, &major, &minor) == nvml::kSuccess) {
    info.compute_capability = 10 * major + minor;
  }
  constexpr double kMegahertz = 1e6;
  constexpr double kMilliwatt = 1e-3;
  if (const auto mhz = number_from(call.max_clock, device, nvml::kClockSm))
    info.max_sm_clock = Hertz{*mhz * kMegahertz};
  if (const auto mhz = number_from(call.max_clock, device, nvml::kClockMemory)) {
    info.max_memory_clock = Hertz{*mhz * kMegahertz};
  }
  if (const auto bits = number_from(call.memory_bus_width, device)) info.memory_bus_bits = static_cast<int>(*bits);
  if (const auto mw = number_from(call.power_limit, device)) info.power_limit = Watts{*mw * kMilliwatt};
  info.ecc_enabled = current_of(call.ecc_mode, device, 0, 0);
  info.mig_enabled = current_of(call.mig_mode, device, 0U, 0U);
  int persistent = 0;
  if (call.persistence_mode != nullptr && call.persistence_mode(device, &persistent) == nvml::kSuccess) {
    info.persistence_mode = persistent != 0;
  }
  return info;
}

Result<unsigned> count_of(const NvmlLibrary& library) {
  unsigned count = 0;
  const nvml::Return code = library.call().device_count(&count);
  if (code == nvml::kSuccess) return count;
  return fail(ErrorKind::unavailable, fmt::format("the devices could not be counted: {}", meaning_of(code)),
              "nvmlDeviceGetCount");
}

}  // namespace

Result<std::vector<DeviceInfo>> nvml_devices(const NvmlLibrary& library, std::vector<std::string>& gaps) {
  const Result<unsigned> count = count_of(library);
  if (!count) return fail(count.error());
  std::vector<DeviceInfo> devices;
  for (unsigned index = 0; index < *count; ++index) {
    nvml::Device device = nullptr;
    const nvml::Return code = library.call().device_by_index(index, &device);
    if (code != nvml::kSuccess) {
      gaps.push_back(fmt::format("GPU {}: {}", index, meaning_of(code)));
      continue;
    }
    devices.push_back(describe(library.call(), device));
    devices.back().index = static_cast<int>(index);
  }
  return devices;
}

Result<nvml::Device> find_nvml_device(const NvmlLibrary& library, const std::string& pci_bus_id,
                                      const std::string& uuid) {
  const Result<unsigned> count = count_of(library);
  if (!count) return fail(count.error());
  nvml::Device by_uuid = nullptr;
  for (unsigned index = 0; index < *count; ++index) {
    nvml::Device device = nullptr;
    if (library.call().device_by_index(index, &device) != nvml::kSuccess) continue;
    const DeviceInfo info = describe(library.call(), device);
    if (is_same_pci_address(info.pci_bus_id, pci_bus_id)) return device;
    if (!uuid.empty() && info.uuid == uuid) by_uuid = device;
  }
  if (by_uuid != nullptr) return by_uuid;
  return fail(ErrorKind::unavailable, fmt::format("NVML shows no device at {} ({})", pci_bus_id, uuid), "NVML",
              "the device fell off the bus, or this user may not open it: nvidia-smi -L");
}

bool is_same_pci_address(const std::string& a, const std::string& b) {
  const auto first = address_of(a);
  return first && first == address_of(b);
}

}  // namespace roofgate
