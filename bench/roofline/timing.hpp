// The time of a case as one number with its uncertainty, from the rounds that may be used.
#pragma once

#include <optional>
#include <vector>

#include "bench/record/record.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

struct Timing {
  Seconds time;                      ///< location over the rounds' locations
  Seconds fastest;                   ///< of the rounds' locations
  std::optional<double> half_width;  ///< of the 95 % interval of `time`, relative; absent if nothing tells it
  bool disturbed = false;            ///< every round that has samples is marked
  std::vector<const Round*> rounds;  ///< the rounds behind it
};

/// From unmarked rounds if there are any, else from marked ones. Absent: no samples, or a wrong result in any round,
/// whose time is the time of something else.
///
/// The interval comes from the spread over rounds, since samples inside one process agree far better than processes do;
/// with a single round it is that round's own.
[[nodiscard]] std::optional<Timing> timing_of(const Case& measured);

}  // namespace roofgate
