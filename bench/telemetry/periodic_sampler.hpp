// Calls a function on a thread of its own, at once and then at a fixed period, between start and stop.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "kernels/base/quantity.hpp"

namespace roofgate {

/// The thread lives as long as this and sleeps between stop and start: made before a platform pins the calling thread,
/// it does not inherit the pin and so does not take its CPU while another one is idle.
class PeriodicSampler {
 public:
  PeriodicSampler(std::function<void()> sample, Seconds period);
  PeriodicSampler(const PeriodicSampler&) = delete;
  PeriodicSampler& operator=(const PeriodicSampler&) = delete;
  ~PeriodicSampler();

  /// At least one sample is taken between a start and its stop.
  void start();
  /// When it returns no sample is under way and what the samples wrote is visible to the caller.
  void stop();

 private:
  void run();
  void sample_until_stopped(std::unique_lock<std::mutex>& lock);

  std::function<void()> sample_;
  Seconds period_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool wanted_ = false;    ///< between start and stop
  bool sampling_ = false;  ///< from a start until the thread has seen the stop
  bool ending_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace roofgate
