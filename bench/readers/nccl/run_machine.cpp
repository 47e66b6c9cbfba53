// On which machine a run of nccl-tests was: devices, hosts, library; and in which record its rows are.
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

/// Runs elsewhere, or with another library, are no further rounds of a record's cases. A run over more or fewer of the
/// same hosts is one of the same machine.
bool NcclImport::choose_machine(const NcclRun& run) {
  const auto names = device_names_of(run);
  const auto hosts = hosts_of(run);
  const auto has_devices_and_library = [&](const Machine& one) {
    if (!one.device_names.empty() && !names.empty() && names != one.device_names) return false;
    return std::all_of(one.versions.begin(), one.versions.end(), [&](const auto& version) {
      const auto own = run.software.find(version.first);
      return own == run.software.end() || own->second == version.second;
    });
  };
  const auto fits = [&](const Machine& one) {
    if (!one.is_known) return true;
    if (!has_devices_and_library(one)) return false;
    return hosts.empty() || std::all_of(one.hosts.begin(), one.hosts.end(), [&](const auto& known) {
             if (known.first == run.rank_count()) return known.second == hosts;
             return std::includes(known.second.begin(), known.second.end(), hosts.begin(), hosts.end()) ||
                    std::includes(hosts.begin(), hosts.end(), known.second.begin(), known.second.end());
           });
  };
  const auto is_on_same_hosts = [&](const Machine& one) {
    return fits(one) &&
           std::any_of(one.hosts.begin(), one.hosts.end(), [&](const auto& known) { return known.second == hosts; });
  };
  // What does not say where it ran is taken for a run of the machine before it in the file.
  if (hosts.empty() && fits(machine())) return true;
  auto found = std::find_if(machines_.begin(), machines_.end(), is_on_same_hosts);
  if (found == machines_.end()) found = std::find_if(machines_.begin(), machines_.end(), fits);
  machine_ = static_cast<std::size_t>(found - machines_.begin());
  if (found != machines_.end()) return true;
  if (machines_.size() >= kMostMachines) {
    machine_ = 0;
    return false;
  }
  machines_.push_back({machines_.front().builder.beside()});
  return true;
}

void NcclImport::take_environment(const NcclRun& run) {
  const std::set<std::string> names = device_names_of(run);
  Machine& machine = this->machine();
  Environment& environment = machine.builder.environment();
  if (!run.tool.empty()) machine.builder.set_tool(run.tool);
  for (const auto& [name, version] : run.software) environment.software[name] = version;
  for (const auto& [name, value] : run.variables) environment.variables[name] = value;
  if (environment.backend.empty() || is_amd(run)) environment.backend = is_amd(run) ? "rocm" : "cuda";
  if (rows_in_run_ > 0) {
    machine.is_known = true;
    for (const char* library : {"nccl", "rccl"}) {
      if (const auto own = run.software.find(library); own != run.software.end()) machine.versions.insert(*own);
    }
    if (!run.ranks.empty()) machine.hosts.emplace(run.rank_count(), hosts_of(run));
  }
  if (run.ranks.empty() || (names.empty() && !machine.device_names.empty())) return;
  if (names == machine.device_names && run.ranks.size() <= machine.most_ranks) return;
  machine.device_names = names;
  machine.most_ranks = run.ranks.size();
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
  auto& worlds = builder().worlds();
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
