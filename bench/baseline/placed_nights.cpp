#include "bench/baseline/placed_nights.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

using Nights = std::vector<const Night*>;

/// Nights that were measured one after the other, not beside each other.
bool are_apart(const Night& earlier, const Night& later) {
  const auto first = parse_utc(earlier.date);
  const auto second = parse_utc(later.date);
  return first && second && std::chrono::abs(*second - *first) >= std::chrono::hours{1};
}

/// Three places or more, each measured in one night only, and more than half of them not beside the one before.
bool are_names_passing(Nights nights) {
  std::erase_if(nights, [](const Night* night) { return night->place.empty(); });
  std::stable_sort(nights.begin(), nights.end(), [](const Night* a, const Night* b) { return a->date < b->date; });
  std::map<std::string_view, const Night*> last;
  std::size_t changes = 0;
  std::size_t apart = 0;
  for (std::size_t i = 0; i < nights.size(); ++i) {
    const Night& night = *nights[i];
    const auto [known, is_new] = last.emplace(night.place, &night);
    if (!is_new && !are_of_one_night(known->second->date, night.date)) return false;
    known->second = &night;
    if (i == 0 || nights[i - 1]->place == night.place) continue;
    ++changes;
    if (are_apart(*nights[i - 1], night)) ++apart;
  }
  return last.size() >= 3 && 2 * apart > changes;
}

bool has_places(const Baseline& baseline) {
  const auto is_placed = [](const Night& night) { return !night.place.empty(); };
  return std::any_of(baseline.nights.begin(), baseline.nights.end(), is_placed) ||
         std::any_of(baseline.watched.begin(), baseline.watched.end(), is_placed);
}

Nights all_of(const Baseline& baseline) {
  Nights nights;
  for (const Night& night : baseline.nights) nights.push_back(&night);
  return nights;
}

/// Takes what is of other places out of `nights`.
std::vector<Night> take_others(std::vector<Night>& nights, const std::string& place) {
  const auto others = std::stable_partition(
      nights.begin(), nights.end(), [&](const Night& night) { return night.place.empty() || night.place == place; });
  std::vector<Night> taken{std::make_move_iterator(others), std::make_move_iterator(nights.end())};
  nights.erase(others, nights.end());
  return taken;
}

void put_back(std::vector<Night>& nights, std::vector<Night> others) {
  if (others.empty()) return;
  std::move(others.begin(), others.end(), std::back_inserter(nights));
  std::stable_sort(nights.begin(), nights.end(), [](const Night& a, const Night& b) {
    return std::tie(a.date, a.place) < std::tie(b.date, b.place);
  });
}

}  // namespace

PlacedNights nights_at_place_of(const Night& tonight, Baseline baseline, PlaceRule rule) {
  PlacedNights placed{std::move(baseline), {}};
  placed.others = {placed.own.hardware_key, placed.own.suite, {}, {}};
  if (rule == PlaceRule::together || !has_places(placed.own)) return placed;
  Nights nights = all_of(placed.own);
  std::erase_if(nights, [&](const Night* night) { return night->record_id == tonight.record_id; });
  nights.push_back(&tonight);
  placed.has_passing_names = !tonight.place.empty() && are_names_passing(std::move(nights));
  if (placed.has_passing_names) return placed;
  placed.others.nights = take_others(placed.own.nights, tonight.place);
  placed.others.watched = take_others(placed.own.watched, tonight.place);
  return placed;
}

Baseline reunited(PlacedNights placed) {
  put_back(placed.own.nights, std::move(placed.others.nights));
  put_back(placed.own.watched, std::move(placed.others.watched));
  return std::move(placed.own);
}

std::vector<std::string> places_of(const Baseline& baseline) {
  std::set<std::string> places;
  for (const Night& night : baseline.nights) {
    if (!night.place.empty()) places.insert(night.place);
  }
  return {places.begin(), places.end()};
}

std::vector<Nights> nights_by_place(const Baseline& baseline) {
  if (are_names_passing(all_of(baseline))) return {all_of(baseline)};
  std::vector<std::string> places = places_of(baseline);
  places.emplace_back();
  std::vector<Nights> groups;
  for (const std::string& place : places) {
    Nights nights = all_of(baseline);
    std::erase_if(nights, [&](const Night* night) { return !night->place.empty() && night->place != place; });
    if (!nights.empty()) groups.push_back(std::move(nights));
  }
  return groups;
}

}  // namespace roofgate
