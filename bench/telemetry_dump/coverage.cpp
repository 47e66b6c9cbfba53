#include "bench/telemetry_dump/coverage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace roofgate {
namespace {

/// "so no mark or reason of that device rests on it"
std::string rests_on_nothing(std::size_t count, const char* one, const char* many) {
  return fmt::format("no mark or reason of {} rests on it", count == 1 ? one : many);
}

using Devices = std::vector<const DeviceCoverage*>;

std::string titles(const Devices& devices) {
  std::vector<const WatchedDevice*> watched;
  for (const DeviceCoverage* one : devices) watched.push_back(&one->device);
  return titles_of(watched);
}

std::map<std::string, double> evidence_of(const Devices& devices) {
  std::map<std::string, double> evidence{{"devices", static_cast<double>(devices.size())}};
  for (const DeviceCoverage* one : devices) {
    if (one->device.index) evidence[fmt::format("device_{}", *one->device.index)] = static_cast<double>(one->looks);
  }
  return evidence;
}

bool tells_nothing(const DeviceCoverage& one) { return one.clocks == 0 && one.reasons == 0 && one.counters == 0; }

/// What is the matter with a device, the first that applies.
enum class Lack { none, missing, outside, at_rest, untold, clocks, reasons };

Lack lack_of(const DeviceCoverage& one) {
  if (one.rounds == 0 || (one.is_lost && one.busy == 0)) return Lack::none;
  if (!one.is_in_dump) return Lack::missing;
  if (one.looks == 0) return Lack::outside;
  if (one.busy == 0) return Lack::at_rest;
  if (tells_nothing(one)) return Lack::untold;
  if (one.clocks == 0) return Lack::clocks;
  return one.reasons == 0 ? Lack::reasons : Lack::none;
}

Devices lacking(const std::vector<DeviceCoverage>& devices, Lack lack) {
  Devices found;
  for (const DeviceCoverage& one : devices) {
    if (lack_of(one) == lack) found.push_back(&one);
  }
  return found;
}

DumpGap device_gap(Lack lack, const Devices& devices) {
  const std::string names = titles(devices);
  const std::string nothing = rests_on_nothing(devices.size(), "that device", "those devices");
  const auto evidence = evidence_of(devices);
  switch (lack) {
    case Lack::missing:
      return {"telemetry_missing",
              fmt::format("The telemetry given has no row with figures of {}: {}.", names, nothing), evidence};
    case Lack::outside:
      return {"telemetry_outside_device",
              fmt::format("No row with figures of {} in the telemetry given falls into a round: {}.", names, nothing),
              evidence};
    case Lack::at_rest:
      return {"telemetry_at_rest",
              fmt::format("The telemetry given shows {} at rest all the while the run was under way: it is of other "
                          "devices or another time, and {}.",
                          names, nothing),
              evidence};
    case Lack::untold:
      return {"telemetry_untold",
              fmt::format("The telemetry given tells neither clock nor clock reasons of {} ([N/A], or not asked for): "
                          "{}.",
                          names, nothing),
              evidence};
    case Lack::clocks:
      return {"telemetry_without_clocks",
              fmt::format("The telemetry given tells no SM clock of {}: one that fell does not show in it.", names),
              evidence};
    case Lack::reasons:
    case Lack::none:
      break;
  }
  return {"telemetry_without_reasons",
          fmt::format("The telemetry given tells no clock reasons of {}: heat or a power brake shows only where the "
                      "clock fell.",
                      names),
          evidence};
}

void add_round_gaps(const RoundCoverage& rounds, std::vector<DumpGap>& gaps) {
  const auto evidence = [&rounds](std::size_t count) {
    return std::map<std::string, double>{{"rounds", static_cast<double>(count)},
                                         {"rounds_of_record", static_cast<double>(rounds.rounds)}};
  };
  if (rounds.outside > 0) {
    gaps.push_back(
        {"telemetry_outside",
         fmt::format("No row of the telemetry given falls into {} of {} rounds (it covers {}): {}.", rounds.outside,
                     rounds.rounds, rounds.covers, rests_on_nothing(rounds.outside, "that round", "those rounds")),
         evidence(rounds.outside)});
  }
  if (rounds.partly > 0) {
    gaps.push_back({"telemetry_partly_outside",
                    fmt::format("The telemetry given covers {} and so a part of {} of {} rounds: what happened in the "
                                "rest of them is not known.",
                                rounds.covers, rounds.partly, rounds.rounds),
                    evidence(rounds.partly)});
  }
  if (rounds.silent > 0 && rounds.seen > 0) {
    gaps.push_back(
        {"telemetry_silent",
         fmt::format("In {} of {} rounds the telemetry given shows every device at rest or tells nothing of "
                     "it: {}.",
                     rounds.silent, rounds.rounds, rests_on_nothing(rounds.silent, "that round", "those rounds")),
         evidence(rounds.silent)});
  }
  if (!rounds.lost_strangers.empty()) {
    gaps.push_back({"telemetry_lost_stranger",
                    fmt::format("The telemetry given says that {} was lost, which is none of the record's by what they "
                                "tell of it: whether the run had it is not known.",
                                fmt::join(rounds.lost_strangers, ", ")),
                    {{"devices", static_cast<double>(rounds.lost_strangers.size())}}});
  }
  if (rounds.dumped < rounds.nodes) {
    gaps.push_back(
        {"telemetry_of_some_nodes",
         fmt::format("The telemetry given is of {} of the run's {} nodes: what the devices of the others did "
                     "is not known.",
                     rounds.dumped, rounds.nodes),
         {{"nodes", static_cast<double>(rounds.dumped)}, {"nodes_of_record", static_cast<double>(rounds.nodes)}}});
  }
}

}  // namespace

void DeviceCoverage::count(std::span<const DeviceSample> samples) {
  looks += samples.size();
  for (const DeviceSample& sample : samples) {
    if (is_idle(sample)) continue;
    ++busy;
    clocks += sample.clock ? 1 : 0;
    reasons += sample.reasons ? 1 : 0;
    counters += tells_activity(sample) ? 1 : 0;
  }
}

std::vector<DumpGap> gaps_of(const std::vector<DeviceCoverage>& devices, const RoundCoverage& rounds) {
  std::vector<DumpGap> gaps;
  for (const Lack lack : {Lack::missing, Lack::outside, Lack::at_rest, Lack::untold, Lack::clocks, Lack::reasons}) {
    const Devices found = lacking(devices, lack);
    if (!found.empty()) gaps.push_back(device_gap(lack, found));
  }
  add_round_gaps(rounds, gaps);
  return gaps;
}

}  // namespace roofgate
