// A whole record under its roof: what `roofgate roofline` shows. Pure function of the record and the peaks data base.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/roofline/comparison.hpp"
#include "bench/roofline/placement.hpp"

namespace roofgate {

struct Roofline {
  Roofs roofs;
  std::vector<Placement> placements;  ///< in the record's order
  std::map<std::string, std::vector<SiblingComparison>> comparisons;
};

[[nodiscard]] Roofline roofline_of(const Record& record, const PeaksDb& db);

}  // namespace roofgate
