#include "bench/gate/prune_baseline.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "bench/gate/reference.hpp"

namespace roofgate {
namespace {

using Needed = std::set<std::pair<const Night*, std::string>>;

/// What the gate compares with, of every case under its last definition.
Needed needed_entries(const Baseline& baseline, std::size_t window) {
  std::map<std::string, std::string> definitions;
  for (const std::vector<Night>* nights : {&baseline.nights, &baseline.watched}) {
    for (const Night& night : *nights) {
      for (const auto& [id, measured] : night.cases) definitions[id] = measured.definition;
    }
  }
  Needed needed;
  for (const auto& [id, definition] : definitions) {
    const auto usable = usable_nights(series_of(baseline, id, definition));
    // As many later nights as the anchor has are what makes it one.
    for (const NightOfCase& night : window_of(usable, std::max(window, kAnchorNights))) needed.emplace(night.night, id);
    for (const NightOfCase& night : anchor_of(usable)) needed.emplace(night.night, id);
  }
  return needed;
}

}  // namespace

Pruned prune(Baseline& baseline, const Policy& policy, std::size_t keep) {
  const auto window = static_cast<std::size_t>(policy.window_nights);
  const std::size_t whole = std::max(keep, window);
  Pruned pruned;
  if (baseline.nights.size() <= whole) return pruned;
  const Needed needed = needed_entries(baseline, window);
  const auto last = baseline.nights.end() - static_cast<std::ptrdiff_t>(whole);
  for (auto night = baseline.nights.begin(); night != last; ++night) {
    pruned.entries += std::erase_if(night->cases, [&](const auto& entry) {
      return !needed.contains({&*night, entry.first});
    });
  }
  const auto is_empty = [](const Night& night) { return night.cases.empty() && night.accepted_losses.empty(); };
  const auto first_kept = std::remove_if(baseline.nights.begin(), last, is_empty);
  pruned.nights = static_cast<std::size_t>(last - first_kept);
  baseline.nights.erase(first_kept, last);
  return pruned;
}

}  // namespace roofgate
