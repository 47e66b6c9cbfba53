#include "bench/telemetry_dump/device_summary.hpp"

#include <algorithm>

#include "bench/telemetry/clock_event_reasons.hpp"
#include "bench/telemetry/sample_summary.hpp"

namespace roofgate {
namespace {

/// hw_slowdown is also reported in passing at a change of the performance state: one sample of several, without one of
/// the bits that say why, means nothing. As bench/telemetry does with NVML.
std::uint64_t without_passing_slowdown(std::uint64_t reasons, std::size_t slowdowns, std::size_t samples) {
  const bool passing = slowdowns == 1 && samples > 1 && (reasons & kReasonsOfHw) == 0;
  return passing ? reasons & ~kReasonHwSlowdown : reasons;
}

/// Medians of what DCGM counted in samples that count. Utilisation stands for the engine where that was not asked for.
std::optional<Activity> activity_of(std::span<const DeviceSample> samples, bool busy_only) {
  Activity activity;
  const auto median = [&](auto rung) {
    std::vector<std::decay_t<decltype(*rung(samples.front()))>> values;
    for (const DeviceSample& sample : samples) {
      if (busy_only && is_idle(sample)) continue;
      if (const auto value = rung(sample)) values.push_back(*value);
    }
    return median_of(std::move(values));
  };
  if (std::none_of(samples.begin(), samples.end(), tells_activity)) return std::nullopt;
  activity.source = "dcgm";
  activity.kernel_resident =
      median([](const DeviceSample& seen) { return seen.engine_active ? seen.engine_active : seen.utilisation; });
  activity.sm_active = median([](const DeviceSample& seen) { return seen.sm_active; });
  activity.sm_occupancy = median([](const DeviceSample& seen) { return seen.sm_occupancy; });
  activity.tensor_busy = median([](const DeviceSample& seen) { return seen.tensor_active; });
  activity.dram_busy = median([](const DeviceSample& seen) { return seen.dram_active; });
  activity.nvlink = median([](const DeviceSample& seen) {
    return seen.nvlink_sent && seen.nvlink_received ? std::optional{*seen.nvlink_sent + *seen.nvlink_received}
                                                    : std::nullopt;
  });
  return activity;
}

}  // namespace

TelemetrySummary summarise(std::span<const DeviceSample> samples) {
  const bool any_busy =
      std::any_of(samples.begin(), samples.end(), [](const DeviceSample& sample) { return !is_idle(sample); });
  std::vector<Hertz> clocks;
  std::vector<Hertz> memory_clocks;
  std::vector<Watts> power;
  std::vector<Watts> limits;
  std::vector<Celsius> temperatures;
  std::vector<double> errors;
  std::uint64_t reasons = 0;
  std::size_t slowdowns = 0;
  for (const DeviceSample& sample : samples) {
    const bool counts = !any_busy || !is_idle(sample);
    const std::uint64_t bits = sample.reasons.value_or(0);
    reasons |= counts && !is_idle(sample) ? bits : bits & (kSlowdownBits | kReasonGpuIdle);
    if ((bits & kReasonHwSlowdown) != 0) ++slowdowns;
    if (counts && sample.clock) clocks.push_back(*sample.clock);
    if (counts && sample.memory_clock) memory_clocks.push_back(*sample.memory_clock);
    if (counts && sample.power) power.push_back(*sample.power);
    if (sample.power_limit) limits.push_back(*sample.power_limit);
    if (sample.temperature) temperatures.push_back(*sample.temperature);
    if (sample.ecc_errors) errors.push_back(*sample.ecc_errors);
  }
  if (any_busy) reasons &= ~kReasonGpuIdle;
  TelemetrySummary summary;
  summary.clock_min = smallest_of(clocks);
  summary.clock_median = median_of(clocks);
  summary.clock_max = largest_of(clocks);
  summary.memory_clock_median = median_of(memory_clocks);
  summary.power_median = median_of(power);
  summary.power_max = largest_of(power);
  summary.power_limit = largest_of(limits);
  summary.temperature_max = largest_of(temperatures);
  summary.clock_event_reasons = clock_event_reasons(without_passing_slowdown(reasons, slowdowns, samples.size()));
  // The counter is kept since the driver was loaded: what is new in the stretch is the difference.
  if (errors.size() > 1) summary.ecc_errors = std::max(0.0, errors.back() - errors.front());
  summary.activity = activity_of(samples, any_busy);
  summary.sample_count = static_cast<double>(samples.size());
  return summary;
}

}  // namespace roofgate
