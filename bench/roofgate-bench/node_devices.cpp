#include "bench/roofgate-bench/node_devices.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "bench/telemetry/nvml_devices.hpp"
#include "kernels/base/gather_text.hpp"

namespace roofgate {
namespace {

constexpr char kSeparator = '\x1f';  // ASCII's unit separator: in no UUID, address or name

/// Slices of one device (MIG) have its address and a UUID each.
template <class A, class B>
bool are_same(const A& a, const B& b) {
  if (!a.uuid.empty() && !b.uuid.empty()) return a.uuid == b.uuid;
  return is_same_pci_address(a.pci_bus_id, b.pci_bus_id);
}

template <class Devices, class Device>
auto find_same(Devices& devices, const Device& device) {
  return std::find_if(devices.begin(), devices.end(), [&](const auto& other) { return are_same(other, device); });
}

bool are_same_lists(const std::vector<NodeDevice>& a, const std::vector<NodeDevice>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const NodeDevice& one, const NodeDevice& other) { return are_same(one, other); });
}

std::vector<NodeDevice> all_of(const std::vector<std::vector<NodeDevice>>& visible) {
  std::vector<NodeDevice> all;
  bool is_one_order = true;
  for (const std::vector<NodeDevice>& of_rank : visible) {
    is_one_order = is_one_order && are_same_lists(of_rank, visible.front());
    for (const NodeDevice& device : of_rank) {
      if (find_same(all, device) == all.end()) all.push_back(device);
    }
  }
  if (is_one_order) return all;
  std::sort(all.begin(), all.end(), [](const NodeDevice& a, const NodeDevice& b) {
    return std::tie(a.pci_bus_id, a.uuid) < std::tie(b.pci_bus_id, b.uuid);
  });
  return all;
}

NodeDevice unpacked(const std::string& text) {
  const std::size_t first = text.find(kSeparator);
  const std::size_t second = first == std::string::npos ? first : text.find(kSeparator, first + 1);
  if (second == std::string::npos) return {};
  return {text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1)};
}

}  // namespace

std::vector<DeviceShare> share_devices(const std::vector<std::vector<NodeDevice>>& visible) {
  const std::vector<NodeDevice> all = all_of(visible);
  std::vector<DeviceShare> shares(visible.size());
  std::vector<std::size_t> order(visible.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return visible[a].size() < visible[b].size(); });
  std::vector<int> ranks_on(all.size());
  const auto index_of = [&](const NodeDevice& device) {
    return static_cast<std::size_t>(find_same(all, device) - all.begin());
  };
  for (const std::size_t rank : order) {
    const std::vector<NodeDevice>& seen = visible[rank];
    if (seen.empty()) continue;
    const auto freest = std::min_element(seen.begin(), seen.end(), [&](const NodeDevice& a, const NodeDevice& b) {
      return ranks_on[index_of(a)] < ranks_on[index_of(b)];
    });
    ++ranks_on[index_of(*freest)];
    shares[rank].own = static_cast<std::size_t>(freest - seen.begin());
    shares[rank].index = static_cast<int>(index_of(*freest));
  }
  for (DeviceShare& share : shares) {
    share.devices = all;
    if (!ranks_on.empty()) share.most_ranks = *std::max_element(ranks_on.begin(), ranks_on.end());
  }
  return shares;
}

Result<DeviceShare> device_share_of_rank(World& world, const std::vector<NodeDevice>& mine,
                                         const std::vector<int>& node) {
  const auto counts = world.all_gather(static_cast<double>(mine.size()));
  if (!counts) return fail(counts.error());
  const auto most = static_cast<std::size_t>(*std::max_element(counts->begin(), counts->end()));
  std::vector<std::vector<NodeDevice>> visible(node.size());
  for (std::size_t i = 0; i < most; ++i) {
    const NodeDevice own = i < mine.size() ? mine[i] : NodeDevice{};
    const auto texts = gather_texts(world, own.uuid + kSeparator + own.pci_bus_id + kSeparator + own.name);
    if (!texts) return fail(texts.error());
    for (std::size_t j = 0; j < node.size(); ++j) {
      const auto rank = static_cast<std::size_t>(node[j]);
      if (static_cast<double>(i) < (*counts)[rank]) visible[j].push_back(unpacked((*texts)[rank]));
    }
  }
  const auto place = std::find(node.begin(), node.end(), world.rank()) - node.begin();
  return share_devices(visible)[static_cast<std::size_t>(place)];
}

std::vector<NodeDevice> node_devices_of(const std::vector<CudaDevice>& seen) {
  std::vector<NodeDevice> devices;
  for (const CudaDevice& device : seen) devices.push_back({device.uuid, device.pci_bus_id, device.name});
  return devices;
}

std::vector<DeviceInfo> devices_of_node(const DeviceShare& share, const std::vector<DeviceInfo>& seen,
                                        const std::vector<DeviceInfo>& nvml) {
  std::vector<DeviceInfo> devices;
  for (const NodeDevice& device : share.devices) {
    auto like = find_same(seen, device);
    const bool is_seen = like != seen.end();
    if (!is_seen) {
      like = std::find_if(seen.begin(), seen.end(), [&](const DeviceInfo& one) { return one.name == device.name; });
    }
    DeviceInfo info = like == seen.end() ? seen.front() : *like;
    if (!is_seen) {
      info.name = device.name;
      info.uuid = device.uuid;
      info.pci_bus_id = device.pci_bus_id;
      if (const auto told = find_same(nvml, device); told != nvml.end()) {
        info.max_sm_clock = told->max_sm_clock;
        info.max_memory_clock = told->max_memory_clock;
        info.power_limit = told->power_limit;
        info.ecc_enabled = told->ecc_enabled;
        info.mig_enabled = told->mig_enabled;
        info.persistence_mode = told->persistence_mode;
      }
    }
    info.index = static_cast<int>(devices.size());
    devices.push_back(std::move(info));
  }
  return devices;
}

}  // namespace roofgate
