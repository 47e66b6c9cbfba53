#include "bench/measure/warm_up.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "bench/measure/batching.hpp"

namespace roofgate {
namespace {

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Rank 0's clock in hertz on every rank; 0 where it cannot be read.
Result<double> clock_seen(TelemetrySource& telemetry, World& world) {
  const TelemetrySummary summary = telemetry.end();
  return world.broadcast(summary.clock_median ? summary.clock_median->value() : 0.0);
}

}  // namespace

bool has_settled(std::span<const double> values) {
  if (values.size() < 2 * kWarmWindows) return false;
  const double last = mean(values.last(kWarmWindows));
  const double before = mean(values.last(2 * kWarmWindows).first(kWarmWindows));
  return std::abs(last - before) <= kWarmTolerance * before;
}

Result<WarmUp> warm_up(Sampler& sampler, Seconds shortest, const SamplingLimits& limits, WallClock& clock,
                       TelemetrySource& telemetry, World& world) {
  const Seconds window = std::max(shortest, limits.max_warmup * kWarmWindowShare);
  const Seconds start = clock.now();
  std::vector<double> times;
  std::vector<double> clocks;
  WarmUp warm;
  while (true) {
    telemetry.begin();
    const auto sample = sampler.take(warm.iterations);
    const auto clock_hz = clock_seen(telemetry, world);
    if (!sample) return fail(sample.error());
    if (!clock_hz) return fail(clock_hz.error());
    const auto elapsed = world.broadcast((clock.now() - start).value());
    if (!elapsed) return fail(elapsed.error());
    warm.duration = Seconds{*elapsed};
    warm.time = sample->time;
    const bool is_resolved = sample->region >= shortest;
    // Regions that grow towards the window are no windows yet.
    if (is_resolved && sample->region >= window / 2.0) {
      times.push_back(sample->time.value());
      clocks.push_back(*clock_hz);
    }
    const bool has_clocks = std::find(clocks.begin(), clocks.end(), 0.0) == clocks.end();
    warm.is_stable = has_settled(times) && (!has_clocks || has_settled(clocks));
    if (warm.is_stable && warm.duration >= limits.min_warmup) return warm;
    const bool can_grow = warm.iterations < kMaxIterations;
    if (warm.duration >= limits.max_warmup && (is_resolved || !can_grow)) return warm;
    warm.iterations = next_iterations(window, warm.iterations, sample->region);
  }
}

}  // namespace roofgate
