// Shares an array among threads of unequal speed. Where each has one slice, all wait for the slowest: on a virtual
// machine of two cores 1 to 3 % of the time.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "kernels/host/threads.hpp"

namespace roofgate {

/// Each thread takes its own slice (slice_of) chunk by chunk, near the memory that it touched first, and what is left
/// of the others' when it has ended early.
class SliceQueue {
 public:
  /// `chunk`, in elements, is a multiple of `granule`.
  SliceQueue(std::size_t total, int parts, std::size_t granule, std::size_t chunk);

  /// All is to be taken again. No thread may be taking.
  void restart();

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
};

}  // namespace roofgate
