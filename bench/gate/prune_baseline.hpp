// Makes a baseline that has grown for years small again, without changing any verdict.
#pragma once

#include <cstddef>

#include "bench/baseline/baseline.hpp"
#include "bench/gate/policy.hpp"

namespace roofgate {

struct Pruned {
  std::size_t nights = 0;   ///< removed whole
  std::size_t entries = 0;  ///< cases of nights, those of whole nights included
};

/// Removes from the nights before the last `keep` what no case's window and anchor (reference.hpp) hold: entries of
/// older nights, of definitions that are gone and from before an accepted loss. A night with an accepted loss stays, be
/// it without cases: who, when and why is what it is for. `keep` is at least the policy's window.
[[nodiscard]] Pruned prune(Baseline& baseline, const Policy& policy, std::size_t keep);

}  // namespace roofgate
