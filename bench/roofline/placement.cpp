#include "bench/roofline/placement.hpp"

#include <algorithm>

#include "bench/roofline/case_facts.hpp"
#include "bench/roofline/collective_traffic.hpp"
#include "bench/roofline/link_traffic.hpp"
#include "bench/roofline/peaks_lint.hpp"
#include "bench/roofline/plausibility.hpp"
#include "bench/roofline/timing.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

std::optional<double> rate_of(const Work& work, Seconds time) {
  switch (work.subject) {
    case Subject::flops:
      return (work.flops / time).value();
    case Subject::bytes:
      return (work.bytes() / time).value();
    case Subject::link_bytes:
      return (work.link_bytes / time).value();
    case Subject::latency:
      break;
  }
  return std::nullopt;
}

std::optional<Hertz> held_clock(const Timing& timing) {
  std::vector<double> clocks;
  for (const Round* round : timing.rounds) {
    const Hertz clock = round->telemetry.clock_median.value_or(Hertz{});  // a sensor that cannot tell may answer 0
    if (clock > Hertz{}) clocks.push_back(clock.value());
  }
  if (clocks.empty()) return std::nullopt;
  return Hertz{median(clocks)};
}

std::vector<Mark> distinct_marks(const Case& measured) {
  std::vector<Mark> marks;
  for (const Round& round : measured.rounds) {
    for (const Mark& mark : round.marks) {
      const auto same = [&mark](const Mark& known) { return known.kind == mark.kind; };
      if (std::none_of(marks.begin(), marks.end(), same)) marks.push_back(mark);
    }
  }
  return marks;
}

std::optional<Ratio> rate_at_clock(const Demand& demand, const Roof& roof, std::optional<Hertz> clock, Seconds time) {
  if (!clock || !demand.dtype) return std::nullopt;
  const auto per_clock = roof.flops_per_clock.find(*demand.dtype);
  if (per_clock == roof.flops_per_clock.end()) return std::nullopt;
  return demand.work.flops / (per_clock->second * (*clock * time).value());
}

/// A platform that queues launches behind one another hides their latency, and then work shorter than an empty launch
/// beats it: a limit that was beaten does not bound this case.
std::optional<Attainable> attainable_in(const Demand& demand, const Roof& roof, Seconds time) {
  const auto best = attainable(demand, roof);
  if (!best || best->bound != Bound::launch || demand.work.subject == Subject::latency || time >= best->time)
    return best;
  Roof without = roof;
  without.launch.reset();
  return attainable(demand, without);
}

/// Nothing can be above a ceiling that it defines: the cases behind the ceilings are not placed under them.
bool defines(const Case& measured, const Roof& ceilings) {
  if (ceilings.memory && ceilings.memory->source == measured.id) return true;
  if (ceilings.launch && ceilings.launch->source == measured.id) return true;
  return std::any_of(ceilings.compute.begin(), ceilings.compute.end(),
                     [&measured](const auto& limit) { return limit.second.source == measured.id; });
}

}  // namespace

Roofs roofs_of(const Record& record, const PeaksDb& db) {
  Roofs roofs;
  const PeaksDb usable = usable_peaks(db);
  roofs.host = record.environment.backend == "host";
  roofs.emulated = record.environment.backend == "cuda-emulated";
  if (roofs.emulated) return roofs;
  roofs.measured = measured_roof(record);
  roofs.last_level_cache = last_level_cache(record.environment, usable);
  roofs.devices = static_cast<int>(record.environment.devices.size());
  if (!roofs.host && roofs.devices > 0) {
    roofs.device = device_roof(record.environment.devices.front(), usable);
    roofs.device->launch = roofs.measured.launch;
  }
  return roofs;
}

Placement place(const Case& measured, const Roofs& roofs) {
  Placement placement;
  placement.case_id = measured.id;
  placement.kind = measured.kind;
  placement.subject = measured.work.subject;
  placement.ranks = ranks_of(measured);
  placement.marks = distinct_marks(measured);
  const auto timing = timing_of(measured);
  if (!timing || roofs.emulated) return placement;
  placement.disturbed = timing->disturbed;
  placement.implausible = implausibility(measured, roofs);
  if (timing->time <= Seconds{}) return placement;
  placement.time = timing->time;
  placement.metric = measured.metric;
  if (measured.metric) placement.figure = metric_value(measured, timing->time.value());
  placement.half_width = timing->half_width;
  placement.clock = held_clock(*timing);
  placement.rate = rate_of(measured.work, timing->time);
  if (const auto collective = collective_of(measured.kind); collective && placement.rate) {
    placement.bus_rate = *placement.rate * bus_factor(*collective, placement.ranks).value();
  }
  placement.cache_resident =
      measured.work.subject != Subject::link_bytes && is_cache_resident(measured, roofs.last_level_cache);

  const bool is_ceiling = defines(measured, roofs.measured);
  const Demand demand{measured.work, compute_dtype(measured), !placement.cache_resident,
                      link_traffic(measured, roofs.devices)};
  if (roofs.device) {
    if (const auto best = attainable_in(demand, *roofs.device, timing->time)) {
      placement.bound = best->bound;
      // The launch has no other roof than the one that this very case measured.
      if (best->bound != Bound::launch || !is_ceiling) placement.of_roof = best->time / timing->time;
      if (best->bound == Bound::compute) {
        placement.at_clock = rate_at_clock(demand, *roofs.device, placement.clock, timing->time);
      }
    }
  }
  if (const auto best = attainable_in(demand, roofs.measured, timing->time)) {
    if (!placement.bound) placement.bound = best->bound;
    if (!is_ceiling) placement.of_ceiling = best->time / timing->time;
  }
  return placement;
}

}  // namespace roofgate
