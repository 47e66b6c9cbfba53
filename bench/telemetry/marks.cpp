#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "bench/telemetry/telemetry.hpp"

namespace roofgate {
namespace {

std::string percent(double share) {
  const double value = 100.0 * share;
  return value < 9.95 ? fmt::format("{:.1f} %", value) : fmt::format("{:.0f} %", value);
}

std::string megahertz(Hertz clock) { return fmt::format("{:.0f} MHz", clock.value() * 1e-6); }

class Marks {
 public:
  void add(MarkKind kind, std::string evidence) { marks_.push_back({kind, std::move(evidence)}); }

  /// `kind` if `seen` is above `limit`: "CPU steal 12 % of our CPUs' time (limit 2.0 %)".
  void add_above(MarkKind kind, std::optional<Ratio> seen, double limit, std::string_view text) {
    if (!seen || seen->value() <= limit) return;
    add(kind, fmt::format(fmt::runtime(text), percent(seen->value())) + fmt::format(" (limit {})", percent(limit)));
  }

  [[nodiscard]] std::vector<Mark> take() { return std::move(marks_); }

 private:
  std::vector<Mark> marks_;
};

/// "700 W of a 700 W limit"; empty where power is not told.
std::string power_text(const TelemetrySummary& summary) {
  if (!summary.power_max) return {};
  std::string text = fmt::format(", {:.0f} W", summary.power_max->value());
  if (summary.power_limit) text += fmt::format(" of a {:.0f} W limit", summary.power_limit->value());
  return text;
}

std::string temperature_text(const TelemetrySummary& summary) {
  return summary.temperature_max ? fmt::format(", {:.0f} degC", summary.temperature_max->value()) : std::string{};
}

bool dropped(const TelemetrySummary& summary, const ValidityLimits& limits) {
  if (!summary.clock_median || !summary.clock_max || *summary.clock_max <= Hertz{}) return false;
  return (*summary.clock_max - *summary.clock_median) / *summary.clock_max > Ratio{limits.clock_drop};
}

std::string clock_text(const TelemetrySummary& summary) {
  const Ratio drop = (*summary.clock_max - *summary.clock_median) / *summary.clock_max;
  return fmt::format("median clock {}, {} below the highest seen, {}", megahertz(*summary.clock_median),
                     percent(drop.value()), megahertz(*summary.clock_max));
}

// Each of these slows the clock to protect the device, by a factor of 2 or more for hw_* (NVML, "Clocks Event
// Reasons"). The others are settings (applications, display), states (idle) or the everyday power cap of a large
// product.
constexpr std::array<std::string_view, 4> kSlowdowns{"hw_slowdown", "hw_thermal_slowdown", "hw_power_brake_slowdown",
                                                     "sw_thermal_slowdown"};

/// A clock that never rose leaves no drop to see; AMD's and NVIDIA's devices have been found at under a tenth of their
/// clock with all else as usual (github.com/ROCm/ROCm/issues/4414).
bool is_stuck(const TelemetrySummary& summary, const ValidityLimits& limits) {
  return summary.clock_median && summary.clock_rated &&
         *summary.clock_median < *summary.clock_rated * limits.clock_stuck;
}

void add_device_marks(const TelemetrySummary& summary, const ValidityLimits& limits, Marks& marks) {
  std::vector<std::string> slowdowns;
  for (const std::string& reason : summary.clock_event_reasons) {
    if (std::find(kSlowdowns.begin(), kSlowdowns.end(), reason) != kSlowdowns.end()) slowdowns.push_back(reason);
  }
  if (!slowdowns.empty()) {
    marks.add(MarkKind::throttled, fmt::format("the device slowed itself down: {}{}{}", fmt::join(slowdowns, ", "),
                                               temperature_text(summary), power_text(summary)));
  } else if (dropped(summary, limits)) {
    const std::string reasons = summary.clock_event_reasons.empty()
                                    ? std::string{"no reason told"}
                                    : fmt::format("{}", fmt::join(summary.clock_event_reasons, ", "));
    marks.add(MarkKind::throttled, fmt::format("{} (limit {}): {}{}{}", clock_text(summary), percent(limits.clock_drop),
                                               reasons, power_text(summary), temperature_text(summary)));
  } else if (is_stuck(summary, limits)) {
    marks.add(MarkKind::throttled,
              fmt::format("SM clock {} under load, less than half of the device's {}: something holds it down",
                          megahertz(*summary.clock_median), megahertz(*summary.clock_rated)));
  }
  if (summary.foreign_processes.value_or(0.0) > 0) {
    const double count = *summary.foreign_processes;
    marks.add(MarkKind::contended,
              fmt::format("{:.0f} other {} computed on the device", count, count > 1 ? "processes" : "process"));
  }
  if (summary.ecc_errors.value_or(0.0) > 0) {
    marks.add(MarkKind::error,
              fmt::format("{:.0f} uncorrected memory errors (ECC) in this round", *summary.ecc_errors));
  }
}

}  // namespace

std::vector<Mark> marks_of(const TelemetrySummary& summary, const ValidityLimits& limits) {
  Marks marks;
  add_device_marks(summary, limits, marks);
  if (summary.thermal_events.value_or(0.0) > 0) {
    marks.add(MarkKind::throttled, fmt::format("{:.0f} thermal throttle events of the CPUs{}", *summary.thermal_events,
                                               temperature_text(summary)));
  }
  marks.add_above(MarkKind::throttled, summary.quota_throttled, limits.quota_throttled,
                  "the cgroup's CPU quota stopped this process for {} of the time");
  marks.add_above(MarkKind::contended, summary.steal, limits.steal, "CPU steal {} of our CPUs' time");
  marks.add_above(MarkKind::contended, summary.foreign_load, limits.foreign_load,
                  "other processes used {} of our CPUs' time");
  marks.add_above(MarkKind::contended, summary.run_delay, limits.run_delay,
                  "a thread of ours waited for a CPU for {} of the time");
  return marks.take();
}

}  // namespace roofgate
