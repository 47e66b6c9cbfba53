// Cases of one record that differ in one thing only: what misalignment, launches, the heuristic's choice or a separate
// epilogue cost shows where they are compared.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate {

enum class SiblingKind {
  alignment,  ///< a rung of the ladder and the rung aligned to 128 elements
  fusion,     ///< a chain in one launch or one graph, and as one launch per operation
  choice,     ///< the heuristic's first and the best of all
  epilogue,   ///< fused and separate
};

struct SiblingPair {
  SiblingKind kind = SiblingKind::alignment;
  const Case* measured = nullptr;
  const Case* sibling = nullptr;
  std::string_view sibling_name;  ///< "align128", "unfused", "best", …
};

/// In the order of the kinds, then of the cases. Points into `record`.
[[nodiscard]] std::vector<SiblingPair> sibling_pairs(const Record& record);

}  // namespace roofgate
