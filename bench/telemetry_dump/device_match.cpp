#include "bench/telemetry_dump/device_match.hpp"

#include <algorithm>

#include "bench/telemetry_dump/pci_place.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

/// Tools differ in whether they print the maker, "H200" and "NVIDIA H200"; what follows is another model: "H200 NVL".
/// AMD's tools also leave out what follows ("MI300X OAM"). A name that is not told is any.
bool is_same_model(const std::string& ours, const std::string& theirs) {
  if (ours.find("AMD") != std::string::npos || theirs.find("AMD") != std::string::npos) {
    return ours.find(theirs) != std::string::npos || theirs.find(ours) != std::string::npos;
  }
  return ours.ends_with(theirs) || theirs.ends_with(ours);
}

bool is_same(const DeviceInfo& ours, const std::string& our_host, const WatchedDevice& theirs) {
  const std::string our_uuid = plain_uuid(ours.uuid);
  const std::string their_uuid = plain_uuid(theirs.uuid);
  const bool is_slice = our_uuid.starts_with("mig-") != their_uuid.starts_with("mig-");
  if (!our_uuid.empty() && !their_uuid.empty() && !is_slice) return our_uuid == their_uuid;
  if (!may_be_same_host(our_host, theirs.host)) return false;
  const auto our_place = pci_place_of(ours.pci_bus_id);
  const auto their_place = pci_place_of(theirs.pci_bus_id);
  if (our_place && their_place) {
    const bool is_bus_alone = !our_place->device || !their_place->device;
    return may_be_same(*our_place, *their_place) && (!is_bus_alone || is_same_model(ours.name, theirs.name));
  }
  return theirs.index && ours.index == *theirs.index && is_same_model(ours.name, theirs.name);
}

}  // namespace

std::string plain_uuid(const std::string& uuid) {
  std::string plain = lower_case(uuid);
  if (plain.starts_with("gpu-")) plain.erase(0, 4);
  constexpr std::size_t kDigits = 32;
  return plain.size() >= kDigits && plain.find_first_not_of("0-") == std::string::npos ? std::string{} : plain;
}

bool may_be_same_host(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a == "localhost" || b == "localhost") return true;
  const auto short_name = [](const std::string& name) { return lower_case(name.substr(0, name.find('.'))); };
  return short_name(a) == short_name(b);
}

const WatchedDevice* find_same(const DeviceInfo& ours, const std::string& our_host,
                               const std::vector<WatchedDevice>& dump) {
  // A bus alone may hold several devices: of those it is the one of the same index.
  const WatchedDevice* found = nullptr;
  bool is_only = true;
  for (const WatchedDevice& theirs : dump) {
    if (!is_same(ours, our_host, theirs)) continue;
    if (theirs.index && *theirs.index == ours.index) return &theirs;
    is_only = found == nullptr;
    found = &theirs;
  }
  return is_only ? found : nullptr;
}

std::vector<std::string> hosts_of_devices(const Record& record) {
  const std::size_t count = record.environment.devices.size();
  for (const PlacedWorld& world : record.worlds) {
    if (world.nodes <= 1 || world.ranks.size() != count) continue;
    std::vector<std::string> hosts;
    for (const RankPlacement& rank : world.ranks) hosts.push_back(rank.node);
    return hosts;
  }
  return std::vector<std::string>(count, record.environment.host.name);
}

}  // namespace roofgate
