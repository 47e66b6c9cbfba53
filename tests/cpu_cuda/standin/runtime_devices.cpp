// The stand-in runtime's devices and versions.
#include <algorithm>
#include <cstring>

#include "tests/cpu_cuda/standin/device_names.hpp"
#include "tests/cpu_cuda/standin/faults.hpp"
#include "tests/cpu_cuda/standin/runtime.hpp"

using namespace roofgate::standin;

namespace {

Device* visible_device(int index) {
  const std::vector<Device*> visible = visible_devices();
  return index >= 0 && static_cast<std::size_t>(index) < visible.size() ? visible[static_cast<std::size_t>(index)]
                                                                        : nullptr;
}

}  // namespace

extern "C" {

cudaError_t cudaDriverGetVersion(int* version) {
  *version = scenario().driver_version;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 0;
  if (const cudaError_t code = begin_call("cudaGetDeviceCount"); code != cudaSuccess) return code;
  *count = static_cast<int>(visible_devices().size());
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int index) {
  if (visible_device(index) == nullptr) return end_call(cudaErrorInvalidDevice);
  current_device() = index;
  return begin_call("cudaSetDevice");
}

#if CUDART_VERSION >= 12000 && CUDART_VERSION < 13000
#define ROOFGATE_GET_PROPERTIES cudaGetDeviceProperties_v2
#else
#define ROOFGATE_GET_PROPERTIES cudaGetDeviceProperties
#endif

cudaError_t ROOFGATE_GET_PROPERTIES(cudaDeviceProp* properties, int index) {
  const Device* const device = visible_device(index);
  if (device == nullptr) return end_call(cudaErrorInvalidDevice);
  if (const cudaError_t code = begin_call("cudaGetDeviceProperties"); code != cudaSuccess) return code;
  *properties = cudaDeviceProp{};
  const DeviceScript& script = device->script();
  std::strncpy(static_cast<char*>(properties->name), script.name.c_str(), sizeof(properties->name) - 1);
  const auto uuid = uuid_bytes_of(*device);
  std::memcpy(static_cast<void*>(&properties->uuid), uuid.data(), uuid.size());
  properties->major = script.major;
  properties->minor = script.minor;
  properties->multiProcessorCount = script.multiprocessors;
  properties->totalGlobalMem = script.memory_bytes;
  properties->l2CacheSize = static_cast<int>(script.l2_bytes);
  properties->memoryBusWidth = script.memory_bus_bits;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int index) {
  const Device* const device = visible_device(index);
  if (device == nullptr) return end_call(cudaErrorInvalidDevice);
  if (const cudaError_t code = begin_call("cudaDeviceGetAttribute"); code != cudaSuccess) return code;
  switch (attribute) {
    case cudaDevAttrClockRate:
      *value = static_cast<int>(device->script().sm_mhz * 1e3);
      return cudaSuccess;
    case cudaDevAttrMemoryClockRate:
      *value = static_cast<int>(device->script().memory_mhz * 1e3);
      return cudaSuccess;
    default:
      return end_call(cudaErrorInvalidValue);
  }
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int index) {
  const Device* const device = visible_device(index);
  if (device == nullptr) return end_call(cudaErrorInvalidDevice);
  std::strncpy(text, pci_bus_id_of(*device, 4).c_str(), static_cast<std::size_t>(bytes));
  return begin_call("cudaDeviceGetPCIBusId");
}

cudaError_t cudaDeviceCanAccessPeer(int* possible, int device, int peer) {
  *possible = visible_device(device) != nullptr && visible_device(peer) != nullptr && device != peer ? 1 : 0;
  return begin_call("cudaDeviceCanAccessPeer");
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned /*flags*/) {
  thread_local std::vector<int> enabled;
  if (std::find(enabled.begin(), enabled.end(), peer) != enabled.end()) {
    return end_call(cudaErrorPeerAccessAlreadyEnabled);
  }
  enabled.push_back(peer);
  return begin_call("cudaDeviceEnablePeerAccess");
}

cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

}  // extern "C"
