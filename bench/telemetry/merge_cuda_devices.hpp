// Joins what CUDA and NVML each know of the same devices. Needs the structs alone: no CUDA library is linked for it.
#pragma once

#include <vector>

#include "bench/record/environment.hpp"
#include "kernels/cuda/cuda_platform.hpp"

namespace roofgate {

/// One entry for each CUDA device, in CUDA's order and with its index: CUDA_VISIBLE_DEVICES decides what is measured,
/// and NVML numbers devices otherwise. Partners are found by UUID, else by PCI address (a MIG slice has its device's
/// address). Without a partner the fields that only NVML tells stay absent.
[[nodiscard]] std::vector<DeviceInfo> merge_cuda_devices(const std::vector<CudaDevice>& cuda,
                                                         const std::vector<DeviceInfo>& nvml);

}  // namespace roofgate
