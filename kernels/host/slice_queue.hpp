// Shares an array among threads of unequal speed. Where each has one slice, all wait for the slowest: on a virtual
// machine of two cores 1 to 3 % of the time.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "kernels/host/threads.hpp"

namespace roofgate {

/// Each thread takes its own slice (slice_of) chunk by chunk, near the memory that it touched first, and what is left
/// of the others' when it has ended early. Slices of fewer than eight chunks are not shared out: what a wait costs
/// there is less than what chunks do.
class SliceQueue {
 public:
  /// `chunk`, in elements, is a multiple of `granule`; of some 50 us, for smaller ones cost more than they save.
  SliceQueue(std::size_t total, int parts, std::size_t granule, std::size_t chunk);

  /// All is to be taken again. No thread may be taking.
  void restart();

  /// Calls `body` with each slice that thread `part` is to work on.
  template <class Body>
  void take_all(int part, Body body) {
    if (!is_shared_) {
      body(left_[static_cast<std::size_t>(part)].slice);
      return;
    }
    for (Slice slice = next(part); slice.begin < slice.end; slice = next(part)) body(slice);
  }

  /// The next chunk for thread `part`; empty when all are taken.
  [[nodiscard]] Slice next(int part);

 private:
  static constexpr std::size_t kOwnLine = 64;

  struct alignas(kOwnLine) Left {
    std::atomic<std::size_t> begin{0};
    Slice slice{0, 0};
  };

  std::vector<Left> left_;  // of each part
  std::size_t chunk_;
  bool is_shared_;
};

}  // namespace roofgate
