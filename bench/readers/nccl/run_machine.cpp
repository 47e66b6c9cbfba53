// On which machine a run of nccl-tests was: devices, hosts, library; and whether its rows are the record's.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/readers/nccl/import.hpp"

namespace roofgate {
namespace {

bool is_amd(const NcclRun& run) {
  if (run.software.contains("rccl") || run.software.contains("hip") || run.tool.starts_with("rccl")) return true;
  return std::any_of(run.ranks.begin(), run.ranks.end(), [](const NcclRank& one) {
    return one.device_name.starts_with("AMD") || one.device_name.find("Instinct") != std::string::npos;
  });
}

std::set<std::string> device_names_of(const NcclRun& run) {
  std::set<std::string> names;
  for (const NcclRank& one : run.ranks) {
    if (!one.device_name.empty()) names.insert(one.device_name);
  }
  return names;
}

std::set<std::string> hosts_of(const NcclRun& run) {
  std::set<std::string> hosts;
  for (const NcclRank& one : run.ranks) hosts.insert(one.host);
  return hosts;
}

}  // namespace

/// A record is of one machine: runs elsewhere, or with another library, are no further rounds of its cases. A run over
/// more or fewer of the same hosts is one of the same machine.
std::string NcclImport::other_machine(const NcclRun& run) const {
  constexpr const char* kAdvice = "import it from a file of its own";
  if (!is_machine_known_) return {};
  const auto names = device_names_of(run);
  if (!device_names_.empty() && !names.empty() && names != device_names_) {
    return fmt::format("of a run on other devices than the first run's: {}", kAdvice);
  }
  for (const auto& [library, version] : versions_) {
    const auto own = run.software.find(library);
    if (own != run.software.end() && own->second != version) {
      return fmt::format("of a run with {} {}, where the first run has {}: {}", library == "nccl" ? "NCCL" : "RCCL",
                         own->second, version, kAdvice);
    }
  }
  const auto hosts = hosts_of(run);
  if (hosts.empty()) return {};
  for (const auto& [ranks, known] : hosts_) {
    const bool is_within = std::includes(known.begin(), known.end(), hosts.begin(), hosts.end()) ||
                           std::includes(hosts.begin(), hosts.end(), known.begin(), known.end());
    if (ranks == run.rank_count() ? known != hosts : !is_within) {
      return fmt::format("of a run on other hosts than an earlier run's: {}", kAdvice);
    }
  }
  return {};
}

void NcclImport::take_environment(const NcclRun& run) {
  const std::set<std::string> names = device_names_of(run);
  Environment& environment = builder_.environment();
  if (!run.tool.empty()) builder_.set_tool(run.tool);
  for (const auto& [name, version] : run.software) environment.software[name] = version;
  for (const auto& [name, value] : run.variables) environment.variables[name] = value;
  if (environment.backend.empty() || is_amd(run)) environment.backend = is_amd(run) ? "rocm" : "cuda";
  if (rows_in_run_ > 0) {
    is_machine_known_ = true;
    for (const char* library : {"nccl", "rccl"}) {
      if (const auto own = run.software.find(library); own != run.software.end()) versions_.insert(*own);
    }
    if (!run.ranks.empty()) hosts_.emplace(run.rank_count(), hosts_of(run));
  }
  if (run.ranks.empty() || (names.empty() && !device_names_.empty())) return;
  if (names == device_names_ && run.ranks.size() <= most_ranks_) return;
  device_names_ = names;
  most_ranks_ = run.ranks.size();
  environment.devices.clear();
  environment.host.name = run.ranks.front().host;
  for (const NcclRank& one : run.ranks) {
    if (one.device_name.empty()) continue;
    DeviceInfo device;
    device.index = one.device;
    device.name = one.device_name;
    device.pci_bus_id = one.pci_bus_id;
    environment.devices.push_back(std::move(device));
  }
  if (environment.devices.empty()) remarks_.note("the device list has no names: no peak can be looked up");
}

void NcclImport::take_world(const NcclRun& run) {
  world_.reset();
  nodes_ = 0;
  if (run.ranks.empty()) return;
  PlacedWorld world;
  world.launcher = "unknown";
  std::set<std::pair<std::string, int>> places;
  for (const NcclRank& one : run.ranks) {
    world.ranks.push_back({one.host, {}, one.device, std::nullopt, {}});
    // Every container may call itself localhost: then a device's number does not say which it is.
    if (one.host != "localhost" && !places.emplace(one.host, one.device).second) world.oversubscribed = true;
  }
  nodes_ = static_cast<int>(hosts_of(run).size());
  world.nodes = nodes_;
  const bool is_complete = run.ranks.size() == static_cast<std::size_t>(ranks_) && run.group_count() == 1;
  if (!is_complete && run.group_count() == 1) {
    remarks_.note(fmt::format("the device list shows {} of {} ranks", run.ranks.size(), ranks_));
  }
  if (run.group_count() > 1) {
    remarks_.note(fmt::format("the ranks were split into {} communicators of {}: is that what was meant?",
                              run.group_count(), ranks_));
  }
  if (world.oversubscribed && is_complete) has_strangers_ = has_strangers_ || ranks_ == 1;
  if (!is_complete) return;
  auto& worlds = builder_.worlds();
  const auto same = [&world](const PlacedWorld& known) {
    return known.ranks.size() == world.ranks.size() &&
           std::equal(
               known.ranks.begin(), known.ranks.end(), world.ranks.begin(),
               [](const RankPlacement& a, const RankPlacement& b) { return a.node == b.node && a.device == b.device; });
  };
  const auto found = std::find_if(worlds.begin(), worlds.end(), same);
  world_ = static_cast<int>(found - worlds.begin());
  if (found == worlds.end()) worlds.push_back(std::move(world));
}

}  // namespace roofgate
