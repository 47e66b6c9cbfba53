#include "bench/telemetry_dump/join.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "bench/telemetry_dump/device_match.hpp"
#include "bench/telemetry_dump/device_summary.hpp"
#include "bench/telemetry_dump/joiner.hpp"

namespace roofgate {
namespace {

/// A window that GPM could not resolve is not filled from elsewhere: medians over rounds would mix two sources.
bool has_counters(const Case& measured) {
  return std::any_of(measured.rounds.begin(), measured.rounds.end(), [](const Round& round) {
    return round.telemetry.activity && round.telemetry.activity->source == "nvml_gpm";
  });
}

std::string name_of(const TelemetryDump& dump) {
  return dump.source.empty() ? dump.taken_for : fmt::format("{} ({})", dump.source, dump.taken_for);
}

/// Or tells of nothing but lost devices, whenever that was.
bool has_moments(const TelemetryDump& dump) {
  return std::any_of(dump.devices.begin(), dump.devices.end(), [](const WatchedDevice& device) {
    if (device.samples.empty() && !device.losses.empty()) return true;
    return std::any_of(device.samples.begin(), device.samples.end(),
                       [](const DeviceSample& sample) { return sample.moment_s.has_value(); });
  });
}

tl::unexpected<Error> no_device(const Record& record, const TelemetryDump& dump) {
  const Environment& ours = record.environment;
  const std::string& host = dump.devices.front().host;
  const bool is_other_host = !may_be_same_host(ours.host.name, host);
  return fail(ErrorKind::input, "none of the dump's devices is one of the record's", name_of(dump),
              fmt::format("the record has {}{} (by UUID, PCI address, or index and name), the dump begins with {}{}{}",
                          ours.devices.empty() ? "none" : ours.devices.front().name,
                          is_other_host ? " of host " + ours.host.name : "", title_of(dump.devices.front()),
                          is_other_host ? " of host " + host : "",
                          is_other_host ? "; if the two are one machine, take the host's name out of the dump" : ""));
}

/// How many machines the dumps can be of: those that say no name count as one each.
std::size_t machines_of(std::span<const TelemetryDump> dumps) {
  std::set<std::string> hosts;
  for (std::size_t i = 0; i < dumps.size(); ++i) {
    for (const WatchedDevice& device : dumps[i].devices) {
      hosts.insert(device.host.empty() ? fmt::format("\n{}", i) : device.host);
    }
  }
  return hosts.size();
}

std::size_t nodes_of(const Record& record) {
  int nodes = 1;
  for (const PlacedWorld& world : record.worlds) nodes = std::max(nodes, world.nodes);
  return static_cast<std::size_t>(nodes);
}

}  // namespace

Result<Joined> join(Record& record, std::span<const TelemetryDump> dumps, const JoinOptions& options) {
  Joiner joiner{record, options.utc_offset_s};
  for (const TelemetryDump& dump : dumps) {
    if (record.environment.backend == "host") {
      return fail(ErrorKind::input, "the record is of the host, and the dump of devices says nothing of it",
                  name_of(dump), "leave --telemetry out");
    }
    if (!joiner.add(record, dump)) return no_device(record, dump);
    if (has_moments(dump)) continue;
    return fail(
        ErrorKind::input, "the dump's samples have no moments to join by", name_of(dump),
        "query a timestamp (nvidia-smi --query-gpu=timestamp,…; dmon -o DT; dcgmi dmon … | TZ=UTC ts '%FT%TZ'); "
        "`roofgate doctor --telemetry FILE` reads it as it is");
  }
  if (const auto [device, uuids] = joiner.ambiguous(nodes_of(record)); device != nullptr) {
    return fail(
        ErrorKind::input,
        fmt::format("the dumps are of more machines than the run: {} has {} UUIDs in them", title_of(*device), uuids),
        "--telemetry", "name the dumps of the machines that ran, and no others");
  }
  Joined joined;
  RoundCoverage coverage;
  for (Case& measured : record.cases) {
    const bool is_counted = has_counters(measured);
    for (Round& round : measured.rounds) {
      ++joined.rounds;
      const std::size_t marks = round.marks.size();
      const Look look = joiner.look_at(record, round, is_counted);
      joined.seen += look == Look::seen ? 1 : 0;
      coverage.silent += look == Look::silent ? 1 : 0;
      coverage.outside += look == Look::outside ? 1 : 0;
      if (round.marks.size() > marks) ++joined.marked;
    }
  }
  if (joined.seen + coverage.silent == 0) {
    return fail(ErrorKind::input,
                fmt::format("no sample falls into a round: the dump covers {}, the record begins at {}",
                            joiner.covers(), record.started_at),
                dumps.empty() ? std::string{} : name_of(dumps.front()),
                "these tools write local time: say what it was with --telemetry-utc-offset, for example +02:00");
  }
  coverage.rounds = joined.rounds;
  coverage.seen = joined.seen;
  coverage.partly = joiner.partly();
  coverage.covers = joiner.covers();
  coverage.lost_strangers = joiner.lost_strangers();
  coverage.nodes = nodes_of(record);
  coverage.dumped = machines_of(dumps);
  joined.gaps = gaps_of(joiner.coverage(), coverage);
  if (record.environment.devices.empty()) {
    joined.notes.emplace_back("the record names no devices: every device of the dump counts for every round");
  }
  return joined;
}

Result<Joined> join(Record& record, const TelemetryDump& dump, const JoinOptions& options) {
  return join(record, std::span{&dump, 1}, options);
}

}  // namespace roofgate
