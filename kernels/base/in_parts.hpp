// Work on a long list, shared between the processors of this machine. Not for measuring: nothing here is timed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace roofgate {

/// Calls `work(first, last)` for consecutive parts of 0 … `count`, at least `smallest` long, each in a thread of its
/// own where one can be started. Returns when all are done; what one of them throws is thrown here.
template <class Work>
void in_parts(std::size_t count, std::size_t smallest, const Work& work) {
  constexpr std::size_t kMostThreads = 4;
  const std::size_t processors = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
  const std::size_t parts = std::clamp<std::size_t>(count / std::max<std::size_t>(smallest, 1), 1, processors);
  std::vector<std::future<void>> others;
  for (std::size_t part = 1; part < parts; ++part) {
    others.push_back(
        std::async(std::launch::async | std::launch::deferred,
                   [&work, first = count * part / parts, last = count * (part + 1) / parts] { work(first, last); }));
  }
  work(std::size_t{0}, count / parts);
  for (std::future<void>& other : others) other.get();
}

}  // namespace roofgate
