#include "tests/cpu_cuda/standin/memory_map.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace roofgate::standin {
namespace {

std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

}  // namespace

std::byte* MemoryMap::allocate(int device, std::size_t bytes) {
  const std::size_t whole = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  auto* const data = static_cast<std::byte*>(std::aligned_alloc(kPageBytes, whole));
  if (data == nullptr) return nullptr;
  std::memset(data, 0xff, whole);
  note_write(data, whole);
  const std::lock_guard lock{mutex_};
  allocations_[number_of(data)] = Allocation{data, bytes, device};
  return data;
}

std::optional<Allocation> MemoryMap::release(void* data) {
  std::optional<Allocation> found;
  {
    const std::lock_guard lock{mutex_};
    const auto place = allocations_.find(number_of(data));
    if (place == allocations_.end()) return std::nullopt;
    found = place->second;
    allocations_.erase(place);
  }
  std::free(data);
  return found;
}

std::optional<Allocation> MemoryMap::find(const void* address, std::size_t bytes) const {
  const std::lock_guard lock{mutex_};
  auto next = allocations_.upper_bound(number_of(address));
  if (next == allocations_.begin()) return std::nullopt;
  const Allocation& before = std::prev(next)->second;
  const std::uintptr_t offset = number_of(address) - number_of(before.data);
  if (offset + bytes > before.bytes) return std::nullopt;
  return before;
}

std::size_t MemoryMap::used_on(int device) const {
  const std::lock_guard lock{mutex_};
  std::size_t used = 0;
  for (const auto& [place, allocation] : allocations_) used += allocation.device == device ? allocation.bytes : 0;
  return used;
}

std::uint64_t MemoryMap::note_writes(const Footprint& footprint) {
  const std::lock_guard lock{mutex_};
  ++version_;
  for (const Footprint::Page& page : footprint.pages()) {
    if (page.written) written_[page.number] = version_;
  }
  return version_;
}

std::uint64_t MemoryMap::note_write(const void* address, std::size_t bytes) {
  Footprint footprint;
  footprint.touch(address, bytes, true);
  return note_writes(footprint);
}

bool MemoryMap::is_changed_since(const Footprint& footprint, std::uint64_t version) const {
  const std::lock_guard lock{mutex_};
  const auto is_newer = [&](const Footprint::Page& page) {
    const auto found = written_.find(page.number);
    return found != written_.end() && found->second > version;
  };
  return std::any_of(footprint.pages().begin(), footprint.pages().end(), is_newer);
}

MemoryMap& memory() {
  static auto* const map = new MemoryMap;  // outlives streams' threads
  return *map;
}

}  // namespace roofgate::standin
