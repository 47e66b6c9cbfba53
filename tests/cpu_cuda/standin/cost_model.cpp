#include "tests/cpu_cuda/standin/cost_model.hpp"

#include <algorithm>

namespace roofgate::standin {

void Footprint::touch(const void* address, std::size_t bytes, bool writes) {
  auto place = reinterpret_cast<std::uintptr_t>(address);
  while (bytes > 0) {
    const std::uintptr_t number = place / kPageBytes;
    const std::size_t here = std::min<std::size_t>(bytes, kPageBytes - place % kPageBytes);
    std::size_t index = pages_.size() - 1;
    if (pages_.empty() || pages_.back().number != number) {
      const auto [found, is_new] = place_.try_emplace(number, pages_.size());
      if (is_new) pages_.push_back({number, 0, false});
      index = found->second;
    }
    pages_[index].bytes += here;
    pages_[index].written = pages_[index].written || writes;
    place += here;
    bytes -= here;
  }
}

bool CacheModel::touch(std::uintptr_t page) {
  const auto found = place_.find(page);
  if (found != place_.end()) {
    order_.splice(order_.begin(), order_, found->second);
    return true;
  }
  order_.push_front(page);
  place_[page] = order_.begin();
  if (place_.size() > capacity_) {
    place_.erase(order_.back());
    order_.pop_back();
  }
  return false;
}

Traffic traffic_of(const Footprint& footprint, CacheModel& cache) {
  Traffic traffic;
  for (const Footprint::Page& page : footprint.pages()) {
    const auto bytes = static_cast<double>(page.bytes);
    // A page that is touched more often than once comes from memory once.
    const double from_memory = cache.touch(page.number) ? 0.0 : std::min(bytes, static_cast<double>(kPageBytes));
    traffic.dram_bytes += from_memory;
    traffic.l2_bytes += bytes - from_memory;
  }
  return traffic;
}

double kernel_seconds(const Footprint& footprint, const Traffic& traffic, const DeviceScript& device, const Step& now,
                      double shortest_s) {
  const double sm = now.sm_mhz / device.sm_mhz;
  const double memory = now.memory_mhz / device.memory_mhz;
  const double arithmetic = footprint.flops() / (device.fp32_flops_per_s * sm) +
                            footprint.tensor_flops() / (device.tensor_flops_per_s * footprint.efficiency() * sm);
  const double movement =
      traffic.dram_bytes / (device.dram_bytes_per_s * memory) + traffic.l2_bytes / (device.l2_bytes_per_s * sm);
  return std::max({arithmetic, movement, shortest_s});
}

}  // namespace roofgate::standin
