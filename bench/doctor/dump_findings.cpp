#include "bench/doctor/dump_findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>

#include "bench/telemetry/clock_event_reasons.hpp"
#include "bench/telemetry/sample_summary.hpp"
#include "bench/telemetry_dump/clock_check.hpp"
#include "bench/telemetry_dump/device_summary.hpp"
#include "bench/telemetry_dump/stalls.hpp"

namespace roofgate {
namespace {

constexpr double kFall = 0.10;           // of the busy clock, from the first quarter of the dump to its last
constexpr std::size_t kLeastSeries = 8;  // busy samples, so that a quarter is two

std::string power_of(const TelemetrySummary& seen) {
  if (!seen.power_median) return {};
  std::string text = fmt::format(", {:.0f} W", seen.power_median->value());
  if (seen.power_limit) text += fmt::format(" of a {:.0f} W limit", seen.power_limit->value());
  return text;
}

std::string temperature_of(const TelemetrySummary& seen) {
  return seen.temperature_max ? fmt::format(", {:.0f} degC", seen.temperature_max->value()) : std::string{};
}

std::size_t samples_with(const WatchedDevice& device, std::uint64_t bits) {
  return static_cast<std::size_t>(
      std::count_if(device.samples.begin(), device.samples.end(),
                    [bits](const DeviceSample& sample) { return (sample.reasons.value_or(0) & bits) != 0; }));
}

std::optional<Finding> slowdown(const WatchedDevice& device, const TelemetrySummary& seen) {
  std::uint64_t bits = 0;
  for (const DeviceSample& sample : device.samples) bits |= sample.reasons.value_or(0) & kSlowdownBits;
  std::vector<std::string> reasons;
  for (const std::string& reason : clock_event_reasons(bits)) {
    const auto& told = seen.clock_event_reasons;  // without what was only reported in passing
    if (std::find(told.begin(), told.end(), reason) != told.end()) reasons.push_back(reason);
  }
  if (reasons.empty()) return std::nullopt;
  const bool by_power = (bits & 0x80) != 0;
  const bool by_heat = (bits & (0x20 | 0x40)) != 0;
  return Finding{Gravity::blocker,
                 fmt::format("{}: {} in {} of {} samples{}{}", title_of(device), fmt::join(reasons, ", "),
                             samples_with(device, bits), device.samples.size(), power_of(seen), temperature_of(seen)),
                 by_power  ? "the power supply or the rack asked for less: look at the supplies and the BMC"
                 : by_heat ? "too hot: look at air flow, pumps and neighbours"
                           : "the device protects itself: look at power, heat and the BMC"};
}

std::optional<Finding> power_cap(const WatchedDevice& device, const TelemetrySummary& seen) {
  std::size_t busy = 0;
  std::size_t capped = 0;
  std::size_t capped_at_rest = 0;
  std::optional<Hertz> most;
  for (const DeviceSample& sample : device.samples) {
    const bool is_capped = (sample.reasons.value_or(0) & kPowerCapBit) != 0;
    if (is_idle(sample)) {
      capped_at_rest += is_capped ? 1 : 0;
      continue;
    }
    ++busy;
    capped += is_capped ? 1 : 0;
    if (sample.max_clock) most = std::max(most.value_or(Hertz{}), *sample.max_clock);
  }
  if (capped > 0) {
    std::string clock;
    if (seen.clock_median) {
      clock = fmt::format(", clock {:.0f}", seen.clock_median->value() / 1e6);
      clock += most ? fmt::format(" of {:.0f} MHz", most->value() / 1e6) : " MHz";
    }
    return Finding{Gravity::note,
                   fmt::format("{}: sw_power_cap in {} of {} busy samples{}{}", title_of(device), capped, busy,
                               power_of(seen), clock),
                   "its own limit, not a fault: what computes is as slow as the clock, what waits for memory is not"};
  }
  if (capped_at_rest == 0) return std::nullopt;
  return Finding{Gravity::note,
                 fmt::format("{}: sw_power_cap in {} idle samples{}", title_of(device), capped_at_rest, power_of(seen)),
                 "a state of rest: nothing ran that it could have slowed"};
}

std::optional<Finding> falling_clock(const WatchedDevice& device) {
  std::vector<Hertz> clocks;
  for (const DeviceSample& sample : device.samples) {
    if (!is_idle(sample) && sample.clock) clocks.push_back(*sample.clock);
  }
  if (clocks.size() < kLeastSeries) return std::nullopt;
  const auto quarter = static_cast<std::ptrdiff_t>(clocks.size() / 4);
  const Hertz first = *median_of(std::vector<Hertz>(clocks.begin(), clocks.begin() + quarter));
  const Hertz last = *median_of(std::vector<Hertz>(clocks.end() - quarter, clocks.end()));
  if ((first - last) <= first * kFall) return std::nullopt;
  return Finding{Gravity::warning,
                 fmt::format("{}: the busy clock fell from {:.0f} to {:.0f} MHz", title_of(device), first.value() / 1e6,
                             last.value() / 1e6),
                 "burst and sustained rates differ: what was measured early is not what a long run gets"};
}

std::optional<Finding> memory_errors(const WatchedDevice& device) {
  const auto last = device.samples.empty() ? std::nullopt : device.samples.back().ecc_errors;
  if (!last || *last <= 0) return std::nullopt;
  return Finding{Gravity::blocker, fmt::format("{}: {:.0f} uncorrected memory errors (ECC)", title_of(device), *last),
                 "results may be wrong: drain the device and reset it"};
}

/// "its last figures are of 2026-11-29 02:00:09, row 12 of its rows"
std::string last_figures(const WatchedDevice& device, const Loss& loss) {
  if (loss.samples_before == 0) {
    return loss.moment_s ? fmt::format("no row tells figures of it; said at {}", moment_text(*loss.moment_s))
                         : std::string{"no row tells figures of it"};
  }
  const auto& moment = device.samples[loss.samples_before - 1].moment_s;
  return "its last figures are " +
         (moment ? "of " + moment_text(*moment) : fmt::format("in its sample {} of the dump", loss.samples_before));
}

std::optional<Finding> recovery(const WatchedDevice& device) {
  if (device.recovery.empty()) return std::nullopt;
  return Finding{Gravity::blocker,
                 fmt::format("{}: the driver asks for its recovery: {}", title_of(device), device.recovery),
                 "do what it asks for before anything is measured, and look for Xid messages in dmesg"};
}

/// Until when the others of the dump were told.
std::string others_until(const TelemetryDump& dump) {
  std::optional<double> last;
  for (const WatchedDevice& device : dump.devices) {
    for (const DeviceSample& sample : device.samples) {
      if (sample.moment_s) last = std::max(last.value_or(*sample.moment_s), *sample.moment_s);
    }
  }
  return last ? " to " + moment_text(*last) : std::string{};
}

/// One for each device, of its first loss.
void add_losses(const WatchedDevice& device, const std::string& until, std::vector<Finding>& findings) {
  if (device.losses.empty()) return;
  const Loss& loss = device.losses.front();
  std::string when = last_figures(device, loss);
  if (loss.said.empty()) {
    findings.push_back({Gravity::blocker, fmt::format("{}: {}, and others go on{}", title_of(device), when, until),
                        "lost, if it was still asked for: look for Xid messages (amdgpu: resets) in dmesg, then reset "
                        "the device or reboot"});
    return;
  }
  if (loss.samples_before < device.samples.size()) when += "; it came back later";
  if (device.losses.size() > 1) when += fmt::format(", and was lost {} times in all", device.losses.size());
  findings.push_back(
      {Gravity::blocker, fmt::format("{}: lost (\"{}\"); {}", title_of(device), loss.said, when),
       "look for Xid messages (79: fell off the bus) in dmesg, then reset the device or reboot; drain the "
       "node if it happens again"});
}

void add_stalls(const TelemetryDump& dump, std::vector<Finding>& findings) {
  for (const Stall& stall : find_stalls(dump)) {
    const WatchedDevice& device = dump.devices[stall.device];
    findings.push_back(
        {Gravity::blocker,
         fmt::format("{}: {:.0f} % utilised or more at {:.0f} W, {:.2f} of the {:.0f} W beside it, in {} of {} looks",
                     title_of(device), 100.0 * kBusyShare, stall.power.value(), (stall.power / stall.working).value(),
                     stall.working.value(), stall.spinning, stall.busy),
         stall.majority ? "it spins in a collective and waits, with most others, for the devices that still work"
                        : "a kernel that is resident and does next to nothing: stalled in a collective"});
  }
}

/// Devices of one model whose limit is under what most have.
void add_limits(const TelemetryDump& dump, std::vector<Finding>& findings) {
  std::vector<std::pair<const WatchedDevice*, Watts>> limits;
  for (const WatchedDevice& device : dump.devices) {
    std::vector<Watts> told;
    for (const DeviceSample& sample : device.samples) {
      if (sample.power_limit) told.push_back(*sample.power_limit);
    }
    if (const auto limit = median_of(told)) limits.emplace_back(&device, *limit);
  }
  for (const auto& [device, limit] : limits) {
    std::vector<Watts> beside;
    for (const auto& [other, its] : limits) {
      if (other != device && other->name == device->name) beside.push_back(its);
    }
    const auto usual = median_of(beside);
    if (!usual || limit >= *usual * 0.99) continue;
    findings.push_back({Gravity::warning,
                        fmt::format("{}: power limit {:.0f} W where most of its kind have {:.0f} W", title_of(*device),
                                    limit.value(), usual->value()),
                        "it will be the slowest: set the same limit everywhere (nvidia-smi -pl)"});
  }
}

}  // namespace

std::vector<Finding> dump_findings(const TelemetryDump& dump) {
  std::vector<Finding> findings;
  std::size_t at_rest = 0;
  const std::string until = others_until(dump);
  for (const WatchedDevice& device : dump.devices) {
    const TelemetrySummary seen = summarise(device.samples);
    const auto add = [&findings](std::optional<Finding> found) {
      if (found) findings.push_back(std::move(*found));
    };
    add_losses(device, until, findings);
    add(recovery(device));
    add(slowdown(device, seen));
    if (const auto stuck = stuck_clock(device.samples)) {
      add(Finding{Gravity::blocker, fmt::format("{}: {}", title_of(device), *stuck),
                  "no working clock: look for locked clocks, firmware and power supply; a reset may free it"});
    }
    add(memory_errors(device));
    add(falling_clock(device));
    add(power_cap(device, seen));
    if (device.losses.empty() && !device.samples.empty() &&
        std::all_of(device.samples.begin(), device.samples.end(), is_idle))
      ++at_rest;
  }
  add_stalls(dump, findings);
  add_limits(dump, findings);
  if (at_rest == dump.devices.size()) {
    findings.push_back({Gravity::note, "nothing ran on any device", "clocks and power at rest say little of a run"});
  }
  return findings;
}

std::vector<std::string> untold_devices(const TelemetryDump& dump) {
  std::vector<std::string> untold;
  for (const WatchedDevice& device : dump.devices) {
    const auto tells = [&device](auto member) {
      return std::any_of(device.samples.begin(), device.samples.end(),
                         [member](const DeviceSample& sample) { return (sample.*member).has_value(); });
    };
    std::vector<std::string> lacking;
    if (!tells(&DeviceSample::clock)) lacking.emplace_back("the clock of its SMs");
    if (!tells(&DeviceSample::utilisation) && !tells(&DeviceSample::reasons)) {
      lacking.emplace_back("its utilisation");
      lacking.emplace_back("its clock reasons");
    }
    if (lacking.empty() || !device.losses.empty()) continue;
    if (device.samples.empty()) {
      untold.push_back(title_of(device) + ": none of its rows tells figures");
      continue;
    }
    untold.push_back(fmt::format("{}: no sample tells {}", title_of(device), fmt::join(lacking, ", ")));
  }
  return untold;
}

}  // namespace roofgate
