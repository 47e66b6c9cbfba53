#include "kernels/cuda/buffer.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "kernels/cuda/status.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kAlignment = 256;  // cudaMalloc's own, CUDA programming guide, device memory accesses

Result<void> outcome(cudaError_t code, const std::string& call) {
  return succeeded(CudaStatus{static_cast<int>(code)}, call);
}

}  // namespace

void free_device(std::byte* data) { static_cast<void>(cudaFree(data)); }
void free_pinned(std::byte* data) { static_cast<void>(cudaFreeHost(data)); }

Result<DeviceBuffer> DeviceBuffer::allocate(std::size_t bytes) {
  if (bytes == 0) return DeviceBuffer{};
  void* data = nullptr;
  return outcome(cudaMalloc(&data, bytes), fmt::format("cudaMalloc of {} bytes", bytes)).map([&] {
    return DeviceBuffer{static_cast<std::byte*>(data), bytes};
  });
}

Result<PinnedBuffer> PinnedBuffer::allocate(std::size_t bytes, bool mapped) {
  if (bytes == 0) return PinnedBuffer{};
  void* data = nullptr;
  const unsigned flags = mapped ? cudaHostAllocMapped : cudaHostAllocDefault;
  if (auto ok = outcome(cudaHostAlloc(&data, bytes, flags), fmt::format("cudaHostAlloc of {} bytes", bytes)); !ok) {
    return fail(ok.error());
  }
  PinnedBuffer buffer{static_cast<std::byte*>(data), nullptr, bytes};
  if (mapped) {
    void* device = nullptr;
    if (auto ok = outcome(cudaHostGetDevicePointer(&device, data, 0), "cudaHostGetDevicePointer"); !ok) {
      return fail(ok.error());
    }
    buffer.device_data_ = static_cast<std::byte*>(device);
  }
  return buffer;
}

Result<SetBuffer> SetBuffer::allocate(std::size_t sets, std::size_t bytes, std::size_t offset) {
  SetBuffer buffer;
  buffer.bytes_ = bytes;
  buffer.offset_ = offset;
  buffer.stride_ = (bytes + offset + kAlignment - 1) / kAlignment * kAlignment;
  return DeviceBuffer::allocate(sets * buffer.stride_).map([&](DeviceBuffer whole) {
    buffer.buffer_ = std::move(whole);
    return std::move(buffer);
  });
}

Result<void> copy_to_device(std::byte* device, const void* host, std::size_t bytes, CUstream_st* stream) {
  return outcome(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream), "cudaMemcpyAsync to the device");
}

Result<void> copy_to_host(void* host, const std::byte* device, std::size_t bytes, CUstream_st* stream) {
  return outcome(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream), "cudaMemcpyAsync to the host");
}

Result<void> fill_bytes(std::byte* device, unsigned char value, std::size_t bytes, CUstream_st* stream) {
  return outcome(cudaMemsetAsync(device, value, bytes, stream), "cudaMemsetAsync");
}

}  // namespace roofgate
