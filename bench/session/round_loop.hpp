// Rounds one after the other, as many as a time budget has room for.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "bench/session/run_session.hpp"
#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct RoundLoop {
  int first = 0;
  int last = 0;  ///< not included
  std::optional<Seconds>
      budget;  ///< from `begin` on: no round begins that would end later if it took as long as the longest
  std::chrono::steady_clock::time_point begin;
};

struct RoundsMade {
  int done = 0;         ///< rounds before this one are there
  bool went_on = true;  ///< false: the user stopped it
};

/// `round(i)` says false if the user stopped it. A round always begins. Tells `observer` that time was up.
[[nodiscard]] Result<RoundsMade> make_rounds(const RoundLoop& loop, RunObserver& observer,
                                             const std::function<Result<bool>(int)>& round);

}  // namespace roofgate
