#include "bench/roofgate/roofline_excerpt.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "bench/record/marks.hpp"

namespace roofgate {
namespace {

bool must_be_shown(const Placement& placement) {
  return placement.implausible.has_value() || has_mark(placement.marks, MarkKind::wrong_result);
}

/// Share of the published roof, else of the ceiling measured here; what has neither comes last.
double share_of(const Placement& placement) {
  if (placement.of_roof) return placement.of_roof->value();
  if (placement.of_ceiling) return placement.of_ceiling->value();
  return std::numeric_limits<double>::lowest();
}

}  // namespace

Roofline roofline_excerpt(const Roofline& roofline, std::size_t per_kind) {
  std::map<std::string, std::vector<const Placement*>> kinds;
  for (const Placement& placement : roofline.placements) kinds[placement.kind].push_back(&placement);
  std::set<std::string> shown;
  for (auto& [kind, placements] : kinds) {
    std::stable_sort(placements.begin(), placements.end(),
                     [](const Placement* a, const Placement* b) { return share_of(*a) > share_of(*b); });
    const std::size_t count = std::min(per_kind, placements.size());
    const std::size_t nearest = (count + 1) / 2;
    for (std::size_t i = 0; i < nearest; ++i) shown.insert(placements[i]->case_id);
    for (std::size_t i = 0; i < count - nearest; ++i) shown.insert(placements[placements.size() - 1 - i]->case_id);
  }
  Roofline excerpt = roofline;
  std::erase_if(excerpt.placements, [&](const Placement& placement) {
    return shown.count(placement.case_id) == 0 && !must_be_shown(placement);
  });
  return excerpt;
}

}  // namespace roofgate
