// The stand-in runtime's memory: allocation, copies, fills.
#include <cstring>
#include <string>

#include "tests/cpu_cuda/standin/faults.hpp"
#include "tests/cpu_cuda/standin/memory_map.hpp"
#include "tests/cpu_cuda/standin/runtime.hpp"
#include "tests/cpu_cuda/standin/stream.hpp"

using namespace roofgate::standin;

namespace {

// Host memory that a copy may use and that the runtime did not allocate.
bool is_of_runtime(const void* address) { return memory().find(address, 1).has_value(); }

cudaError_t free_memory(void* data, const char* call) {
  if (data == nullptr) return cudaSuccess;
  if (const cudaError_t code = begin_call(call); code != cudaSuccess) return code;
  const auto found = memory().find(data, 1);
  if (!found || found->data != data) return end_call(cudaErrorInvalidValue);
  bool in_use = false;
  for_each_stream([&](CUstream_st& stream) { in_use = in_use || stream.may_use(data, found->bytes); });
  if (in_use) report_misuse(std::string{call} + ": freed while a queued operation may use it");
  // As the real one, which waits for the device before it takes memory away.
  for_each_stream([&](CUstream_st& stream) { stream.wait_for_all(); });
  static_cast<void>(memory().release(data));
  return cudaSuccess;
}

double bytes_per_second(const DeviceScript& device, bool within, bool peer) {
  if (within) return device.dram_bytes_per_s / 2.0;
  return peer ? device.peer_bytes_per_s : device.link_bytes_per_s;
}

Operation make_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, bool peer) {
  Operation copy;
  copy.words = {reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from)};
  copy.run = [=](Execution& execution) {
    const auto source = memory().find(from, 1);
    const auto target = memory().find(to, 1);
    if (source || kind != cudaMemcpyHostToDevice) require_access(execution.device, from, bytes);
    if (target || kind != cudaMemcpyDeviceToHost) require_access(execution.device, to, bytes);
    std::memmove(to, from, bytes);
    if (target) memory().note_write(to, bytes);
    const bool within = !peer && source && target && source->device == target->device;
    return scenario().kernel_s + static_cast<double>(bytes) / bytes_per_second(execution.device.script(), within, peer);
  };
  return copy;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** data, std::size_t bytes) {
  *data = nullptr;
  if (const cudaError_t code = begin_call("cudaMalloc"); code != cudaSuccess) return code;
  const Device& device = *device_in_use();
  if (memory().used_on(device.index()) + bytes > device.script().memory_bytes) {
    return end_call(cudaErrorMemoryAllocation);
  }
  *data = memory().allocate(device.index(), bytes);
  return end_call(*data == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t cudaFree(void* data) { return free_memory(data, "cudaFree"); }

cudaError_t cudaHostAlloc(void** data, std::size_t bytes, unsigned /*flags*/) {
  *data = nullptr;
  if (const cudaError_t code = begin_call("cudaHostAlloc"); code != cudaSuccess) return code;
  *data = memory().allocate(kPinned, bytes);
  return end_call(*data == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t cudaFreeHost(void* data) { return free_memory(data, "cudaFreeHost"); }

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned /*flags*/) {
  if (!is_of_runtime(host)) return end_call(cudaErrorInvalidValue);
  *device = host;
  return begin_call("cudaHostGetDevicePointer");
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t code = begin_call("cudaMemcpyAsync"); code != cudaSuccess) return code;
  if (bytes == 0) return cudaSuccess;
  // Memory of the host that is not pinned: the real runtime may take its time too, so nothing is faster here.
  stream->push(make_copy(to, from, bytes, kind, false));
  return cudaSuccess;
}

cudaError_t cudaMemcpyPeerAsync(void* to, int /*peer*/, const void* from, int /*device*/, std::size_t bytes,
                                cudaStream_t stream) {
  if (const cudaError_t code = begin_call("cudaMemcpyPeerAsync"); code != cudaSuccess) return code;
  stream->push(make_copy(to, from, bytes, cudaMemcpyDeviceToDevice, true));
  return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* data, int value, std::size_t bytes, cudaStream_t stream) {
  if (const cudaError_t code = begin_call("cudaMemsetAsync"); code != cudaSuccess) return code;
  if (bytes == 0) return cudaSuccess;
  Operation fill;
  fill.words = {reinterpret_cast<std::uintptr_t>(data)};
  fill.run = [=](Execution& execution) {
    require_access(execution.device, data, bytes);
    std::memset(data, value, bytes);
    execution.footprint.touch(data, bytes, true);
    memory().note_writes(execution.footprint);
    return execution.device.charge(execution.footprint);
  };
  stream->push(std::move(fill));
  return cudaSuccess;
}

}  // extern "C"
