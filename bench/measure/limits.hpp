// The budgets of one measurement, and the rules that no suite changes. docs/measurement.md justifies each figure.
#pragma once

#include <cstddef>

#include "kernels/base/quantity.hpp"

namespace roofgate {

/// What a suite may set. Sampling ends when it has converged, or at `max_samples`, or at `max_sampling`; never before
/// `min_samples` and `min_sampling`.
struct SamplingLimits {
  Seconds min_warmup{0.0};
  Seconds max_warmup{1.0};
  Seconds min_sampling{0.2};
  Seconds max_sampling{2.0};
  std::size_t min_samples = 10;
  std::size_t max_samples = 500;
  Seconds max_case{300.0};  ///< the watchdog's
};

/// Half width of the 95 % interval of the median, relative to the median, at which sampling has converged.
inline constexpr double kTargetHalfWidth = 0.005;
/// Above this without convergence, a round is marked `unstable`: it could not tell a 5 % loss from none.
inline constexpr double kUnstableHalfWidth = 0.05;
inline constexpr double kConfidence = 0.95;

/// A timed region is at least this many steps of the timer, so that one step is at most 1 % of a sample.
inline constexpr double kTimerSteps = 100.0;
/// A collective's region: ranks leave a barrier microseconds apart, which must stay small against it.
inline constexpr Seconds kMinCollectiveRegion{2e-4};

/// Warm-up ends when the mean of the last `kWarmWindows` windows is this close to the mean of as many before them,
/// and so are the clocks, where they can be read.
inline constexpr double kWarmTolerance = 0.01;
inline constexpr std::size_t kWarmWindows = 3;
/// A window's length as a share of `max_warmup`: the two groups of windows are then a third of it.
inline constexpr double kWarmWindowShare = 1.0 / 20.0;

}  // namespace roofgate
