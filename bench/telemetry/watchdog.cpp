#include "bench/telemetry/watchdog.hpp"

#include <algorithm>
#include <utility>

namespace roofgate {

Watchdog::Watchdog(Expired expired) : expired_{std::move(expired)}, thread_{[this] { watch(); }} {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock{mutex_};
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Watchdog::arm(std::string what, Seconds limit) {
  // A year is as good as for ever, and a time_point can hold it.
  constexpr double kMostSeconds = 365.0 * 86400.0;
  const std::chrono::duration<double> wait{std::clamp(limit.value(), 0.0, kMostSeconds)};
  {
    const std::lock_guard lock{mutex_};
    what_ = std::move(what);
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
    armed_ = true;
  }
  changed_.notify_all();
}

void Watchdog::disarm() {
  std::unique_lock lock{mutex_};
  armed_ = false;
  changed_.notify_all();
  changed_.wait(lock, [this] { return !calling_; });
}

void Watchdog::watch() {
  std::unique_lock lock{mutex_};
  while (!ending_) {
    if (!armed_ || done_) {
      changed_.wait(lock);
    } else if (Clock::now() < deadline_) {
      const Clock::time_point until = deadline_;
      changed_.wait_until(lock, until);
    } else {
      armed_ = false;
      done_ = true;
      calling_ = true;
      const std::string what = what_;
      lock.unlock();
      expired_(what);
      lock.lock();
      calling_ = false;
      changed_.notify_all();
    }
  }
}

}  // namespace roofgate
