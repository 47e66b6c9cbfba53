// The network adapter and the NUMA node next to a device or a CPU, as sysfs tells them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/telemetry/machine_files.hpp"

namespace roofgate {

/// NUMA node of a PCI device ("0000:01:00.0", in either case); absent where the machine has none or does not say.
[[nodiscard]] std::optional<int> numa_of_device(const MachineFiles& files, std::string_view pci_bus_id);
[[nodiscard]] std::optional<int> numa_of_cpu(const MachineFiles& files, int cpu);

/// Where traffic starts: a PCI device, or any CPU of a NUMA node.
struct AdapterOrigin {
  std::string pci_bus_id;  ///< empty: no device
  std::optional<int> numa;
};

/// An RDMA adapter ("mlx5_0") where there is one, else a network interface with hardware behind it ("eth0"). Nearest:
/// with the longest common PCI path, then on the same NUMA node, then the first by name. Empty where there is none.
[[nodiscard]] std::string nearest_adapter(const MachineFiles& files, const AdapterOrigin& origin);

}  // namespace roofgate
