// cuda_devices(): what the runtime says of the visible devices.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <array>

#include "kernels/cuda/cuda_platform.hpp"
#include "kernels/cuda/status.hpp"

namespace roofgate {
namespace {

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU-";
  for (std::size_t i = 0; i < sizeof(uuid.bytes); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

Result<int> attribute(cudaDeviceAttr name, int device) {
  int value = 0;
  const auto status = CudaStatus{static_cast<int>(cudaDeviceGetAttribute(&value, name, device))};
  return succeeded(status, fmt::format("cudaDeviceGetAttribute({}) of device {}", static_cast<int>(name), device))
      .map([&] { return value; });
}

/// Attributes rather than properties: CUDA 13 took the clocks out of cudaDeviceProp.
Result<CudaDevice> describe(int index) {
  cudaDeviceProp properties{};
  const auto status = CudaStatus{static_cast<int>(cudaGetDeviceProperties(&properties, index))};
  if (auto ok = succeeded(status, fmt::format("cudaGetDeviceProperties of device {}", index)); !ok) {
    return fail(ok.error());
  }
  const Result<int> sm_clock_khz = attribute(cudaDevAttrClockRate, index);
  const Result<int> memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, index);
  for (const auto* value : {&sm_clock_khz, &memory_clock_khz}) {
    if (!*value) return fail(value->error());
  }
  std::array<char, 32> pci{};
  const auto pci_status =
      CudaStatus{static_cast<int>(cudaDeviceGetPCIBusId(pci.data(), static_cast<int>(pci.size()), index))};
  if (auto ok = succeeded(pci_status, "cudaDeviceGetPCIBusId"); !ok) return fail(ok.error());

  CudaDevice device;
  device.index = index;
  device.name = properties.name;
  device.uuid = uuid_text(properties.uuid);
  device.pci_bus_id = pci.data();
  device.compute_capability = 10 * properties.major + properties.minor;
  device.multiprocessors = properties.multiProcessorCount;
  device.memory = Bytes{static_cast<double>(properties.totalGlobalMem)};
  device.l2_cache = Bytes{static_cast<double>(properties.l2CacheSize)};
  device.sm_clock = Hertz{*sm_clock_khz * 1e3};
  device.memory_clock = Hertz{*memory_clock_khz * 1e3};
  device.memory_bus_bits = properties.memoryBusWidth;
  return device;
}

}  // namespace

Result<std::vector<CudaDevice>> cuda_devices() {
  int count = 0;
  const auto status = CudaStatus{static_cast<int>(cudaGetDeviceCount(&count))};
  if (auto ok = succeeded(status, "cudaGetDeviceCount"); !ok) return fail(ok.error());
  std::vector<CudaDevice> devices;
  for (int index = 0; index < count; ++index) {
    Result<CudaDevice> device = describe(index);
    if (!device) return fail(device.error());
    devices.push_back(*std::move(device));
  }
  return devices;
}

}  // namespace roofgate
