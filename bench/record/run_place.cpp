#include "bench/record/run_place.hpp"

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
#include "bench/record/fnv1a.hpp"
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

/// "1b" of "0x1b", "0000:1b:00" and "00000000:1B:00.0": tools, and versions of one tool, write an address differently.
std::string address_of(std::string pci) {
  std::transform(pci.begin(), pci.end(), pci.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (pci.ends_with(".0")) pci.resize(pci.size() - 2);
  if (pci.ends_with(":00")) pci.resize(pci.size() - 3);
  if (pci.starts_with("0x")) return pci.substr(2);
  const std::size_t colon = pci.find(':');
  return colon != std::string::npos && pci.find_first_not_of('0') == colon ? pci.substr(colon + 1) : pci;
}

/// What tells the device from others, however it is written.
std::string identity_of(const DeviceInfo& device) {
  const std::string identity = device.uuid.empty() ? address_of(device.pci_bus_id) : device.uuid;
  return fmt::format("device {}{}{}", device.index, identity.empty() ? "" : " ", identity);
}

/// Short and readable, and of no other place: what it leaves out is in its fingerprint.
std::string id_of(const std::set<std::string>& hosts, const std::vector<std::string>& devices, const std::string& label,
                  const std::string& key) {
  constexpr std::size_t kMostIdBytes = 120;
  const auto is_of_one_meaning = [](const std::string& host) { return host.find_first_of("+# ") == std::string::npos; };
  std::string id = fmt::format("{}", fmt::join(hosts, "+"));
  for (const std::string& device : devices) id += (id.empty() ? "" : " ") + device;
  const bool tells_all = hosts.size() <= kMostHostsShown && devices.size() <= kMostDevicesShown &&
                         id.size() <= kMostIdBytes && std::all_of(hosts.begin(), hosts.end(), is_of_one_meaning) &&
                         std::all_of(id.begin(), id.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (tells_all) return id;
  const std::string start = label.empty() ? fmt::format("{} devices", devices.size()) : printable(label);
  return fmt::format("{} #{:08x}", start, fnv1a_32(key));
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
  std::vector<std::string> identities;  // sorted: ranks may sit in another order tonight
  for (const DeviceInfo& device : devices) {
    identities.push_back(identity_of(device));
    if (devices.size() <= kMostDevicesShown) place.label += (place.label.empty() ? "" : " ") + text_of(device);
  }
  std::sort(identities.begin(), identities.end());
  for (const std::string& identity : identities) place.key += "\n" + identity;
  if (!place.key.empty()) place.id = id_of(hosts, identities, place.label, place.key);
  if (const auto library = record.notes.find(std::string{kLibraryNote}); library != record.notes.end()) {
    for (std::string* text : {&place.label, &place.id})
      *text += (text->empty() ? "" : " ") + printable(library->second);
    place.key += "\n" + library->second;
  }
  return place;
}

bool is_at(const RunPlace& place, const std::string& wanted) {
  return fnmatch(wanted.c_str(), place.label.c_str(), 0) == 0 || fnmatch(wanted.c_str(), place.hosts.c_str(), 0) == 0;
}

bool is_at(const std::string& id, const std::string& wanted) {
  const auto fits = [&](const std::string& name) { return fnmatch(wanted.c_str(), name.c_str(), 0) == 0; };
  const std::string label = id.substr(0, id.rfind(" #"));
  return fits(id) || fits(label) || fits(label.substr(0, label.find(" device ")));
}

std::string name_of(const RunPlace& place) {
  return place.label.empty() ? place.kind : fmt::format("{} ({})", printable(place.label), place.kind);
}

std::vector<std::size_t> series_of(std::span<const PlacedRun> runs, PlaceRule rule) {
  std::map<std::string, std::vector<const PlacedRun*>> kinds;
  for (const PlacedRun& run : runs) kinds[run.place.kind].push_back(&run);
  std::set<std::string> passing;
  for (const auto& [kind, members] : kinds) {
    if (rule == PlaceRule::together || are_names_passing(members)) passing.insert(kind);
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
