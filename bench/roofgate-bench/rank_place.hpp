// Where this rank sits: which ranks share its machine, and which CPUs they have together.
#pragma once

#include <vector>

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

struct RankPlace {
  int rank_on_node = 0;
  int ranks_on_node = 1;
  std::vector<int> node_ranks;  ///< of the world, ascending
  std::vector<int> own_cpus;    ///< this rank may run on
  std::vector<int> node_pids;   ///< of the ranks on this node: none is foreign to another
  int sharers_before = 0;       ///< lower ranks of this node with the very same CPUs
  std::vector<int> node_cpus;   ///< some rank of this node may run on: a launcher that binds gives each rank a part
};

/// Every rank calls it together. `own_cpus`: affinity_cpus(). `node`: ranks_here(world).
[[nodiscard]] Result<RankPlace> place_of_rank(World& world, std::vector<int> own_cpus, int own_pid,
                                              const std::vector<int>& node);

/// The place at which this rank's threads begin: behind those of the ranks that share its CPUs, because each of them
/// would otherwise pin its first thread to the first CPU.
[[nodiscard]] int first_place_of_rank(const RankPlace& place, int threads);

/// OpenMP threads of this rank: the cores that the launcher bound it to, else its share of the node's cores.
[[nodiscard]] int threads_of_rank(const RankPlace& place, int node_cores);

}  // namespace roofgate
