#include "bench/session/round_loop.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace roofgate {

Result<RoundsMade> make_rounds(const RoundLoop& loop, RunObserver& observer,
                               const std::function<Result<bool>(int)>& round) {
  using Clock = std::chrono::steady_clock;
  Clock::duration longest{};
  for (int index = loop.first; index < loop.last; ++index) {
    const auto round_begin = Clock::now();
    const Seconds expected_end{std::chrono::duration<double>(round_begin - loop.begin + longest).count()};
    if (loop.budget && index > loop.first && expected_end > *loop.budget) {
      observer.warn(fmt::format("the time budget ends the run after {} of {} rounds", index, loop.last));
      return RoundsMade{index, true};
    }
    const auto went_on = round(index);
    if (!went_on) return fail(went_on.error());
    if (!*went_on) return RoundsMade{index, false};
    longest = std::max(longest, Clock::now() - round_begin);
  }
  return RoundsMade{loop.last, true};
}

}  // namespace roofgate
