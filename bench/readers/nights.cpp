#include "bench/readers/nights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "bench/record/json_tree.hpp"

namespace roofgate {
namespace {

bool has_case_of(const Record& record, const Record& other) {
  std::set<std::string_view> ids;
  for (const Case& measured : record.cases) ids.insert(measured.id);
  return std::any_of(other.cases.begin(), other.cases.end(),
                     [&](const Case& measured) { return ids.contains(measured.id); });
}

/// Whether "2.27.5 + 2.28.3" has that version.
bool is_among(std::string_view versions, std::string_view version) {
  const std::string between = fmt::format(" + {} + ", versions);
  return between.find(fmt::format(" + {} + ", version)) != std::string::npos;
}

/// `other` becomes part of `night`: their cases differ. Logs of one night with different libraries say both.
void join(Record& night, Record other) {
  const int worlds = static_cast<int>(night.worlds.size());
  for (Case& measured : other.cases) {
    for (Round& round : measured.rounds) {
      if (round.world) *round.world += worlds;
    }
  }
  std::move(other.cases.begin(), other.cases.end(), std::back_inserter(night.cases));
  std::move(other.worlds.begin(), other.worlds.end(), std::back_inserter(night.worlds));
  for (auto& [name, version] : other.environment.software) {
    const auto [known, is_new] = night.environment.software.emplace(name, version);
    if (!is_new && !is_among(known->second, version)) known->second += " + " + version;
  }
  night.notes.merge(other.notes);
  night.rounds_planned = std::min(night.rounds_planned, other.rounds_planned);
  night.finished_at = std::max(night.finished_at, other.finished_at);
  night.imported->file += ", " + other.imported->file;
}

Error same_twice(const Record& first, const Record& second, PlaceRule rule) {
  return Error{ErrorKind::measurement,
               fmt::format("it and {} measured the same cases at one moment, and {}", printable(first.imported->file),
                           rule == PlaceRule::together ? "their places do not count"
                                                       : "neither says on which machine or device"),
               printable(second.imported->file),
               "give the files of one machine at a time, or the time of day in their names (log-2026-11-28T0200.log)"};
}

/// A series being put together.
struct Draft {
  MachineNights series;
  std::vector<Record> nights;
  std::vector<Record> parts{};   ///< what the last night was made of, without figures: to find the same case twice
  std::optional<Error> twice{};  ///< of the last night
};

void add(Draft& draft, Record record, PlaceRule rule) {
  if (draft.nights.empty() || !record.imported) {
    draft.nights.push_back(std::move(record));
    draft.twice.reset();
    return;
  }
  Record& night = draft.nights.back();
  const bool repeats = has_case_of(night, record);
  if (!repeats && are_of_one_night(night.started_at, record.started_at)) return join(night, std::move(record));
  if (!repeats || night.started_at != record.started_at) {
    draft.twice.reset();
  } else if (!draft.twice) {
    draft.twice = same_twice(night, record, rule);
  }
  draft.nights.push_back(std::move(record));
}

/// Its latest run was one of a night of both: not of machines that are measured in turn.
bool was_beside(const MachineNights& older, const MachineNights& judged) {
  return !older.earlier.empty() && std::any_of(judged.earlier.begin(), judged.earlier.end(), [&](const Record& night) {
    return are_of_one_night(older.latest.started_at, night.started_at);
  });
}

}  // namespace

Result<Nights> nights_of(std::vector<Record> records, PlaceRule rule) {
  std::vector<PlacedRun> runs;
  for (const Record& record : records) runs.push_back({place_of(record), record.started_at});
  const std::vector<std::size_t> numbers = series_of(runs, rule);
  std::vector<Draft> drafts(*std::max_element(numbers.begin(), numbers.end()) + 1);
  const std::string latest = records.back().started_at;
  for (std::size_t i = 0; i < records.size(); ++i) {
    Draft& draft = drafts[numbers[i]];
    if (!draft.nights.empty() && draft.series.place.key != runs[i].place.key) draft.series.has_passing_names = true;
    draft.series.place = runs[i].place;
    add(draft, std::move(records[i]), rule);
  }
  Nights nights;
  for (Draft& draft : drafts) {
    MachineNights& series = draft.series;
    series.latest = std::move(draft.nights.back());
    draft.nights.pop_back();
    series.earlier = std::move(draft.nights);
    const bool is_judged = are_of_one_night(series.latest.started_at, latest);
    if (is_judged && draft.twice) return fail(*draft.twice);
    (is_judged ? nights.judged : nights.older).push_back(std::move(series));
  }
  for (const MachineNights& older : nights.older) {
    const bool is_absent =
        older.latest.imported && std::any_of(nights.judged.begin(), nights.judged.end(),
                                             [&](const MachineNights& judged) { return was_beside(older, judged); });
    if (is_absent) {
      nights.absent.push_back(
          fmt::format("{}: its latest run is of {}", name_of(older.place), older.latest.started_at));
    }
  }
  return nights;
}

std::optional<MixedPlaces> mixed_places(const std::vector<const Record*>& records, Within within, PlaceRule rule) {
  std::vector<PlacedRun> runs;
  for (const Record* record : records) runs.push_back({place_of(*record), record->started_at});
  const std::vector<std::size_t> numbers = series_of(runs, rule);
  std::map<std::string_view, std::vector<std::size_t>> seen;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!records[i]->imported) continue;
    for (const Case& measured : records[i]->cases) {
      std::vector<std::size_t>& others = seen[measured.id];
      const auto other = std::find_if(others.begin(), others.end(), [&](std::size_t one) {
        return numbers[one] != numbers[i] &&
               (within == Within::all || are_of_one_night(runs[one].moment, runs[i].moment));
      });
      if (other != others.end()) {
        return MixedPlaces{measured.id, name_of(runs[*other].place) + ", " + name_of(runs[i].place)};
      }
      if (within == Within::one_night || others.empty()) others.push_back(i);
    }
  }
  return std::nullopt;
}

}  // namespace roofgate
