#include "bench/roofline/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/roofline/case_facts.hpp"
#include "bench/roofline/link_traffic.hpp"
#include "bench/roofline/timing.hpp"

namespace roofgate {
namespace {

constexpr double kMinTelemetrySamples = 3;  // fewer may have missed the clock's peak: the device's maximum stands in

std::string factor(double ratio) { return std::isfinite(ratio) ? fmt::format("{:.2f}", ratio) : "countless"; }

/// A clock that no cycle of these rounds can have exceeded.
std::optional<Hertz> highest_clock(const Timing& timing, const Roof& roof) {
  std::optional<Hertz> highest;
  for (const Round* round : timing.rounds) {
    const TelemetrySummary& seen = round->telemetry;
    const bool is_seen = seen.clock_max && *seen.clock_max > Hertz{} && seen.sample_count >= kMinTelemetrySamples;
    if (!is_seen) return roof.max_clock;
    highest = highest ? std::max(*highest, *seen.clock_max) : *seen.clock_max;
  }
  return highest;
}

Implausible implausible(std::string rule, std::string sentence, double achieved, double limit) {
  return {
      std::move(rule), std::move(sentence), {{"achieved", achieved}, {"limit", limit}, {"ratio", achieved / limit}}};
}

std::optional<Implausible> above_compute(const Case& measured, const Timing& timing, const Roof& roof) {
  const auto dtype = compute_dtype(measured);
  if (!dtype || measured.work.flops <= Flops{}) return std::nullopt;
  const double achieved = (measured.work.flops / timing.fastest).value();
  const auto per_clock = roof.flops_per_clock.find(*dtype);
  const auto clock = highest_clock(timing, roof);
  if (per_clock != roof.flops_per_clock.end() && clock) {
    const double limit = per_clock->second.value() * clock->value();
    if (achieved <= limit * (1.0 + kPhysicalMargin)) return std::nullopt;
    return implausible(
        "above_compute_roof",
        fmt::format("{} times what {:.0f} {} FLOP per clock at {:.0f} MHz can compute: a kernel that did not run, a "
                    "broken timer, a wrong FLOP count or a wrong peak.",
                    factor(achieved / limit), per_clock->second.value(), name_of(*dtype), clock->value() / 1e6),
        achieved, limit);
  }
  const auto published = roof.compute.find(*dtype);
  if (published == roof.compute.end()) return std::nullopt;
  const double limit = published->second.value.value();
  if (achieved <= limit * (1.0 + kUnknownClockMargin)) return std::nullopt;
  return implausible("above_compute_roof",
                     fmt::format("{} times the published {} peak: a kernel that did not run, a broken timer, a wrong "
                                 "FLOP count or a wrong peak.",
                                 factor(achieved / limit), name_of(*dtype)),
                     achieved, limit);
}

/// The traffic that was counted must have come from memory. Where more bytes are counted than touched, some are touched
/// again in the same iteration (the intermediate of an unfused chain) and may still be in cache.
bool memory_counts(const Case& measured, Bytes last_level_cache) {
  const Work& work = measured.work;
  return !is_warm(measured) && work.bytes() > Bytes{} && work.bytes() <= work.working_set &&
         last_level_cache > Bytes{} && work.working_set >= 2.0 * last_level_cache;
}

std::optional<Implausible> above_memory(const Case& measured, const Timing& timing, const Roof& roof, Bytes cache) {
  if (!roof.memory_limit || !memory_counts(measured, cache)) return std::nullopt;
  const double achieved = (measured.work.bytes() / timing.fastest).value();
  const double limit = roof.memory_limit->value();
  if (achieved <= limit * (1.0 + kPhysicalMargin)) return std::nullopt;
  return implausible("above_memory_roof",
                     fmt::format("{} times what the memory can deliver: data that stayed in cache, a kernel that did "
                                 "not run, a broken timer, a wrong byte count or a wrong peak.",
                                 factor(achieved / limit)),
                     achieved, limit);
}

std::optional<Implausible> above_link(const Case& measured, const Timing& timing, const Roof& roof, int devices) {
  const Bytes least = least_link_traffic(measured, devices);
  if (!roof.link || least <= Bytes{}) return std::nullopt;
  const double achieved = (least / timing.fastest).value();
  const double limit = roof.link->value.value();
  if (achieved <= limit * (1.0 + kPhysicalMargin)) return std::nullopt;
  return implausible("above_link_roof",
                     fmt::format("{} times what the links of one device can carry in one direction, even reduced in "
                                 "the network: a collective that did not run, a broken timer or a wrong size.",
                                 factor(achieved / limit)),
                     achieved, limit);
}

std::optional<Implausible> above_ceiling(const Case& measured, const Timing& timing, const Roofs& roofs) {
  if (measured.kind != "gemm" && measured.kind != "elementwise") return std::nullopt;
  const auto exceeds = [](double achieved, double ceiling, const std::string& source,
                          std::string_view cause) -> std::optional<Implausible> {
    if (achieved <= ceiling * (1.0 + kCeilingMargin)) return std::nullopt;
    return implausible("above_measured_ceiling",
                       fmt::format("{} times the ceiling that {} reached in this run: a kernel that did not run, a "
                                   "broken timer, a wrong count{}, or a disturbed ceiling.",
                                   factor(achieved / ceiling), source, cause),
                       achieved, ceiling);
  };
  if (const auto dtype = compute_dtype(measured)) {
    const auto ceiling = roofs.measured.compute.find(*dtype);
    if (ceiling != roofs.measured.compute.end() && !ceiling->second.disturbed) {
      auto found = exceeds((measured.work.flops / timing.time).value(), ceiling->second.value.value(),
                           ceiling->second.source, "");
      if (found) return found;
    }
  }
  if (roofs.measured.memory && !roofs.measured.memory->disturbed && memory_counts(measured, roofs.last_level_cache)) {
    return exceeds((measured.work.bytes() / timing.time).value(), roofs.measured.memory->value.value(),
                   roofs.measured.memory->source, ", data that stayed in cache");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Implausible> implausibility(const Case& measured, const Roofs& roofs) {
  const auto timing = timing_of(measured);
  if (!timing || roofs.emulated) return std::nullopt;
  if (timing->fastest <= Seconds{}) {
    return Implausible{"no_time", "It took no time: the timer did not see it.", {{"time_s", timing->fastest.value()}}};
  }
  if (roofs.host) return above_ceiling(measured, *timing, roofs);
  if (!roofs.device) return std::nullopt;
  if (auto found = above_compute(measured, *timing, *roofs.device)) return found;
  if (auto found = above_memory(measured, *timing, *roofs.device, roofs.last_level_cache)) return found;
  return above_link(measured, *timing, *roofs.device, roofs.devices);
}

std::map<std::string, Implausible> implausible_cases(const Record& record, const PeaksDb& db) {
  const Roofs roofs = roofs_of(record, db);
  std::map<std::string, Implausible> cases;
  for (const Case& measured : record.cases) {
    if (auto found = implausibility(measured, roofs)) cases.emplace(measured.id, std::move(*found));
  }
  return cases;
}

}  // namespace roofgate
