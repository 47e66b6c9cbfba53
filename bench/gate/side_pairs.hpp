// Which rounds of two sides were measured as a pair: the records of one `roofgate run --ab`, round by round.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/stats/paired_shift.hpp"

namespace roofgate {

/// The two records of one run.
struct RecordPair {
  const Record* before = nullptr;
  const Record* after = nullptr;
  std::vector<bool> after_first;  ///< by round
};

/// Every record with its other side, or nothing if any record has none.
[[nodiscard]] std::vector<RecordPair> record_pairs(std::span<const Record* const> before,
                                                   std::span<const Record* const> after);

struct CasePairs {
  std::vector<PairDifference> pairs;  ///< log time after - before
  std::vector<double> before, after;  ///< log time of each round of these pairs
  int left_out = 0;                   ///< a side is not clean, or not there
  int torn = 0;                       ///< its sides were measured far apart: the run was interrupted between them
};

/// The pairs of one case whose rounds are both clean and were measured close together. Far apart is over three times
/// the median distance and over a minute more than it.
[[nodiscard]] CasePairs pairs_of(const std::string& case_id, std::span<const RecordPair> records);

}  // namespace roofgate
