#include "bench/telemetry/periodic_sampler.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "kernels/base/assert.hpp"

namespace roofgate {

PeriodicSampler::PeriodicSampler(std::function<void()> sample, Seconds period)
    : sample_{std::move(sample)}, period_{period} {}

void PeriodicSampler::start() {
  RG_ASSERT(!thread_.joinable());
  stopping_ = false;
  thread_ = std::thread{[this] { run(); }};
}

void PeriodicSampler::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock{mutex_};
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void PeriodicSampler::run() {
  using Clock = std::chrono::steady_clock;
  const auto period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>{period_.value()});
  auto next = Clock::now();
  std::unique_lock lock{mutex_};
  do {
    lock.unlock();
    sample_();
    lock.lock();
    // A sample that took longer than the period is not made up for: no burst of samples after a stall.
    next = std::max(next + period, Clock::now());
  } while (!wake_.wait_until(lock, next, [this] { return stopping_; }));
}

}  // namespace roofgate
