#include "bench/scaling/rank_place.hpp"

#include <fmt/format.h>

namespace roofgate {
namespace {

const RankPlacement* placement_of(const WorldPoint& point, const Round& round, int rank) {
  if (!round.world || rank < 0) return nullptr;
  const std::vector<RankPlacement>& ranks = point.record->worlds[static_cast<std::size_t>(*round.world)].ranks;
  return static_cast<std::size_t>(rank) < ranks.size() ? &ranks[static_cast<std::size_t>(rank)] : nullptr;
}

}  // namespace

std::string node_of(const WorldPoint& point, const Round& round, int rank) {
  const RankPlacement* where = placement_of(point, round, rank);
  return where == nullptr ? std::string{} : where->node;
}

std::string place_of(const WorldPoint& point, const Round& round, int rank) {
  const RankPlacement* where = placement_of(point, round, rank);
  if (where == nullptr) return {};
  std::string place = where->node.empty() ? std::string{} : "node " + where->node;
  const auto add = [&place](const std::string& text) { place += (place.empty() ? "" : ", ") + text; };
  if (where->device) {
    add(fmt::format("device {}", *where->device));
  } else if (!where->cpus.empty()) {
    add("CPUs " + where->cpus);
  }
  return place;
}

}  // namespace roofgate
