// Device memory and pinned host memory. Includes no CUDA header.
#pragma once

#include <cstddef>

#include "kernels/base/result.hpp"
#include "kernels/cuda/handle.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

void free_device(std::byte* data);
void free_pinned(std::byte* data);

/// Bytes on the current device, aligned to 256. Contents are undefined.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  /// `unavailable` if the device has not that much free. 0 bytes are allowed and own nothing.
  [[nodiscard]] static Result<DeviceBuffer> allocate(std::size_t bytes);
  [[nodiscard]] std::byte* data() const { return handle_.get(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  DeviceBuffer(std::byte* data, std::size_t bytes) : handle_{data}, bytes_{bytes} {}
  Handle<std::byte*, free_device> handle_;
  std::size_t bytes_ = 0;
};

/// Page-locked host memory: copies from and to it are asynchronous and as fast as the link.
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  /// `mapped`: kernels may read and write it at `device_data()`.
  [[nodiscard]] static Result<PinnedBuffer> allocate(std::size_t bytes, bool mapped = false);
  [[nodiscard]] std::byte* data() const { return handle_.get(); }
  [[nodiscard]] std::byte* device_data() const { return device_data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  PinnedBuffer(std::byte* data, std::byte* device_data, std::size_t bytes)
      : handle_{data}, device_data_{device_data}, bytes_{bytes} {}
  Handle<std::byte*, free_pinned> handle_;
  std::byte* device_data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// The same buffer of each set in one allocation, so that thousands of sets cost one call. Each set's part is aligned
/// to 256 bytes plus `offset`.
class SetBuffer {
 public:
  SetBuffer() = default;
  [[nodiscard]] static Result<SetBuffer> allocate(std::size_t sets, std::size_t bytes, std::size_t offset = 0);
  [[nodiscard]] std::byte* at(std::size_t set) const { return buffer_.data() + set * stride_ + offset_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }  ///< of one set

 private:
  DeviceBuffer buffer_;
  std::size_t stride_ = 0;
  std::size_t bytes_ = 0;
  std::size_t offset_ = 0;
};

/// Queue on the stream; the host memory must stay until the stream has passed, unless it is pageable.
[[nodiscard]] Result<void> copy_to_device(std::byte* device, const void* host, std::size_t bytes, CUstream_st* stream);
[[nodiscard]] Result<void> copy_to_host(void* host, const std::byte* device, std::size_t bytes, CUstream_st* stream);
[[nodiscard]] Result<void> fill_bytes(std::byte* device, unsigned char value, std::size_t bytes, CUstream_st* stream);

}  // namespace roofgate
