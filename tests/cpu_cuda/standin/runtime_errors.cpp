// Errors of the stand-in runtime: names, last error, and the way every call begins.
#include <string>

#include "tests/cpu_cuda/standin/faults.hpp"
#include "tests/cpu_cuda/standin/memory_map.hpp"
#include "tests/cpu_cuda/standin/runtime.hpp"

namespace roofgate::standin {
namespace {

cudaError_t& last_error() {
  thread_local cudaError_t code = cudaSuccess;
  return code;
}

struct Name {
  cudaError_t code;
  const char* name;
  const char* text;
};

constexpr Name kNames[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver",
     "CUDA driver version is insufficient for CUDA runtime version"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorECCUncorrectable, "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorPeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
    {cudaErrorDevicesUnavailable, "cudaErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable"},
    {cudaErrorUnknown, "cudaErrorUnknown", "unknown error"},
    {cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported",
     "operation not permitted when stream is capturing"},
};

const Name* name_of(cudaError_t code) {
  for (const Name& name : kNames) {
    if (name.code == code) return &name;
  }
  return nullptr;
}

}  // namespace

Device* device_in_use() {
  const std::vector<Device*> visible = visible_devices();
  const auto index = static_cast<std::size_t>(current_device());
  return index < visible.size() ? visible[index] : nullptr;
}

cudaError_t begin_call(const char* call) {
  if (scenario().driver_version < CUDART_VERSION / 1000 * 1000) return end_call(cudaErrorInsufficientDriver);
  const Device* const device = device_in_use();
  if (device == nullptr) return end_call(cudaErrorNoDevice);
  if (device->sticky() != 0) return end_call(static_cast<cudaError_t>(device->sticky()));
  if (const auto fault = count_call(call); fault && fault->result != 0) {
    return end_call(static_cast<cudaError_t>(fault->result));
  }
  return cudaSuccess;
}

cudaError_t end_call(cudaError_t code) {
  if (code != cudaSuccess && code != cudaErrorNotReady) last_error() = code;
  return code;
}

void require_access(const Device& device, const void* address, std::size_t bytes) {
  const auto found = memory().find(address, bytes);
  // Peer memory is as good as the device's own: roofgate enables access before it copies.
  if (found) return;
  report_misuse("a kernel on device " + std::to_string(device.index()) + " used memory that is not allocated");
  throw DeviceFault{cudaErrorIllegalAddress};
}

}  // namespace roofgate::standin

using namespace roofgate::standin;

extern "C" {

const char* cudaGetErrorName(cudaError_t code) {
  const auto* const found = name_of(code);
  return found == nullptr ? "unrecognized error code" : found->name;
}

const char* cudaGetErrorString(cudaError_t code) {
  const auto* const found = name_of(code);
  return found == nullptr ? "unrecognized error code" : found->text;
}

cudaError_t cudaGetLastError() {
  const cudaError_t code = last_error();
  const Device* const device = device_in_use();
  last_error() = device != nullptr ? static_cast<cudaError_t>(device->sticky()) : cudaSuccess;
  return code;
}

}  // extern "C"
