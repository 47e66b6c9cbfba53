// The devices that the driver's management library tells of, with what it knows and CUDA does not.
#pragma once

#include <string>
#include <vector>

#include "bench/record/environment.hpp"
#include "bench/telemetry/nvml_library.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// `index` is NVML's (PCI order), `multiprocessors` 0: only CUDA tells them. CUDA_VISIBLE_DEVICES has no effect here.
/// Devices that this user may not open are left out, each with a line in `gaps`.
[[nodiscard]] Result<std::vector<DeviceInfo>> nvml_devices(const NvmlLibrary& library, std::vector<std::string>& gaps);

/// The device at a PCI address ("0000:53:00.0", domains of 4 or 8 digits) or, where that is empty or unknown, of a
/// UUID.
[[nodiscard]] Result<nvml::Device> find_nvml_device(const NvmlLibrary& library, const std::string& pci_bus_id,
                                                    const std::string& uuid);

/// Both addresses name one place: hexadecimal, whatever the case and the number of digits. Nonsense equals nothing.
[[nodiscard]] bool is_same_pci_address(const std::string& a, const std::string& b);

}  // namespace roofgate
