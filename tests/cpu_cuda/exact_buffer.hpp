// Memory of exactly the size that a kernel may touch, at a chosen alignment, poisoned, between guards.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace roofgate {

/// `count` elements of T that begin `offset` elements after a 16-byte boundary, all bytes 0xff. Bytes around them must
/// stay as they are: `guards_intact` sees a stray store, AddressSanitizer a stray access beyond the allocation's end.
template <class T>
class ExactBuffer {
 public:
  explicit ExactBuffer(std::size_t count, std::size_t offset = 0)
      : count_{count}, bytes_(kBoundary + kGuard + offset * sizeof(T) + count * sizeof(T)) {
    const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data() + kGuard);
    first_ = kGuard + (kBoundary - address % kBoundary) % kBoundary + offset * sizeof(T);
    bytes_.resize(first_ + count * sizeof(T));
    std::memset(bytes_.data(), kGuardValue, first_);
    std::memset(bytes_.data() + first_, 0xff, count * sizeof(T));
  }

  [[nodiscard]] T* data() { return reinterpret_cast<T*>(bytes_.data() + first_); }
  [[nodiscard]] std::span<T> span() { return {data(), count_}; }
  [[nodiscard]] std::span<std::byte> bytes() { return {reinterpret_cast<std::byte*>(data()), count_ * sizeof(T)}; }

  [[nodiscard]] bool guards_intact() const {
    for (std::size_t i = 0; i < first_; ++i) {
      if (bytes_[i] != kGuardValue) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kBoundary = 16;
  static constexpr std::size_t kGuard = 64;
  static constexpr unsigned char kGuardValue = 0xa5;
  std::size_t count_;
  std::vector<unsigned char> bytes_;
  std::size_t first_ = 0;
};

}  // namespace roofgate
