// Which devices a node has, and on which of them each rank measures. A launcher may show every rank all of them, or one
// each (Slurm's --gpus-per-task, CUDA_VISIBLE_DEVICES): then "device 0" is another one on every rank.
#pragma once

#include <string>
#include <vector>

#include "bench/record/environment.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"
#include "kernels/cuda/cuda_platform.hpp"

namespace roofgate {

/// What tells a device from the others of its node.
struct NodeDevice {
  std::string uuid;
  std::string pci_bus_id;
  std::string name;
};

/// One rank's part of its node's devices.
struct DeviceShare {
  std::size_t own = 0;              ///< place, among those that this rank sees, of the one it measures on
  int index = 0;                    ///< of it among `devices`
  std::vector<NodeDevice> devices;  ///< of the node, each once: in the order that all ranks see, else by PCI address
  int most_ranks = 1;               ///< that measure on one and the same
};

/// `visible`: what each rank of a node sees, in the order of the ranks. Each gets the device with the fewest ranks so
/// far, those with the shortest list first; ranks that see all devices take them in turn.
[[nodiscard]] std::vector<DeviceShare> share_devices(const std::vector<std::vector<NodeDevice>>& visible);

/// Collective. `mine`: what this rank sees, none if no device answers. `node`: the ranks of this node, ascending.
[[nodiscard]] Result<DeviceShare> device_share_of_rank(World& world, const std::vector<NodeDevice>& mine,
                                                       const std::vector<int>& node);

/// What CUDA tells of this rank's devices.
[[nodiscard]] std::vector<NodeDevice> node_devices_of(const std::vector<CudaDevice>& seen);

/// The node's devices as the record keeps them, in the order of the share. One that this rank does not see (`seen` is
/// not empty) has what NVML tells of it, and is taken for another of its name where NVML does not either.
[[nodiscard]] std::vector<DeviceInfo> devices_of_node(const DeviceShare& share, const std::vector<DeviceInfo>& seen,
                                                      const std::vector<DeviceInfo>& nvml);

}  // namespace roofgate
