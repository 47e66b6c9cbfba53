// A case beside its sibling in the same record: what misalignment, launches, the heuristic's choice or a separate
// epilogue cost. Measured back to back, clock and node largely cancel in these ratios.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/derived/sibling_pairs.hpp"
#include "bench/record/record.hpp"

namespace roofgate {

struct SiblingComparison {
  SiblingKind kind = SiblingKind::alignment;
  std::string sibling;           ///< case id
  double ratio = 0.0;            ///< above 1: this case is the faster one
  std::optional<double> ideal;   ///< fusion: ratio of the bytes that must move
  bool other_algorithm = false;  ///< the library chose another algorithm for the sibling
};

/// Case id -> its comparisons. Cases without a time (not measured, wrong result) and cases that
/// were disturbed in every round take no part.
[[nodiscard]] std::map<std::string, std::vector<SiblingComparison>> comparisons(const Record& record);

/// "0.86 of align128, other algorithm", "3.02 x unfused (ideal 3.00)", "0.88 of best", "1.20 x separate".
[[nodiscard]] std::string to_text(const SiblingComparison& comparison);

}  // namespace roofgate
