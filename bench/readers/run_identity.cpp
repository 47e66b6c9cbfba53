#include "bench/readers/run_identity.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "bench/readers/record_builder.hpp"

namespace roofgate {

RunIdentity identity_of(const Record& record, std::size_t part) {
  if (!record.imported) return {record.id, part, record.started_at, true};
  const std::string& by = record.imported->dated_by;
  return {record.imported->content, part, record.started_at, by != kDatedByChange && by != kDatedByNothing};
}

std::vector<std::optional<std::size_t>> repeated_runs(std::span<const RunIdentity> runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return runs[i].is_dated; });
  std::vector<std::optional<std::size_t>> repeats(runs.size());
  std::map<std::pair<std::string, std::size_t>, std::vector<std::size_t>> kept;
  for (const std::size_t i : order) {
    std::vector<std::size_t>& others = kept[{runs[i].content, runs[i].part}];
    const auto same = std::find_if(others.begin(), others.end(), [&](std::size_t other) {
      return !runs[i].is_dated || runs[i].moment == runs[other].moment;
    });
    if (same != others.end()) {
      repeats[i] = *same;
    } else {
      others.push_back(i);
    }
  }
  return repeats;
}

}  // namespace roofgate
