#include "bench/telemetry_dump/joiner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <span>

#include "bench/record/utc_time.hpp"
#include "bench/telemetry/sample_summary.hpp"
#include "bench/telemetry/telemetry.hpp"
#include "bench/telemetry_dump/clock_check.hpp"
#include "bench/telemetry_dump/device_match.hpp"
#include "bench/telemetry_dump/device_summary.hpp"

namespace roofgate {
namespace {

std::string utc_text(double moment) {
  constexpr double kYear9999 = 253402300799;
  return format_utc(UtcSeconds{std::chrono::seconds{static_cast<long long>(std::clamp(moment, 0.0, kYear9999))}});
}

std::optional<double> epoch_seconds(const std::string& utc) {
  const auto moment = parse_utc(utc);
  if (!moment) return std::nullopt;
  return static_cast<double>(moment->time_since_epoch().count());
}

/// When a round was measured. Imported rounds say no duration: the whole run's.
std::optional<Window> window_of(const Record& record, const Round& round) {
  const auto begin = epoch_seconds(round.started_at);
  if (!begin) return std::nullopt;
  const double sampled = std::accumulate(round.time_s.begin(), round.time_s.end(), 0.0) * round.iterations_per_sample;
  double length = round.warmup_s + std::max(sampled, round.telemetry.window.value_or(Seconds{}).value());
  if (record.imported && record.started_at == round.started_at) {
    if (const auto end = epoch_seconds(record.finished_at)) length = std::max(length, *end - *begin);
  }
  return Window{*begin, *begin + 1.0 + length};  // moments are cut to whole seconds
}

template <class T>
void fill(std::optional<T>& known, const std::optional<T>& seen) {
  if (!known) known = seen;
}

/// A record's own counters (GPM) stay as they are; beside what NVML calls utilisation the dump's stand.
void fill(std::optional<Activity>& known, const Activity& seen) {
  if (!known) {
    known = seen;
    return;
  }
  if (known->source != "nvml") return;
  known->source = "nvml+dcgm";
  fill(known->kernel_resident, seen.kernel_resident);
  fill(known->sm_active, seen.sm_active);
  fill(known->sm_occupancy, seen.sm_occupancy);
  fill(known->dram_busy, seen.dram_busy);
  fill(known->tensor_busy, seen.tensor_busy);
  fill(known->nvlink, seen.nvlink);
}

void fill(TelemetrySummary& known, const TelemetrySummary& seen) {
  fill(known.clock_min, seen.clock_min);
  fill(known.clock_median, seen.clock_median);
  fill(known.clock_max, seen.clock_max);
  fill(known.memory_clock_median, seen.memory_clock_median);
  fill(known.power_median, seen.power_median);
  fill(known.power_max, seen.power_max);
  fill(known.power_limit, seen.power_limit);
  fill(known.temperature_max, seen.temperature_max);
  fill(known.ecc_errors, seen.ecc_errors);
  if (known.sample_count == 0) known.sample_count = seen.sample_count;
}

/// What is told of a device at rest, or of one whose figures are not known, says nothing of a round but that it
/// protected itself.
bool tells_of_work(std::span<const DeviceSample> samples) {
  return std::any_of(samples.begin(), samples.end(), [](const DeviceSample& sample) {
    return !is_idle(sample) && (sample.clock || sample.reasons || tells_activity(sample));
  });
}

bool all_at_rest(std::span<const DeviceSample> samples) { return std::all_of(samples.begin(), samples.end(), is_idle); }

void add_mark(Round& round, Mark mark) {
  const auto same = [&mark](const Mark& known) { return known.kind == mark.kind && known.evidence == mark.evidence; };
  if (std::none_of(round.marks.begin(), round.marks.end(), same)) round.marks.push_back(std::move(mark));
}

void add_reasons(Round& round, const TelemetrySummary& seen) {
  auto& reasons = round.telemetry.clock_event_reasons;
  for (const std::string& reason : seen.clock_event_reasons) {
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(reason);
  }
}

void add_marks(Round& round, const WatchedDevice& device, std::span<const DeviceSample> samples,
               const TelemetrySummary& seen) {
  std::vector<Mark> marks = marks_of(seen, ValidityLimits{});
  if (const auto stuck = stuck_clock(samples)) marks.push_back({MarkKind::throttled, *stuck});
  for (Mark& mark : marks) {
    mark.evidence = fmt::format("{}: {} (telemetry dump)", title_of(device), mark.evidence);
    add_mark(round, std::move(mark));
  }
}

}  // namespace

Joiner::Joiner(const Record& record, double offset_s) : offset_s_{offset_s} {
  const std::vector<std::string> hosts = hosts_of_devices(record);
  const bool is_one_host = std::adjacent_find(hosts.begin(), hosts.end(), std::not_equal_to<>{}) == hosts.end();
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const DeviceInfo& ours = record.environment.devices[i];
    Slot slot;
    slot.coverage.device.index = ours.index;
    slot.coverage.device.name = is_one_host ? ours.name : ours.name + " of " + hosts[i];
    slot.host = hosts[i];
    slots_.push_back(std::move(slot));
  }
  takes_all_ = record.environment.devices.empty();
}

bool Joiner::add(const Record& record, const TelemetryDump& dump) {
  bool any = false;
  std::set<const WatchedDevice*> known_devices;
  for (std::size_t i = 0; i < record.environment.devices.size(); ++i) {
    const WatchedDevice* found = find_same(record.environment.devices[i], slots_[i].host, dump.devices);
    if (found == nullptr) continue;
    add_to(slots_[i], *found);
    known_devices.insert(found);
    any = true;
  }
  if (!takes_all_) {
    constexpr std::size_t kMostStrangers = 8;
    for (const WatchedDevice& theirs : dump.devices) {
      if (theirs.losses.empty() || known_devices.contains(&theirs) || strangers_.size() >= kMostStrangers) continue;
      strangers_.push_back(title_of(theirs));
    }
    return any;
  }
  for (const WatchedDevice& theirs : dump.devices) {
    const auto known = std::find_if(slots_.begin(), slots_.end(), [&theirs](const Slot& slot) {
      return !plain_uuid(theirs.uuid).empty() && plain_uuid(slot.coverage.device.uuid) == plain_uuid(theirs.uuid);
    });
    if (known != slots_.end()) {
      add_to(*known, theirs);
      continue;
    }
    Slot slot;
    slot.coverage.device = {theirs.index, theirs.name, theirs.uuid, theirs.pci_bus_id, theirs.host, false, {}, {}, {}};
    add_to(slot, theirs);
    slots_.push_back(std::move(slot));
  }
  return true;
}

std::pair<const WatchedDevice*, std::size_t> Joiner::ambiguous(std::size_t nodes) const {
  for (const Slot& slot : slots_) {
    std::set<std::string> uuids;
    for (const Series& one : slot.series) {
      if (const std::string uuid = plain_uuid(one.device->uuid); !uuid.empty()) uuids.insert(uuid);
    }
    if (uuids.size() > nodes) return {&slot.coverage.device, uuids.size()};
  }
  return {};
}

std::string Joiner::covers() const {
  double first = std::numeric_limits<double>::max();
  double last = 0;
  for (const Slot& slot : slots_) {
    for (const Series& one : slot.series) {
      if (one.samples.empty()) continue;
      first = std::min(first, *one.samples.front().moment_s);
      last = std::max(last, *one.samples.back().moment_s);
    }
  }
  return utc_text(first) + " to " + utc_text(last);
}

Look Joiner::look_at(const Record& record, Round& round, bool is_counted) {
  const auto window = window_of(record, round);
  // A world of n ranks ran on the first n devices; where devices are not known, any of the dump's may have been
  // meant.
  const std::size_t ranks = static_cast<std::size_t>(std::max(round.world_size, 1));
  const std::size_t count = takes_all_ ? slots_.size() : std::min(ranks, slots_.size());
  std::optional<TelemetrySummary> slowest;
  Look look = Look::outside;
  for (Slot& slot : std::span{slots_}.first(count)) {
    ++slot.coverage.rounds;
    if (!window) continue;
    for (const Series& one : slot.series) {
      if (add_outages(round, slot, one, *window)) look = Look::seen;
      const auto samples = samples_in(one, *window);
      if (samples.empty()) continue;
      slot.coverage.count(samples);
      TelemetrySummary seen = summarise(samples);
      if (all_at_rest(samples)) seen.clock_min = seen.clock_median = seen.clock_max = std::nullopt;
      add_marks(round, *one.device, samples, seen);
      add_reasons(round, seen);
      if (!tells_of_work(samples)) {
        if (look == Look::outside) look = Look::silent;
        continue;
      }
      look = Look::seen;
      if (!slowest || (seen.clock_median && (!slowest->clock_median || *seen.clock_median < *slowest->clock_median))) {
        slowest = seen;
      }
    }
  }
  if (slowest) fill(round.telemetry, *slowest);
  if (slowest && slowest->activity && !is_counted) fill(round.telemetry.activity, *slowest->activity);
  if (look != Look::outside && window && is_partly_outside(count, *window)) ++partly_;
  return look;
}

std::vector<DeviceCoverage> Joiner::coverage() const {
  std::vector<DeviceCoverage> devices;
  for (const Slot& slot : slots_) devices.push_back(slot.coverage);
  return devices;
}

void Joiner::add_to(Slot& slot, const WatchedDevice& theirs) const {
  if (!theirs.samples.empty() || !theirs.losses.empty()) slot.coverage.is_in_dump = true;
  Series fresh = series_of(theirs, offset_s_);
  for (Series& known : slot.series) {
    const std::string uuid = plain_uuid(theirs.uuid);
    if (uuid.empty() || plain_uuid(known.device->uuid) != uuid || known.device->host != theirs.host) continue;
    merge(known, fresh);
    return;
  }
  slot.series.push_back(std::move(fresh));
}

// Moments of rounds are cut to seconds, and a look stands for what was around it.
bool Joiner::is_partly_outside(std::size_t count, const Window& window) const {
  constexpr double kCut = 1.0;
  constexpr double kShare = 0.1;
  double first = std::numeric_limits<double>::max();
  double last = 0;
  double period = 0;
  for (const Slot& slot : std::span{slots_}.first(count)) {
    for (const Series& one : slot.series) {
      if (one.samples.empty()) continue;
      first = std::min(first, *one.samples.front().moment_s);
      last = std::max(last, *one.samples.back().moment_s);
      period = std::max(period, one.period_s);
    }
  }
  const double before = std::max(0.0, first - period - kCut - window.begin_s);
  const double after = std::max(0.0, window.end_s - kCut - period - last);
  return before + after > kShare * (window.end_s - kCut - window.begin_s);
}

bool Joiner::add_outages(Round& round, Slot& slot, const Series& one, const Window& window) {
  bool any = false;
  for (const Outage& outage : one.outages) {
    if (outage.window.end_s <= window.begin_s || outage.window.begin_s >= window.end_s) continue;
    add_mark(round, {MarkKind::error,
                     fmt::format("{}: {} (telemetry dump)", title_of(slot.coverage.device), outage.evidence)});
    any = slot.coverage.is_lost = true;
  }
  return any;
}

}  // namespace roofgate
