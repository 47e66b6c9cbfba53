#include "bench/telemetry_dump/join.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

#include "bench/record/utc_time.hpp"
#include "bench/telemetry/sample_summary.hpp"
#include "bench/telemetry/telemetry.hpp"
#include "bench/telemetry_dump/clock_check.hpp"
#include "bench/telemetry_dump/device_summary.hpp"
#include "bench/telemetry_dump/pci_place.hpp"

namespace roofgate {
namespace {

struct Window {
  double begin_s = 0;
  double end_s = 0;
};

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

/// Tools differ in how much of a name they print: "H200", "NVIDIA H200". One that is not told is any.
bool is_same_model(const std::string& ours, const std::string& theirs) {
  return ours.find(theirs) != std::string::npos || theirs.find(ours) != std::string::npos;
}

bool is_same(const DeviceInfo& ours, const WatchedDevice& theirs) {
  if (!ours.uuid.empty() && !theirs.uuid.empty()) return ours.uuid == theirs.uuid;
  const auto our_place = pci_place_of(ours.pci_bus_id);
  const auto their_place = pci_place_of(theirs.pci_bus_id);
  if (our_place && their_place) {
    const bool is_bus_alone = !our_place->device || !their_place->device;
    return may_be_same(*our_place, *their_place) && (!is_bus_alone || is_same_model(ours.name, theirs.name));
  }
  return theirs.index && ours.index == *theirs.index && is_same_model(ours.name, theirs.name);
}

/// A bus alone may hold several devices: of those it is the one of the same index.
const WatchedDevice* find_same(const DeviceInfo& ours, const std::vector<WatchedDevice>& dump) {
  const WatchedDevice* found = nullptr;
  bool is_only = true;
  for (const WatchedDevice& theirs : dump) {
    if (!is_same(ours, theirs)) continue;
    if (theirs.index && *theirs.index == ours.index) return &theirs;
    is_only = found == nullptr;
    found = &theirs;
  }
  return is_only ? found : nullptr;
}

/// A dump's devices with moments in order, and its usual distance between two looks.
struct Series {
  const WatchedDevice* device = nullptr;
  std::vector<DeviceSample> samples;  ///< with moments, in UTC, ascending
  double period_s = 1.0;
};

Series series_of(const WatchedDevice& device, double offset_s) {
  Series series{&device, {}, 1.0};
  for (DeviceSample sample : device.samples) {
    if (!sample.moment_s) continue;
    *sample.moment_s -= offset_s;
    series.samples.push_back(sample);
  }
  std::stable_sort(series.samples.begin(), series.samples.end(),
                   [](const DeviceSample& a, const DeviceSample& b) { return *a.moment_s < *b.moment_s; });
  std::vector<double> steps;
  for (std::size_t i = 1; i < series.samples.size(); ++i) {
    steps.push_back(*series.samples[i].moment_s - *series.samples[i - 1].moment_s);
  }
  if (const auto step = median_of(steps)) series.period_s = *step;
  return series;
}

/// The samples within half a period of the window: each stands for what was around it.
std::span<const DeviceSample> samples_in(const Series& series, const Window& window) {
  const auto before = [](const DeviceSample& sample, double moment) { return *sample.moment_s < moment; };
  const double slack = series.period_s / 2;
  const auto first = std::lower_bound(series.samples.begin(), series.samples.end(), window.begin_s - slack, before);
  const auto last = std::lower_bound(first, series.samples.end(), window.end_s + slack, before);
  return {first, last};
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

/// A window that GPM could not resolve is not filled from elsewhere: medians over rounds would mix two sources.
bool has_counters(const Case& measured) {
  return std::any_of(measured.rounds.begin(), measured.rounds.end(), [](const Round& round) {
    return round.telemetry.activity && round.telemetry.activity->source == "nvml_gpm";
  });
}

class Joiner {
 public:
  Joiner(const Record& record, const TelemetryDump& dump, double offset_s) {
    for (const DeviceInfo& ours : record.environment.devices) {
      const WatchedDevice* found = find_same(ours, dump.devices);
      series_.push_back(found == nullptr ? Series{} : series_of(*found, offset_s));
    }
    if (!record.environment.devices.empty()) return;
    for (const WatchedDevice& theirs : dump.devices) series_.push_back(series_of(theirs, offset_s));
  }

  [[nodiscard]] bool any_device() const {
    return std::any_of(series_.begin(), series_.end(), [](const Series& one) { return one.device != nullptr; });
  }
  [[nodiscard]] bool any_moment() const {
    return std::any_of(series_.begin(), series_.end(), [](const Series& one) { return !one.samples.empty(); });
  }
  /// "2026-11-29T02:00:00Z to 2026-11-29T02:09:00Z"
  [[nodiscard]] std::string covers() const {
    double first = std::numeric_limits<double>::max();
    double last = 0;
    for (const Series& one : series_) {
      if (one.samples.empty()) continue;
      first = std::min(first, *one.samples.front().moment_s);
      last = std::max(last, *one.samples.back().moment_s);
    }
    const auto text = [](double moment) {
      constexpr double kYear9999 = 253402300799;
      return format_utc(UtcSeconds{std::chrono::seconds{static_cast<long long>(std::clamp(moment, 0.0, kYear9999))}});
    };
    return text(first) + " to " + text(last);
  }

  /// Whether the dump saw the round; its figures and marks are then in it.
  bool look_at(const Record& record, Round& round, bool is_counted) const {
    const auto window = window_of(record, round);
    if (!window) return false;
    // A world of n ranks ran on the first n devices; where devices are not known, any of the dump's may have been
    // meant.
    const std::size_t ranks = static_cast<std::size_t>(std::max(round.world_size, 1));
    const std::size_t count = record.environment.devices.empty() ? series_.size() : std::min(ranks, series_.size());
    std::optional<TelemetrySummary> slowest;
    for (const Series& one : std::span{series_}.first(count)) {
      const auto samples = samples_in(one, *window);
      if (samples.empty()) continue;
      const TelemetrySummary seen = summarise(samples);
      add_marks(round, *one.device, samples, seen);
      if (!slowest || (seen.clock_median && (!slowest->clock_median || *seen.clock_median < *slowest->clock_median))) {
        slowest = seen;
      }
      add_reasons(round, seen);
    }
    if (slowest) fill(round.telemetry, *slowest);
    if (slowest && slowest->activity && !is_counted) fill(round.telemetry.activity, *slowest->activity);
    return slowest.has_value();
  }

 private:
  static void add_reasons(Round& round, const TelemetrySummary& seen) {
    auto& reasons = round.telemetry.clock_event_reasons;
    for (const std::string& reason : seen.clock_event_reasons) {
      if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(reason);
    }
  }

  static void add_marks(Round& round, const WatchedDevice& device, std::span<const DeviceSample> samples,
                        const TelemetrySummary& seen) {
    std::vector<Mark> marks = marks_of(seen, ValidityLimits{});
    if (const auto stuck = stuck_clock(samples)) marks.push_back({MarkKind::throttled, *stuck});
    for (Mark& mark : marks) {
      mark.evidence = fmt::format("{}: {} (telemetry dump)", title_of(device), mark.evidence);
      round.marks.push_back(std::move(mark));
    }
  }

  std::vector<Series> series_;
};

}  // namespace

Result<Joined> join(Record& record, const TelemetryDump& dump, const JoinOptions& options) {
  if (record.environment.backend == "host") {
    return fail(ErrorKind::input, "the record is of the host, and the dump of devices says nothing of it",
                dump.taken_for, "leave --telemetry out");
  }
  const Joiner joiner{record, dump, options.utc_offset_s};
  if (!joiner.any_device()) {
    return fail(ErrorKind::input, "none of the dump's devices is one of the record's", dump.taken_for,
                fmt::format("the record has {} (by UUID, PCI address, or index and name), the dump begins with {}",
                            record.environment.devices.empty() ? "none" : record.environment.devices.front().name,
                            title_of(dump.devices.front())));
  }
  if (!joiner.any_moment()) {
    return fail(
        ErrorKind::input, "the dump's samples have no moments to join by", dump.taken_for,
        "query a timestamp (nvidia-smi --query-gpu=timestamp,…; dmon -o DT; dcgmi dmon … | TZ=UTC ts '%FT%TZ'); "
        "`roofgate doctor --telemetry FILE` reads it as it is");
  }
  Joined joined;
  for (Case& measured : record.cases) {
    const bool is_counted = has_counters(measured);
    for (Round& round : measured.rounds) {
      ++joined.rounds;
      const std::size_t marks = round.marks.size();
      if (joiner.look_at(record, round, is_counted)) ++joined.seen;
      if (round.marks.size() > marks) ++joined.marked;
    }
  }
  if (joined.seen == 0) {
    return fail(ErrorKind::input,
                fmt::format("no sample falls into a round: the dump covers {}, the record begins at {}",
                            joiner.covers(), record.started_at),
                dump.taken_for,
                "these tools write local time: say what it was with --telemetry-utc-offset, for example +02:00");
  }
  if (record.environment.devices.empty()) {
    joined.notes.emplace_back("the record names no devices: every device of the dump counts for every round");
  }
  return joined;
}

}  // namespace roofgate
