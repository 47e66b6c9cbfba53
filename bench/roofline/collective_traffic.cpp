#include "bench/roofline/collective_traffic.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace roofgate {
namespace {

using enum Collective;

constexpr std::array<std::pair<std::string_view, Collective>, 6> kCollectives{{{"allreduce", allreduce},
                                                                               {"reduce_scatter", reduce_scatter},
                                                                               {"all_gather", all_gather},
                                                                               {"all_to_all", all_to_all},
                                                                               {"broadcast", broadcast},
                                                                               {"send_recv", send_recv}}};

/// (n-1)/n: the share of the data that is not already where it belongs.
double foreign_share(int n) { return (static_cast<double>(n) - 1.0) / static_cast<double>(n); }

}  // namespace

std::optional<Collective> collective_of(std::string_view kind) {
  for (const auto& [name, collective] : kCollectives) {
    if (name == kind) return collective;
  }
  return std::nullopt;
}

std::string_view name_of(Collective collective) {
  for (const auto& [name, known] : kCollectives) {
    if (known == collective) return name;
  }
  return "";
}

CollectiveAlgorithm parse_collective_algorithm(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  if (name == "ring") return CollectiveAlgorithm::ring;
  if (name == "tree") return CollectiveAlgorithm::tree;
  if (name == "nvls") return CollectiveAlgorithm::nvls;
  if (name == "nvlstree") return CollectiveAlgorithm::nvls_tree;
  if (name.rfind("collnet", 0) == 0) return CollectiveAlgorithm::collnet;
  if (name == "direct") return CollectiveAlgorithm::direct;
  return CollectiveAlgorithm::unknown;
}

std::string_view name_of(CollectiveAlgorithm algorithm) {
  switch (algorithm) {
    case CollectiveAlgorithm::unknown:
      return "unknown";
    case CollectiveAlgorithm::ring:
      return "ring";
    case CollectiveAlgorithm::tree:
      return "tree";
    case CollectiveAlgorithm::nvls:
      return "NVLS";
    case CollectiveAlgorithm::nvls_tree:
      return "NVLS tree";
    case CollectiveAlgorithm::collnet:
      return "CollNet";
    case CollectiveAlgorithm::direct:
      return "direct";
  }
  return "unknown";
}

CollectiveAlgorithm collective_algorithm_of(const std::map<std::string, std::string>& recorded) {
  const auto found = recorded.find("algorithm");
  return found == recorded.end() ? CollectiveAlgorithm::unknown : parse_collective_algorithm(found->second);
}

Ratio bus_factor(Collective collective, int ranks) {
  if (ranks < 2) return Ratio{0.0};
  switch (collective) {
    case allreduce:
      return Ratio{2.0 * foreign_share(ranks)};
    case reduce_scatter:
    case all_gather:
    case all_to_all:
      return Ratio{foreign_share(ranks)};
    case broadcast:
    case send_recv:
      return Ratio{1.0};
  }
  return Ratio{0.0};
}

std::optional<Ratio> wire_factor(Collective collective, CollectiveAlgorithm algorithm, int ranks) {
  if (ranks < 2) return Ratio{0.0};
  const double n = ranks;
  switch (algorithm) {
    case CollectiveAlgorithm::unknown:
      return std::nullopt;
    case CollectiveAlgorithm::ring:
      if (collective == all_to_all) return std::nullopt;
      return bus_factor(collective, ranks);
    case CollectiveAlgorithm::direct:
      return bus_factor(collective, ranks);
    case CollectiveAlgorithm::tree:
      // Two trees carry half of the message each; an inner rank of one is a leaf of the other, and with both it sends
      // up once and down to two (Sanders, Speck & Traff, Parallel Computing 35, 2009). With two ranks nobody has two.
      if (collective == allreduce) return Ratio{ranks == 2 ? 1.0 : 2.0};
      return collective == broadcast ? std::optional{Ratio{1.0}} : std::nullopt;
    case CollectiveAlgorithm::nvls:
      // The switch reads all n parts from every rank and multicasts each finished part back: each rank supplies the
      // whole message and hands over its n-th of the result, and receives the mirror image.
      if (collective == allreduce) return Ratio{(n + 1.0) / n};
      if (collective == reduce_scatter || collective == all_gather) return Ratio{1.0};
      return std::nullopt;
    case CollectiveAlgorithm::collnet:
    case CollectiveAlgorithm::nvls_tree:
      // Within the node they depend on how many ranks it has: inter_node_wire_factor tells the part that is known.
      return std::nullopt;
  }
  return std::nullopt;
}

Ratio least_wire_factor(Collective collective, int ranks) {
  if (ranks < 2) return Ratio{0.0};
  return collective == broadcast || collective == send_recv ? Ratio{1.0} : Ratio{foreign_share(ranks)};
}

Ratio inter_node_factor(Collective collective, RankLayout layout) {
  if (layout.nodes < 2 || layout.ranks < layout.nodes) return Ratio{0.0};
  const double n = layout.ranks;
  const double k = layout.nodes;
  switch (collective) {
    case allreduce:
      return Ratio{2.0 * (k - 1.0) / n};
    case reduce_scatter:
    case all_gather:
      return Ratio{(k - 1.0) / n};
    case all_to_all:
      return Ratio{foreign_share(layout.nodes)};
    case broadcast:
      return Ratio{k / n};
    case send_recv:
      return Ratio{1.0};
  }
  return Ratio{0.0};
}

std::optional<Ratio> inter_node_wire_factor(Collective collective, CollectiveAlgorithm algorithm, RankLayout layout) {
  if (layout.nodes < 2 || layout.ranks < layout.nodes) return Ratio{0.0};
  const double share = static_cast<double>(layout.nodes) / static_cast<double>(layout.ranks);
  switch (algorithm) {
    case CollectiveAlgorithm::unknown:
      return std::nullopt;
    case CollectiveAlgorithm::ring:
      // Each ring enters and leaves a node once and carries all that a ring carries; the node's accelerators share it.
      if (collective == all_to_all || collective == send_recv) return std::nullopt;
      return Ratio{bus_factor(collective, layout.ranks).value() * share};
    case CollectiveAlgorithm::tree:
    case CollectiveAlgorithm::nvls_tree:
      // One tree node per machine: the wire factor of a tree over the nodes, shared by a node's accelerators.
      if (collective != allreduce && collective != broadcast) return std::nullopt;
      return Ratio{wire_factor(collective, CollectiveAlgorithm::tree, layout.nodes)->value() * share};
    case CollectiveAlgorithm::collnet:
      return collective == allreduce ? std::optional{Ratio{share}} : std::nullopt;
    case CollectiveAlgorithm::nvls:
      return std::nullopt;  // one NVLink domain: no network
    case CollectiveAlgorithm::direct:
      if (collective == broadcast || collective == send_recv) return std::nullopt;
      return Ratio{(collective == allreduce ? 2.0 : 1.0) * foreign_share(layout.nodes)};
  }
  return std::nullopt;
}

}  // namespace roofgate
