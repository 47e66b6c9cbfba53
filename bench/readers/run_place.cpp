#include "bench/readers/run_place.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "bench/record/environment.hpp"
#include "bench/record/json_tree.hpp"
#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

// Longer lists are counted in a label; the key holds all.
constexpr std::size_t kMostHostsShown = 4;
constexpr std::size_t kMostDevicesShown = 2;

std::set<std::string> hosts_of(const Record& record) {
  std::set<std::string> hosts;
  if (!record.environment.host.name.empty()) hosts.insert(record.environment.host.name);
  for (const PlacedWorld& world : record.worlds) {
    for (const RankPlacement& rank : world.ranks) {
      if (!rank.node.empty()) hosts.insert(rank.node);
    }
  }
  return hosts;
}

std::string text_of(const DeviceInfo& device) {
  const std::string& identity = device.uuid.empty() ? device.pci_bus_id : device.uuid;
  return fmt::format("device {}{}{}", device.index, identity.empty() ? "" : " ", identity);
}

std::string joined(const std::set<std::string>& hosts) {
  if (hosts.size() <= kMostHostsShown) return fmt::format("{}", fmt::join(hosts, "+"));
  return fmt::format("{} and {} more hosts", *hosts.begin(), hosts.size() - 1);
}

std::optional<std::chrono::seconds> between(const std::string& moment, const std::string& other) {
  const auto first = parse_utc(moment);
  const auto second = parse_utc(other);
  if (!first || !second) return std::nullopt;
  return std::chrono::abs(*second - *first);
}

/// Whether each of the kind's runs, by start, has a place of its own although the runs are no parallel ones.
bool are_names_passing(const std::vector<const PlacedRun*>& runs) {
  if (runs.size() < 3) return false;
  std::set<std::string> keys;
  for (const PlacedRun* run : runs) keys.insert(run->place.key);
  if (keys.size() != runs.size() || keys.contains("")) return false;
  const auto last = between(runs[runs.size() - 2]->moment, runs.back()->moment);
  return last && *last >= std::chrono::hours{1};
}

}  // namespace

RunPlace place_of(const Record& record) {
  RunPlace place;
  place.kind = fmt::format("{}/{}", hardware_key(record.environment), record.suite);
  if (!record.imported) return place;
  const std::set<std::string> hosts = hosts_of(record);
  place.hosts = joined(hosts);
  place.key = fmt::format("{}", fmt::join(hosts, "\n"));
  place.label = place.hosts;
  const std::vector<DeviceInfo>& devices = record.environment.devices;
  for (const DeviceInfo& device : devices) {
    place.key += "\n" + text_of(device);
    if (devices.size() <= kMostDevicesShown) place.label += (place.label.empty() ? "" : " ") + text_of(device);
  }
  return place;
}

bool is_at(const RunPlace& place, const std::string& wanted) {
  return fnmatch(wanted.c_str(), place.label.c_str(), 0) == 0 || fnmatch(wanted.c_str(), place.hosts.c_str(), 0) == 0;
}

std::string name_of(const RunPlace& place) {
  return place.label.empty() ? place.kind : fmt::format("{} ({})", printable(place.label), place.kind);
}

std::vector<std::size_t> series_of(std::span<const PlacedRun> runs) {
  std::map<std::string, std::vector<const PlacedRun*>> kinds;
  for (const PlacedRun& run : runs) kinds[run.place.kind].push_back(&run);
  std::set<std::string> passing;
  for (const auto& [kind, members] : kinds) {
    if (are_names_passing(members)) passing.insert(kind);
  }
  std::map<std::pair<std::string, std::string>, std::size_t> numbers;
  std::vector<std::size_t> series;
  for (const PlacedRun& run : runs) {
    const std::string key = passing.contains(run.place.kind) ? std::string{} : run.place.key;
    series.push_back(numbers.emplace(std::pair{run.place.kind, key}, numbers.size()).first->second);
  }
  return series;
}

bool are_of_one_night(const std::string& moment, const std::string& other) {
  if (moment.substr(0, 10) == other.substr(0, 10)) return true;
  const auto apart = between(moment, other);
  return apart && *apart < std::chrono::hours{12};
}

}  // namespace roofgate
