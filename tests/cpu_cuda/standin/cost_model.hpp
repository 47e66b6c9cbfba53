// What an operation costs on a stand-in device: a roofline over the bytes and FLOP that it really did, with a
// least-recently-used L2 cache, at the clock of the moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "tests/cpu_cuda/standin/scenario.hpp"

namespace roofgate::standin {

/// cudaMalloc aligns to as much, so that two buffers share no page.
inline constexpr std::size_t kPageBytes = 256;

/// What a launch touched, in the order of first touches.
class Footprint {
 public:
  void touch(const void* address, std::size_t bytes, bool writes);
  void compute(double flops) { flops_ += flops; }
  void compute_tensor(double flops) { tensor_flops_ += flops; }
  void scale_tensor(double efficiency) { efficiency_ = efficiency; }

  struct Page {
    std::uintptr_t number = 0;
    std::size_t bytes = 0;
    bool written = false;
  };
  [[nodiscard]] const std::vector<Page>& pages() const { return pages_; }
  [[nodiscard]] double flops() const { return flops_; }
  [[nodiscard]] double tensor_flops() const { return tensor_flops_; }
  [[nodiscard]] double efficiency() const { return efficiency_; }

 private:
  std::vector<Page> pages_;
  std::unordered_map<std::uintptr_t, std::size_t> place_;
  double flops_ = 0.0;
  double tensor_flops_ = 0.0;
  double efficiency_ = 1.0;
};

/// Which pages an L2 holds.
class CacheModel {
 public:
  explicit CacheModel(std::size_t bytes) : capacity_{bytes / kPageBytes} {}
  /// Whether the page was there; it is now.
  bool touch(std::uintptr_t page);

 private:
  std::size_t capacity_;
  std::list<std::uintptr_t> order_;
  std::unordered_map<std::uintptr_t, std::list<std::uintptr_t>::iterator> place_;
};

struct Traffic {
  double dram_bytes = 0.0;
  double l2_bytes = 0.0;
};

/// Passes the footprint through the cache.
[[nodiscard]] Traffic traffic_of(const Footprint& footprint, CacheModel& cache);

/// Seconds: the slower of memory and arithmetic, never under the shortest kernel. Arithmetic follows the SM clock,
/// memory the memory clock.
[[nodiscard]] double kernel_seconds(const Footprint& footprint, const Traffic& traffic, const DeviceScript& device,
                                    const Step& now, double shortest_s);

}  // namespace roofgate::standin
