#include "kernels/cuda/event_resolution.hpp"

#include <algorithm>
#include <vector>

namespace roofgate {

Seconds event_resolution(std::span<const Seconds> elapsed_times) {
  // The runtime reports single-precision milliseconds: differences under a nanosecond are their rounding.
  constexpr Seconds kRounding{1e-9};
  std::vector<Seconds> times{elapsed_times.begin(), elapsed_times.end()};
  std::sort(times.begin(), times.end());
  Seconds step{};
  for (std::size_t i = 1; i < times.size(); ++i) {
    const Seconds difference = times[i] - times[i - 1];
    if (difference > kRounding && (step == Seconds{} || difference < step)) step = difference;
  }
  return std::max(step, kDocumentedEventResolution);
}

}  // namespace roofgate
