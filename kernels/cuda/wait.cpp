#include "kernels/cuda/wait.hpp"

#include <chrono>
#include <thread>

namespace roofgate {
namespace {

using Clock = std::chrono::steady_clock;

// Device time is read from events, so the host may sleep while it waits; short regions are spun on, so that the next
// sample starts soon and the device does not clock down in between.
constexpr auto kSpin = std::chrono::milliseconds{2};
constexpr auto kNap = std::chrono::microseconds{50};
constexpr auto kPollEvery = std::chrono::milliseconds{10};

}  // namespace

Result<void> wait_for(const Event& event, const std::function<Result<void>()>& poll) {
  const auto start = Clock::now();
  auto next_poll = start + kPollEvery;
  while (true) {
    const Result<bool> ended = event.has_ended();
    if (!ended) return fail(ended.error());
    if (*ended) return {};
    const auto now = Clock::now();
    if (poll && now >= next_poll) {
      if (auto ok = poll(); !ok) return ok;
      next_poll = now + kPollEvery;
    }
    if (now - start > kSpin) std::this_thread::sleep_for(kNap);
  }
}

}  // namespace roofgate
