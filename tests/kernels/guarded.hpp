// An array between guard zones, at any misalignment: shows a write outside of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace roofgate {

template <class T>
class Guarded {
 public:
  /// Starts `misalignment` bytes (a multiple of T's alignment) past a multiple of 256; poisoned with 0xff.
  /// Not inlined: GCC 12 imagines a count near 2^64 here and warns of its memset (-Wstringop-overflow).
  [[gnu::noinline]] explicit Guarded(std::size_t count, std::size_t misalignment = 0)
      : bytes_(count * sizeof(T) + 2 * kGuard + kAlignment + misalignment, kMark), size_{count * sizeof(T)} {
    const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data()) + kGuard;
    start_ = kGuard + (kAlignment - address % kAlignment) % kAlignment + misalignment;
    for (std::size_t i = 0; i < size_; ++i) bytes_[start_ + i] = 0xff;
  }

  [[nodiscard]] T* data() { return reinterpret_cast<T*>(bytes_.data() + start_); }
  T& operator[](std::size_t i) { return data()[i]; }

  /// No byte before or after the array was changed.
  [[nodiscard]] bool is_intact() const {
    const auto is_mark = [](std::uint8_t byte) { return byte == kMark; };
    const auto first = bytes_.begin() + static_cast<std::ptrdiff_t>(start_);
    return std::all_of(bytes_.begin(), first, is_mark) &&
           std::all_of(first + static_cast<std::ptrdiff_t>(size_), bytes_.end(), is_mark);
  }

 private:
  static constexpr std::size_t kGuard = 512;
  static constexpr std::size_t kAlignment = 256;
  static constexpr std::uint8_t kMark = 0xa5;

  std::vector<std::uint8_t> bytes_;
  std::size_t size_;
  std::size_t start_ = 0;
};

}  // namespace roofgate
