#include "kernels/host/slice_queue.hpp"

#include <algorithm>

namespace roofgate {
namespace {

constexpr std::size_t kShared = 8;  // chunks of a slice that is shared out

}  // namespace

SliceQueue::SliceQueue(std::size_t total, int parts, std::size_t granule, std::size_t chunk)
    : left_(static_cast<std::size_t>(parts)), chunk_{chunk}, is_shared_{total >= kShared * chunk * left_.size()} {
  for (int part = 0; part < parts; ++part) {
    left_[static_cast<std::size_t>(part)].slice = slice_of(total, part, parts, granule);
  }
  restart();
}

void SliceQueue::restart() {
  for (Left& left : left_) left.begin.store(left.slice.begin, std::memory_order_relaxed);
}

Slice SliceQueue::next(int part) {
  for (std::size_t i = 0; i < left_.size(); ++i) {
    Left& left = left_[(static_cast<std::size_t>(part) + i) % left_.size()];
    if (left.begin.load(std::memory_order_relaxed) >= left.slice.end) continue;
    const std::size_t begin = left.begin.fetch_add(chunk_, std::memory_order_relaxed);
    if (begin < left.slice.end) return Slice{begin, std::min(left.slice.end, begin + chunk_)};
  }
  return Slice{0, 0};
}

}  // namespace roofgate
