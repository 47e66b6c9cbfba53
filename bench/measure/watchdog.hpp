// Notices a case that does not come back: a lost device, a hung collective. It cannot free the thread that hangs;
// what it calls ends the process after saving what was measured.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "bench/measure/wall_clock.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

class Watchdog {
 public:
  using OnTimeout = std::function<void(const std::string& what, Seconds limit)>;

  /// `on_timeout` runs on the watchdog's thread, at most once: afterwards nothing is watched any more.
  explicit Watchdog(OnTimeout on_timeout);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();

  /// Watches until it is destroyed.
  class Watch {
   public:
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() { watchdog_.disarm(); }

   private:
    friend class Watchdog;
    explicit Watch(Watchdog& watchdog) : watchdog_{watchdog} {}
    Watchdog& watchdog_;
  };

  /// One watch at a time. `what` is passed on to `on_timeout` if the watch lives longer than `limit`.
  [[nodiscard]] Watch watch(std::string what, Seconds limit);

 private:
  void disarm();
  void run();

  struct Armed {
    std::string what;
    Seconds limit;
    Seconds deadline;
  };

  OnTimeout on_timeout_;
  SteadyClock clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Armed> armed_;
  bool is_ending_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace roofgate
