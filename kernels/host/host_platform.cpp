#include "kernels/host/host_platform.hpp"

#include <algorithm>
#include <chrono>

#include "kernels/host/threads.hpp"

namespace roofgate {
namespace {

using Clock = std::chrono::steady_clock;
static_assert(Clock::is_steady);

Seconds seconds_between(Clock::time_point from, Clock::time_point to) {
  return Seconds{std::chrono::duration<double>(to - from).count()};
}

/// Smallest difference between two readings that are not equal: the clock's step, or its cost where that is longer.
Seconds measure_resolution() {
  constexpr int kReadings = 2000;
  Seconds smallest{1.0};
  for (int i = 0; i < kReadings; ++i) {
    const Clock::time_point first = Clock::now();
    Clock::time_point next = Clock::now();
    while (next == first) next = Clock::now();
    smallest = std::min(smallest, seconds_between(first, next));
  }
  return smallest;
}

class HostPlatform final : public Platform {
 public:
  explicit HostPlatform(const HostContext& context)
      : threads_{context.threads},
        last_level_cache_{context.last_level_cache},
        timer_resolution_{measure_resolution()} {
    set_up_team(context.threads, context.first_place);
  }

  [[nodiscard]] std::string_view name() const override { return "host"; }
  [[nodiscard]] Seconds timer_resolution() const override { return timer_resolution_; }
  [[nodiscard]] Bytes last_level_cache() const override { return last_level_cache_; }

  [[nodiscard]] Result<Seconds> time(Workload& workload, Batch batch, bool expose_launch) override {
    const std::size_t sets = workload.set_count();
    // A sleeping team costs tens of microseconds to wake; a spinning one, under one. What a launch costs from then on
    // stays in the time: a parallel region is part of every host kernel.
    if (!expose_launch) run_empty_region(threads_);
    const Clock::time_point start = Clock::now();
    for (std::size_t i = 0; i < batch.iterations; ++i) {
      const Result<void> launched = workload.launch((batch.first_launch + i) % sets);
      if (!launched) return fail(launched.error());
    }
    return seconds_between(start, Clock::now());
  }

  /// Host launches return when they are done.
  [[nodiscard]] Result<void> synchronize() override { return {}; }

 private:
  int threads_;
  Bytes last_level_cache_;
  Seconds timer_resolution_;
};

}  // namespace

std::unique_ptr<Platform> make_host_platform(const HostContext& context) {
  return std::make_unique<HostPlatform>(context);
}

}  // namespace roofgate
