// Runs a workload until its time and the clocks are stable: never a fixed count, because caches, frequency governors
// and power limits settle at their own pace.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "bench/measure/limits.hpp"
#include "bench/measure/sampler.hpp"
#include "bench/measure/wall_clock.hpp"
#include "bench/telemetry/telemetry.hpp"
#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

struct WarmUp {
  Seconds duration;
  bool is_stable = false;  ///< false: ended at `max_warmup`
  Seconds time;            ///< per iteration, of the last window
  std::size_t iterations = 1;
};

/// True once the mean of the last `kWarmWindows` values is within `kWarmTolerance` of the mean of as many before.
[[nodiscard]] bool has_settled(std::span<const double> values);

/// Windows of growing batches until both time and clock have settled and `min_warmup` has passed, or until
/// `max_warmup`. Every rank ends after the same window. `shortest` is the shortest region worth timing.
[[nodiscard]] Result<WarmUp> warm_up(Sampler& sampler, Seconds shortest, const SamplingLimits& limits, WallClock& clock,
                                     TelemetrySource& telemetry, World& world);

}  // namespace roofgate
