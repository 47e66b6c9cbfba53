#include "bench/measure/watchdog.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "kernels/base/assert.hpp"

namespace roofgate {

Watchdog::Watchdog(OnTimeout on_timeout) : on_timeout_{std::move(on_timeout)}, thread_{[this] { run(); }} {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock{mutex_};
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Watchdog::Watch Watchdog::watch(std::string what, Seconds limit) {
  {
    const std::lock_guard lock{mutex_};
    RG_ASSERT(!armed_);
    armed_ = Armed{std::move(what), limit, clock_.now() + limit};
  }
  changed_.notify_all();
  return Watch{*this};
}

void Watchdog::disarm() {
  const std::lock_guard lock{mutex_};
  armed_.reset();
}

void Watchdog::run() {
  std::unique_lock lock{mutex_};
  while (!is_ending_) {
    if (!armed_) {
      changed_.wait(lock);
      continue;
    }
    const Seconds left = armed_->deadline - clock_.now();
    if (left > Seconds{0.0}) {
      // At most a second at a time: a limit of hours does not overflow the wait, and a spurious wake-up is harmless.
      changed_.wait_for(lock, std::chrono::duration<double>(std::min(left.value(), 1.0)));
      continue;
    }
    const Armed late = *armed_;
    lock.unlock();
    on_timeout_(late.what, late.limit);
    return;
  }
}

}  // namespace roofgate
