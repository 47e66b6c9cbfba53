// What a collective case records of NCCL's choices, and whether a demanded transport was used. Pure.
#pragma once

#include <map>
#include <set>
#include <string>

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"
#include "kernels/collective/collective_spec.hpp"

namespace roofgate {

/// As NCCL's log spells it: "AllReduce"; "SendRecv" for what it logs no choice of.
[[nodiscard]] std::string nccl_function(CollectiveOp op);

/// What one rank's channels say of a demand.
struct TransportUse {
  bool is_used = false;
  std::string instead;  ///< a transport that was not asked for; empty if there is none
};

/// `transport` as in CollectiveSpec; "nvls" asks of the algorithm, the others of the channels. The network's demands
/// are about the network alone: ranks of one node may use what they like.
[[nodiscard]] TransportUse use_of_transport(const std::string& transport, const std::set<std::string>& channels,
                                            const std::string& algorithm);

/// Collective. A `measurement` error, the same on every rank, if `spec` demands a transport that no rank uses or that
/// some rank replaced: a silent fall-back is a failure. `is_known`: this rank's log is read.
[[nodiscard]] Result<void> assert_transport(World& world, const CollectiveSpec& spec, const TransportUse& mine,
                                            bool is_known);

}  // namespace roofgate
