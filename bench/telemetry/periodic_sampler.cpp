#include "bench/telemetry/periodic_sampler.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "kernels/base/assert.hpp"

namespace roofgate {

PeriodicSampler::PeriodicSampler(std::function<void()> sample, Seconds period)
    : sample_{std::move(sample)}, period_{period}, thread_{[this] { run(); }} {}

PeriodicSampler::~PeriodicSampler() {
  {
    const std::lock_guard lock{mutex_};
    wanted_ = false;
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void PeriodicSampler::start() {
  {
    const std::lock_guard lock{mutex_};
    RG_ASSERT(!wanted_ && !sampling_);
    wanted_ = true;
    sampling_ = true;
  }
  changed_.notify_all();
}

void PeriodicSampler::stop() {
  std::unique_lock lock{mutex_};
  wanted_ = false;
  changed_.notify_all();
  changed_.wait(lock, [this] { return !sampling_; });
}

void PeriodicSampler::run() {
  std::unique_lock lock{mutex_};
  for (;;) {
    changed_.wait(lock, [this] { return sampling_ || ending_; });
    if (!sampling_) return;
    sample_until_stopped(lock);
    sampling_ = false;
    changed_.notify_all();
  }
}

void PeriodicSampler::sample_until_stopped(std::unique_lock<std::mutex>& lock) {
  using Clock = std::chrono::steady_clock;
  const auto period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>{period_.value()});
  auto next = Clock::now();
  do {
    lock.unlock();
    sample_();
    lock.lock();
    // A sample that took longer than the period is not made up for: no burst of samples after a stall.
    next = std::max(next + period, Clock::now());
  } while (!changed_.wait_until(lock, next, [this] { return !wanted_; }));
}

}  // namespace roofgate
