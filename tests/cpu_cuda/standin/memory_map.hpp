// The memory of stand-in devices and pinned memory of the host: who owns which addresses, and who wrote them last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tests/cpu_cuda/standin/cost_model.hpp"

namespace roofgate::standin {

inline constexpr int kPinned = -1;

struct Allocation {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  int device = kPinned;
};

class MemoryMap {
 public:
  /// Filled with 0xff, so that what is used without being written is a NaN.
  [[nodiscard]] std::byte* allocate(int device, std::size_t bytes);
  /// The allocation that begins at `data`; its memory is given back.
  [[nodiscard]] std::optional<Allocation> release(void* data);
  /// The allocation that holds all of [address, address + bytes).
  [[nodiscard]] std::optional<Allocation> find(const void* address, std::size_t bytes) const;
  [[nodiscard]] std::size_t used_on(int device) const;

  /// Versions of contents: each write gets the next number.
  std::uint64_t note_writes(const Footprint& footprint);
  std::uint64_t note_write(const void* address, std::size_t bytes);
  /// Whether anything that the footprint touches was written after `version`.
  [[nodiscard]] bool is_changed_since(const Footprint& footprint, std::uint64_t version) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::uintptr_t, Allocation> allocations_;
  std::unordered_map<std::uintptr_t, std::uint64_t> written_;
  std::uint64_t version_ = 0;
};

[[nodiscard]] MemoryMap& memory();

}  // namespace roofgate::standin
