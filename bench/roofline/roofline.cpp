#include "bench/roofline/roofline.hpp"

namespace roofgate {

Roofline roofline_of(const Record& record, const PeaksDb& db) {
  Roofline roofline;
  roofline.roofs = roofs_of(record, db);
  for (const Case& measured : record.cases) roofline.placements.push_back(place(measured, roofline.roofs));
  if (!roofline.roofs.emulated) roofline.comparisons = comparisons(record);
  return roofline;
}

}  // namespace roofgate
