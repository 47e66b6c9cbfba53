// Memory of host workloads: mapped, aligned, on huge pages where the system gives them.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/base/result.hpp"

namespace roofgate {

/// Owns a mapping that starts at a multiple of 2 MiB. Pages appear at first touch, near the thread that touches
/// them: fill from the threads that will read.
class HostBuffer {
 public:
  HostBuffer() = default;
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
  HostBuffer(HostBuffer&& other) noexcept
      : data_{std::exchange(other.data_, nullptr)}, mapped_{std::exchange(other.mapped_, 0)} {}
  HostBuffer& operator=(HostBuffer&& other) noexcept;
  ~HostBuffer();

  /// `unavailable` where the memory cannot be had; asks before touching any (check_memory).
  [[nodiscard]] static Result<HostBuffer> allocate(std::size_t bytes);

  [[nodiscard]] std::byte* data() const { return data_; }

 private:
  HostBuffer(std::byte* data, std::size_t mapped) : data_{data}, mapped_{mapped} {}

  std::byte* data_ = nullptr;
  std::size_t mapped_ = 0;
};

/// Hands out parts of one buffer, in order. Made twice alike: once without a buffer to sum up, once to hand out.
class Carver {
 public:
  Carver() = default;
  explicit Carver(const HostBuffer& buffer) : base_{buffer.data()} {}

  /// `count` elements of T that start `offset` elements past a multiple of `kAlignment`.
  template <class T>
  T* take(std::size_t count, std::size_t offset = 0) {
    return reinterpret_cast<T*>(take_bytes(count * sizeof(T), offset * sizeof(T)));
  }

  /// Leaves a gap of one to two `kStagger` after a part of `bytes` if it is large, so that the next one begins at a
  /// multiple. Three and more large arrays that are streamed together and begin a power of two apart meet in the same
  /// DRAM banks all the way; where their addresses differ in bits 6, 8, 12 or 13, in the same channels more often than
  /// not. Four streams of 256 MiB, three of them read, as a share of a copy's rate in the same process on a Zen 4
  /// server: 0.93 with gaps of 1 to 48 MiB, 0.50 without, 0.87 where each is 4 KiB more and 0.91 where it is 256 bytes.
  void stagger(std::size_t bytes) {
    if (bytes >= kStaggeredFrom) used_ = ((used_ + kStagger - 1) / kStagger + 1) * kStagger;
  }

  [[nodiscard]] std::size_t used() const { return used_; }

  static constexpr std::size_t kAlignment = 256;
  static constexpr std::size_t kStaggeredFrom = std::size_t{4} << 20U;
  static constexpr std::size_t kStagger = std::size_t{1} << 20U;

 private:
  std::byte* take_bytes(std::size_t bytes, std::size_t offset) {
    std::byte* const part = base_ == nullptr ? nullptr : base_ + used_ + offset;
    used_ += (offset + bytes + kAlignment - 1) / kAlignment * kAlignment;
    return part;
  }

  std::byte* base_ = nullptr;
  std::size_t used_ = 0;
};

}  // namespace roofgate
