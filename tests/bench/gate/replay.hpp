// Real nights through the real gate: nights on which nothing changed, and the same with one case slowed down.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "bench/gate/policy.hpp"
#include "bench/gate/verdict.hpp"
#include "bench/record/record.hpp"

namespace roofgate {

enum class ReplayOrder {
  leave_one_out,  ///< each night against all the others
  walk_forward    ///< each night from the fourth on against the ones before it, as it would have been judged
};

struct ReplayCounts {
  int nights = 0;
  std::map<ExitStatus, int> statuses;
  int cases = 0;  ///< verdicts of all nights
  std::map<VerdictKind, int> verdicts;
};

/// The records as they are; in order of time, of one machine and suite.
[[nodiscard]] ReplayCounts replay_healthy(std::span<const Record> records, const Policy& policy, ReplayOrder order);

/// Each case of each night in turn made slower by `loss` of its throughput: the verdicts of that case alone. `cases`
/// and `nights` count them, `statuses` the night's.
[[nodiscard]] ReplayCounts replay_slowed(std::span<const Record> records, const Policy& policy, ReplayOrder order,
                                         double loss);

/// Records with one sample per round, as far as nights remember them.
[[nodiscard]] std::vector<Record> records_of(const Baseline& nights);

}  // namespace roofgate
