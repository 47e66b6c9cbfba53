#include "bench/measure/stopping.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/stats/median_interval.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {

std::optional<double> relative_half_width(std::span<const double> time_s) {
  const auto interval = median_interval(time_s, kConfidence);
  if (!interval) return std::nullopt;
  const double middle = median(time_s);
  if (middle <= 0.0) return std::nullopt;
  return (interval->high - interval->low) / 2.0 / middle;
}

bool is_look(std::size_t samples, const SamplingLimits& limits) {
  std::size_t look = limits.min_samples;
  while (look < samples) look += std::max<std::size_t>(1, look / 10);
  return look == samples;
}

std::optional<StopReason> stop_reason(std::span<const double> time_s, Seconds elapsed, const SamplingLimits& limits) {
  if (time_s.size() < limits.min_samples) return std::nullopt;
  if (elapsed >= limits.min_sampling && is_look(time_s.size(), limits)) {
    const auto half_width = relative_half_width(time_s);
    if (half_width && *half_width <= kTargetHalfWidth) return StopReason::converged;
  }
  if (time_s.size() >= limits.max_samples) return StopReason::sample_limit;
  if (elapsed >= limits.max_sampling) return StopReason::time_limit;
  return std::nullopt;
}

std::optional<Mark> instability_mark(StopReason stop, std::optional<double> half_width, std::size_t samples) {
  if (stop == StopReason::converged) return std::nullopt;
  if (half_width && *half_width <= kUnstableHalfWidth) return std::nullopt;
  const std::string seen = half_width ? fmt::format("±{:.1f} %", *half_width * 100.0) : std::string{"not known"};
  return Mark{MarkKind::unstable, fmt::format("95 % interval of the median is {} after {} samples (limit ±{:.0f} %)",
                                              seen, samples, kUnstableHalfWidth * 100.0)};
}

}  // namespace roofgate
