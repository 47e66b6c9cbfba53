#include "bench/scaling/bandwidths.hpp"

#include "bench/scaling/pairing.hpp"
#include "bench/scaling/rank_place.hpp"

namespace roofgate {
namespace {

/// Whether that happens between nodes: pairs may all lie within one.
bool crosses_nodes(Collective collective, const WorldPoint& point) {
  if (point.nodes < 2 || point.ranks % point.nodes != 0) return false;
  if (collective != Collective::send_recv) return true;
  const Round& round = *point.timing->rounds.back();
  for (int rank = 0; rank < point.ranks; ++rank) {
    if (node_of(point, round, rank) != node_of(point, round, partner_of(rank, point))) return true;
  }
  return false;
}

}  // namespace

Bandwidths bandwidths_of(Collective collective, const WorldPoint& point) {
  Bandwidths result;
  result.algorithm = point.message() / point.time();
  if (point.ranks < 2) return result;
  const auto scaled = [&result](const std::optional<Ratio>& factor) {
    return factor ? std::optional{result.algorithm * factor->value()} : std::nullopt;
  };
  result.bus = scaled(bus_factor(collective, point.ranks));
  result.wire = scaled(wire_factor(collective, point.algorithm, point.ranks));
  if (!crosses_nodes(collective, point)) return result;
  const RankLayout layout{point.ranks, point.nodes};
  result.wire.reset();  // inside a node another part of the traffic runs
  result.between_nodes = scaled(inter_node_factor(collective, layout));
  result.between_nodes_wire = scaled(inter_node_wire_factor(collective, point.algorithm, layout));
  return result;
}

}  // namespace roofgate
