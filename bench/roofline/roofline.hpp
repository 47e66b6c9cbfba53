// A whole record under its roof: what `roofgate roofline` shows. Pure function of the record and the peaks data base.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/roofline/comparison.hpp"
#include "bench/roofline/placement.hpp"

namespace roofgate {

/// What the figures rest on less than they seem to: said in every report.
struct Caveat {
  std::string rule;
  std::string sentence;  ///< ends with a full stop
};

struct Roofline {
  Roofs roofs;
  std::vector<Placement> placements;  ///< in the record's order
  std::map<std::string, std::vector<SiblingComparison>> comparisons;
  std::vector<Caveat> caveats{};
};

[[nodiscard]] Roofline roofline_of(const Record& record, const PeaksDb& db);

}  // namespace roofgate
