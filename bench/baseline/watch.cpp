#include "bench/baseline/watch.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "bench/baseline/baseline_store.hpp"

namespace roofgate {
namespace {

/// Everything of a night but its cases.
Night header_of(const Night& night) {
  Night header = night;
  header.cases.clear();
  header.accepted_losses.clear();
  return header;
}

Night& night_like(std::vector<Night>& nights, const Night& model) {
  const auto is_same = [&](const Night& night) { return night.record_id == model.record_id; };
  if (const auto found = std::find_if(nights.begin(), nights.end(), is_same); found != nights.end()) return *found;
  const auto is_later = [&](const Night& night) { return night.date > model.date; };
  return *nights.insert(std::find_if(nights.begin(), nights.end(), is_later), header_of(model));
}

}  // namespace

void hold_back(Baseline& baseline, Night& night, const std::set<std::string>& suspects) {
  for (const std::string& id : suspects) {
    const auto found = night.cases.find(id);
    if (found == night.cases.end()) continue;
    Night& watched = night_like(baseline.watched, night);
    watched.reason = "held back: may be slower";
    watched.cases.insert_or_assign(id, std::move(found->second));
    night.cases.erase(found);
  }
}

std::set<std::string> release(Baseline& baseline, const std::set<std::string>& cleared) {
  std::set<std::string> aged;
  std::map<std::string, std::size_t> newer;  // watched nights of each case after the one that is looked at
  for (auto watched = baseline.watched.rbegin(); watched != baseline.watched.rend(); ++watched) {
    for (auto entry = watched->cases.begin(); entry != watched->cases.end();) {
      const bool is_cleared = cleared.contains(entry->first);
      if (!is_cleared && newer[entry->first]++ < kWatchedNights) {
        ++entry;
        continue;
      }
      if (!is_cleared) aged.insert(entry->first);
      night_like(baseline.nights, *watched).cases.insert(*entry);
      entry = watched->cases.erase(entry);
    }
  }
  std::erase_if(baseline.watched, [](const Night& night) { return night.cases.empty(); });
  return aged;
}

}  // namespace roofgate
