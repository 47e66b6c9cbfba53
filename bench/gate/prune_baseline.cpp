#include "bench/gate/prune_baseline.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/baseline/placed_nights.hpp"
#include "bench/gate/reference.hpp"

namespace roofgate {
namespace {

using Needed = std::set<std::pair<const Night*, std::string>>;

/// What the gate compares a night of one place with, of every case under its last definition.
void add_needed(const std::vector<const Night*>& nights, const std::vector<Night>& watched, std::size_t window,
                Needed& needed) {
  std::map<std::string, std::string> definitions;
  for (const Night* night : nights) {
    for (const auto& [id, measured] : night->cases) definitions[id] = measured.definition;
  }
  for (const Night& night : watched) {
    for (const auto& [id, measured] : night.cases) definitions[id] = measured.definition;
  }
  for (const auto& [id, definition] : definitions) {
    const auto usable = usable_nights(series_of(nights, id, definition));
    // As many later nights as the anchor has are what makes it one.
    for (const NightOfCase& night : window_of(usable, std::max(window, kAnchorNights))) needed.emplace(night.night, id);
    for (const NightOfCase& night : anchor_of(usable)) needed.emplace(night.night, id);
  }
}

}  // namespace

Pruned prune(Baseline& baseline, const Policy& policy, std::size_t keep) {
  const auto window = static_cast<std::size_t>(policy.window_nights);
  const std::size_t whole = std::max(keep, window);
  Needed needed;
  std::set<const Night*> kept;
  for (const std::vector<const Night*>& nights : nights_by_place(baseline)) {
    add_needed(nights, baseline.watched, window, needed);
    kept.insert(nights.end() - static_cast<std::ptrdiff_t>(std::min(whole, nights.size())), nights.end());
  }
  Pruned pruned;
  std::vector<Night> left;
  for (Night& night : baseline.nights) {
    if (!kept.contains(&night)) {
      pruned.entries += std::erase_if(night.cases, [&](const auto& entry) {
        return !needed.contains({&night, entry.first});
      });
      if (night.cases.empty() && night.accepted_losses.empty()) {
        ++pruned.nights;
        continue;
      }
    }
    left.push_back(std::move(night));
  }
  baseline.nights = std::move(left);
  return pruned;
}

}  // namespace roofgate
