// Calls a function on a thread of its own, at once and then at a fixed period, between start and stop.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "kernels/base/quantity.hpp"

namespace roofgate {

class PeriodicSampler {
 public:
  PeriodicSampler(std::function<void()> sample, Seconds period);
  PeriodicSampler(const PeriodicSampler&) = delete;
  PeriodicSampler& operator=(const PeriodicSampler&) = delete;
  ~PeriodicSampler() { stop(); }

  /// At least one sample is taken between a start and its stop.
  void start();
  /// When it returns no sample is under way and what the samples wrote is visible to the caller.
  void stop();

 private:
  void run();

  std::function<void()> sample_;
  Seconds period_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace roofgate
