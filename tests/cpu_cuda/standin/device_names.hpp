// How a stand-in device is called: by CUDA's runtime and by NVML alike.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

#include "tests/cpu_cuda/standin/device.hpp"

namespace roofgate::standin {

[[nodiscard]] inline std::array<std::uint8_t, 16> uuid_bytes_of(const Device& device) {
  std::array<std::uint8_t, 16> bytes{};
  bytes.fill(0x5a);
  bytes.back() = static_cast<std::uint8_t>(device.index());
  return bytes;
}

[[nodiscard]] inline std::string uuid_of(const Device& device) {
  std::string text = "GPU-";
  const auto bytes = uuid_bytes_of(device);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::array<char, 3> two{};
    std::snprintf(two.data(), two.size(), "%02x", static_cast<unsigned>(bytes[i]));
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += two.data();
  }
  return text;
}

[[nodiscard]] inline unsigned pci_bus_of(const Device& device) { return 0x10U + static_cast<unsigned>(device.index()); }

/// `digits` of the domain: 4 in CUDA's runtime, 8 in NVML.
[[nodiscard]] inline std::string pci_bus_id_of(const Device& device, int digits) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%0*x:%02x:00.0", digits, 0U, pci_bus_of(device));
  return text.data();
}

}  // namespace roofgate::standin
