#include "bench/telemetry/nearest_adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <tuple>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

std::string device_folder(std::string_view pci_bus_id) {
  std::string name = lower_case(pci_bus_id);
  // The driver writes domains of eight digits ("00000000:01:00.0"), sysfs of four.
  if (name.size() > 12 && name.find(':') == 8) name.erase(0, 4);
  return "sys/bus/pci/devices/" + name;
}

std::optional<int> node_in(const MachineFiles& files, const std::string& file) {
  const auto node = files.number(file);
  return node && *node >= 0 ? std::optional{static_cast<int>(*node)} : std::nullopt;
}

/// Components that two paths share from the root on.
int shared_path(const std::filesystem::path& a, const std::filesystem::path& b) {
  const auto [end, ignored] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<int>(std::distance(a.begin(), end));
}

std::string nearest_in(const MachineFiles& files, const std::string& folder, const AdapterOrigin& origin) {
  const std::string origin_path = origin.pci_bus_id.empty() ? "" : files.real_path(device_folder(origin.pci_bus_id));
  std::string nearest;
  std::tuple<int, bool> best{-1, false};
  for (const std::string& name : files.names_in(folder)) {
    const std::string device = fmt::format("{}/{}/device", folder, name);
    if (!files.exists(device)) continue;  // a bridge, a tunnel, the loopback
    const int shared = origin_path.empty() ? 0 : shared_path(origin_path, files.real_path(device));
    const bool same_node = origin.numa && node_in(files, device + "/numa_node") == origin.numa;
    if (std::tuple{shared, same_node} <= best) continue;
    best = {shared, same_node};
    nearest = name;
  }
  return nearest;
}

}  // namespace

std::optional<int> numa_of_device(const MachineFiles& files, std::string_view pci_bus_id) {
  return node_in(files, device_folder(pci_bus_id) + "/numa_node");
}

std::optional<int> numa_of_cpu(const MachineFiles& files, int cpu) {
  for (const std::string& name : files.names_in(fmt::format("sys/devices/system/cpu/cpu{}", cpu))) {
    const bool is_node =
        name.rfind("node", 0) == 0 && name.size() > 4 &&
        std::all_of(name.begin() + 4, name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (is_node && name.size() < 10) return std::stoi(name.substr(4));
  }
  return std::nullopt;
}

std::string nearest_adapter(const MachineFiles& files, const AdapterOrigin& origin) {
  const std::string rdma = nearest_in(files, "sys/class/infiniband", origin);
  return rdma.empty() ? nearest_in(files, "sys/class/net", origin) : rdma;
}

}  // namespace roofgate
