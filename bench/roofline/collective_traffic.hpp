// What a collective moves over the links, by the algorithm that ran: the three bandwidths of docs/metrics.md are one
// time multiplied by these factors. Factors are bytes per byte of message and say nothing about time. The message of a
// collective is the larger of its two buffers on a rank (nccl-tests, doc/PERFORMANCE.md): all-gather counts what it
// receives, reduce-scatter and all-to-all what they send.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/quantity.hpp"

namespace roofgate {

enum class Collective { allreduce, reduce_scatter, all_gather, all_to_all, broadcast, send_recv };

/// Of a case's kind; absent for kinds that are no collective.
[[nodiscard]] std::optional<Collective> collective_of(std::string_view kind);
[[nodiscard]] std::string_view name_of(Collective collective);

/// How the bytes travel. `direct`: every rank exchanges with every other one, without forwarding. `collnet`: the
/// network's switches reduce (SHARP). `nvls_tree`: NVLS inside a node, a tree between nodes.
enum class CollectiveAlgorithm { unknown, ring, tree, nvls, nvls_tree, collnet, direct };

/// NCCL's names in any case: "Ring", "TREE", "NVLSTree", "CollNetDirect".
[[nodiscard]] CollectiveAlgorithm parse_collective_algorithm(std::string_view text);
[[nodiscard]] std::string_view name_of(CollectiveAlgorithm algorithm);

/// From what a round's record says under `algorithm`.
[[nodiscard]] CollectiveAlgorithm collective_algorithm_of(const std::map<std::string, std::string>& recorded);

/// Where the ranks are: `ranks` on `nodes` nodes, as many on each.
struct RankLayout {
  int ranks = 1;
  int nodes = 1;
};

/// Bus bandwidth over algorithm bandwidth: a ring's traffic. 0 for one rank.
[[nodiscard]] Ratio bus_factor(Collective collective, int ranks);

/// What really crosses a rank's link in its busier direction, inside a node where there is more than one. Absent where
/// the algorithm is unknown or is not one of this collective; 0 for one rank.
[[nodiscard]] std::optional<Ratio> wire_factor(Collective collective, CollectiveAlgorithm algorithm, int ranks);

/// The least that crosses it whatever the algorithm, in-network reduction included.
[[nodiscard]] Ratio least_wire_factor(Collective collective, int ranks);

/// The least that each accelerator's share of its node's network must carry in one direction without in-network
/// reduction; times algorithm bandwidth it is the per-accelerator inter-node rate. For an allreduce that is bus
/// bandwidth x (k-1)/(n-1) on k nodes. 0 on one node.
[[nodiscard]] Ratio inter_node_factor(Collective collective, RankLayout layout);

/// The same for the algorithm that ran; a ring carries more. Absent as above.
[[nodiscard]] std::optional<Ratio> inter_node_wire_factor(Collective collective, CollectiveAlgorithm algorithm,
                                                          RankLayout layout);

}  // namespace roofgate
