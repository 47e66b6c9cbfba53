// Ends what never ends by itself: calls back when an armed deadline passes. A hung collective or device call cannot be
// interrupted, so the callback, on the watchdog's thread, saves what there is and ends the process.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "kernels/base/quantity.hpp"

namespace roofgate {

class Watchdog {
 public:
  /// `expired(what)` is called at most once in a watchdog's life, on its thread.
  using Expired = std::function<void(const std::string& what)>;

  explicit Watchdog(Expired expired);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  /// Waits for a callback that is under way.
  ~Watchdog();

  /// Starts, or starts anew: `what` (a case and what it is doing) has `limit` from now on.
  void arm(std::string what, Seconds limit);
  /// After it returns nothing expires until the next arm. Waits for a callback that is under way.
  void disarm();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();

  Expired expired_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string what_;
  Clock::time_point deadline_ = Clock::time_point::max();
  bool armed_ = false;
  bool calling_ = false;
  bool done_ = false;
  bool ending_ = false;
  std::thread thread_;  // last: it uses the others
};

/// Armed for a scope.
class WatchedScope {
 public:
  WatchedScope(Watchdog& watchdog, std::string what, Seconds limit) : watchdog_{watchdog} {
    watchdog_.arm(std::move(what), limit);
  }
  WatchedScope(const WatchedScope&) = delete;
  WatchedScope& operator=(const WatchedScope&) = delete;
  ~WatchedScope() { watchdog_.disarm(); }

 private:
  Watchdog& watchdog_;
};

}  // namespace roofgate
