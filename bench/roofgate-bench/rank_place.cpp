#include "bench/roofgate-bench/rank_place.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace roofgate {
namespace {

constexpr int kBits = 52;  // of a double, exactly

std::uint64_t mask_word(const std::vector<int>& cpus, int first) {
  std::uint64_t word = 0;
  for (const int cpu : cpus) {
    if (cpu >= first && cpu < first + kBits) word |= std::uint64_t{1} << static_cast<unsigned>(cpu - first);
  }
  return word;
}

}  // namespace

Result<RankPlace> place_of_rank(World& world, std::vector<int> own_cpus, int own_pid, const std::vector<int>& node) {
  RankPlace place;
  place.node_ranks = node;
  place.ranks_on_node = static_cast<int>(node.size());
  place.rank_on_node = static_cast<int>(std::find(node.begin(), node.end(), world.rank()) - node.begin());
  const auto pids = world.all_gather(own_pid);
  if (!pids) return fail(pids.error());
  for (const int rank : node) place.node_pids.push_back(static_cast<int>((*pids)[static_cast<std::size_t>(rank)]));
  const auto highest_cpus = world.all_gather(own_cpus.empty() ? 0.0 : own_cpus.back());
  if (!highest_cpus) return fail(highest_cpus.error());
  const auto highest = static_cast<int>(*std::max_element(highest_cpus->begin(), highest_cpus->end()));
  std::vector<bool> shares(node.size(), true);  // so far the same CPUs as this rank
  for (int first = 0; first <= highest; first += kBits) {
    const auto words = world.all_gather(static_cast<double>(mask_word(own_cpus, first)));
    if (!words) return fail(words.error());
    for (std::size_t i = 0; i < node.size(); ++i) {
      const double theirs = (*words)[static_cast<std::size_t>(node[i])];
      if (theirs != (*words)[static_cast<std::size_t>(world.rank())]) shares[i] = false;
    }
    std::uint64_t any = 0;
    for (const int rank : node) any |= static_cast<std::uint64_t>((*words)[static_cast<std::size_t>(rank)]);
    for (int bit = 0; bit < kBits; ++bit) {
      if ((any >> static_cast<unsigned>(bit) & 1U) != 0) place.node_cpus.push_back(first + bit);
    }
  }
  place.sharers_before = static_cast<int>(std::count(shares.begin(), shares.begin() + place.rank_on_node, true));
  place.own_cpus = std::move(own_cpus);
  return place;
}

int first_place_of_rank(const RankPlace& place, int threads) { return place.sharers_before * threads; }

int threads_of_rank(const RankPlace& place, int node_cores) {
  const auto share = std::max(1, node_cores / place.ranks_on_node);
  const bool is_bound = place.own_cpus.size() < place.node_cpus.size();
  return is_bound ? std::min(share, static_cast<int>(place.own_cpus.size())) : share;
}

}  // namespace roofgate
