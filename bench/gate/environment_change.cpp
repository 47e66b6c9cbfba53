#include "bench/gate/environment_change.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace roofgate {
namespace {

using Texts = std::map<std::string, std::string>;

void append(std::vector<EnvironmentChange>& changes, EnvironmentPart part, const Texts& before, const Texts& after,
            std::string_view absent) {
  std::set<std::string> names;
  for (const auto& [name, text] : before) names.insert(name);
  for (const auto& [name, text] : after) names.insert(name);
  const auto text_of = [&](const Texts& texts, const std::string& name) {
    const auto found = texts.find(name);
    return found == texts.end() ? std::string{absent} : found->second;
  };
  for (const std::string& name : names) {
    std::string old = text_of(before, name);
    std::string now = text_of(after, name);
    if (old != now) changes.push_back({part, name, std::move(old), std::move(now)});
  }
}

Texts texts_of(const HostInfo& host) {
  return {{"host name", host.name},      {"kernel", host.kernel},         {"operating system", host.os},
          {"container", host.container}, {"hypervisor", host.hypervisor}, {"launcher", host.launcher}};
}

template <class Q>
std::string figure(const std::optional<Q>& value, double unit, std::string_view name) {
  return value ? fmt::format("{:.0f} {}", value->value() / unit, name) : "unknown";
}

std::string on_or_off(const std::optional<bool>& value) { return value ? (*value ? "on" : "off") : "unknown"; }

/// Of all devices together: like ones are said once, in the order of their text.
Texts texts_of(const std::vector<DeviceInfo>& devices) {
  constexpr double kMega = 1e6;
  std::map<std::string, std::set<std::string>> values;
  for (const DeviceInfo& device : devices) {
    values["device"].insert(device.name);
    values["power limit"].insert(figure(device.power_limit, 1.0, "W"));
    values["highest SM clock"].insert(figure(device.max_sm_clock, kMega, "MHz"));
    values["highest memory clock"].insert(figure(device.max_memory_clock, kMega, "MHz"));
    values["ECC"].insert(on_or_off(device.ecc_enabled));
    values["MIG"].insert(on_or_off(device.mig_enabled));
    values["persistence mode"].insert(on_or_off(device.persistence_mode));
    values["multiprocessors"].insert(fmt::format("{}", device.multiprocessors));
  }
  Texts texts;
  for (const auto& [name, each] : values) texts[name] = fmt::format("{}", fmt::join(each, ", "));
  texts["devices"] = fmt::format("{}", devices.size());
  return texts;
}

Texts texts_of(const CpuInfo& cpu) {
  return {{"CPU", cpu.model},
          {"CPU cores", fmt::format("{}", cpu.cores)},
          {"CPU threads", fmt::format("{}", cpu.threads)},
          {"instruction sets", fmt::format("{}", fmt::join(cpu.isa, ", "))}};
}

std::set<std::string> ids_of(const std::vector<DeviceInfo>& devices) {
  std::set<std::string> ids;
  for (const DeviceInfo& device : devices) {
    if (!device.uuid.empty()) ids.insert(device.uuid);
  }
  return ids;
}

bool starts_with_one_of(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.substr(0, beginning.size()) == beginning; });
}

}  // namespace

std::string_view name_of(EnvironmentPart part) {
  constexpr std::array<std::string_view, 5> kNames{"software", "variable", "host", "hardware", "tool"};
  return kNames[static_cast<std::size_t>(part)];
}

std::vector<EnvironmentChange> environment_changes(const Environment& before, const Environment& after) {
  std::vector<EnvironmentChange> changes;
  append(changes, EnvironmentPart::software, before.software, after.software, "none");
  append(changes, EnvironmentPart::variable, before.variables, after.variables, "unset");
  append(changes, EnvironmentPart::host, texts_of(before.host), texts_of(after.host), "none");
  append(changes, EnvironmentPart::hardware, texts_of(before.devices), texts_of(after.devices), "none");
  append(changes, EnvironmentPart::hardware, texts_of(before.cpu), texts_of(after.cpu), "none");
  return changes;
}

bool concerns(const EnvironmentChange& change, std::string_view kind) {
  const bool is_product = kind == "gemm" || kind == "step";
  // Kinds of collectives grow in number; those that never communicate are known.
  constexpr std::array<std::string_view, 4> kAlone{"gemm", "elementwise", "memory", "ceiling"};
  const bool is_collective = std::find(kAlone.begin(), kAlone.end(), kind) == kAlone.end();
  if (change.part == EnvironmentPart::software) {
    if (starts_with_one_of(change.name, {"cublas", "onednn"})) return is_product;
    if (starts_with_one_of(change.name, {"nccl", "rccl", "mpi"})) return is_collective;
  }
  if (change.part == EnvironmentPart::variable) {
    if (starts_with_one_of(change.name, {"CUBLAS", "ONEDNN_", "DNNL_", "MKL_"})) return is_product;
    if (starts_with_one_of(change.name, {"NCCL_", "RCCL_", "OMPI_", "UCX_", "FI_"})) return is_collective;
  }
  return true;
}

std::vector<std::string> devices_of_one_side(const Environment& before, const Environment& after) {
  const std::set<std::string> old = ids_of(before.devices);
  const std::set<std::string> now = ids_of(after.devices);
  std::vector<std::string> differing;
  std::set_symmetric_difference(old.begin(), old.end(), now.begin(), now.end(), std::back_inserter(differing));
  return differing;
}

}  // namespace roofgate
