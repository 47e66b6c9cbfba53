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

/// `other` is a further measurement of `known`. Rounds of another definition are no rounds of this case: the later
/// stand.
void add_rounds(Case& known, Case other) {
  if (!is_clean(other)) return;
  if (!is_clean(known) || known.definition != other.definition) {
    known.rounds.clear();
    known.definition = other.definition;
  }
  for (Round& round : other.rounds) {
    round.index = static_cast<int>(known.rounds.size());
    known.rounds.push_back(std::move(round));
  }
}

/// `other` becomes part of `night`: what both measured has further rounds. Logs of one night with different libraries
/// say both.
void join(Record& night, Record other) {
  const int worlds = static_cast<int>(night.worlds.size());
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < night.cases.size(); ++i) known.emplace(night.cases[i].id, i);
  for (Case& measured : other.cases) {
    for (Round& round : measured.rounds) {
      if (round.world) *round.world += worlds;
    }
    const auto same = known.find(measured.id);
    if (same == known.end()) {
      night.cases.push_back(std::move(measured));
    } else {
      add_rounds(night.cases[same->second], std::move(measured));
    }
  }
  std::move(other.worlds.begin(), other.worlds.end(), std::back_inserter(night.worlds));
  for (auto& [name, version] : other.environment.software) {
    const auto [before, is_new] = night.environment.software.emplace(name, version);
    if (!is_new && !is_among(before->second, version)) before->second += " + " + version;
  }
  night.notes.merge(other.notes);
  night.rounds_planned = std::min(night.rounds_planned, other.rounds_planned);
  const bool is_finished = !night.finished_at.empty() && !other.finished_at.empty();
  night.finished_at = is_finished ? std::max(night.finished_at, other.finished_at) : std::string{};
  night.imported->file += ", " + other.imported->file;
}

std::string why_not_told_apart(const Record& record, PlaceRule rule) {
  if (rule == PlaceRule::together) return "their places do not count";
  const std::string label = place_of(record).label;
  return label.empty() ? "neither says on which machine or device" : fmt::format("both are of {}", printable(label));
}

Error same_twice(const Record& first, const Record& second, PlaceRule rule) {
  return Error{ErrorKind::measurement,
               fmt::format("it and {} measured the same cases at one moment, and {}", printable(first.imported->file),
                           why_not_told_apart(second, rule)),
               printable(second.imported->file),
               "give the files of one machine at a time, or the time of day in their names (log-2026-11-28T0200.log)"};
}

using Runs = std::vector<Record>;  // by start

/// The latest first: a night is what is of one night with its last run.
std::vector<Runs> by_night(Runs runs) {
  std::vector<Runs> nights;
  std::string last;
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    if (nights.empty() || !are_of_one_night(run->started_at, last)) {
      nights.emplace_back();
      last = run->started_at;
    }
    nights.back().push_back(std::move(*run));
  }
  for (Runs& night : nights) std::reverse(night.begin(), night.end());
  return nights;
}

/// The same case twice at one moment.
std::optional<Error> find_twice(const Runs& night, PlaceRule rule) {
  std::map<std::string_view, const Record*> last;
  for (const Record& run : night) {
    if (!run.imported) continue;
    for (const Case& measured : run.cases) {
      const Record*& before = last[measured.id];
      if (before != nullptr && before->started_at == run.started_at) return same_twice(*before, run, rule);
      before = &run;
    }
  }
  return std::nullopt;
}

/// Parts of one night, such as a log per collective, as runs: a run ends where a case comes again.
Runs joined_parts(Runs parts) {
  Runs runs;
  for (Record& part : parts) {
    if (!runs.empty() && part.imported && !has_case_of(runs.back(), part)) {
      join(runs.back(), std::move(part));
    } else {
      runs.push_back(std::move(part));
    }
  }
  return runs;
}

/// The last run takes what it did not measure again from those before it; runs of which nothing is left are dropped.
void complete_last(Runs& runs) {
  Record& last = runs.back();
  for (std::size_t i = runs.size() - 1; last.imported && i-- > 0;) {
    std::set<std::string> measured;
    for (const Case& one : last.cases) measured.insert(one.id);
    const auto again = std::stable_partition(runs[i].cases.begin(), runs[i].cases.end(),
                                             [&](const Case& one) { return measured.contains(one.id); });
    if (again == runs[i].cases.end()) continue;
    Record rest = runs[i];
    rest.cases.assign(std::make_move_iterator(again), std::make_move_iterator(runs[i].cases.end()));
    runs[i].cases.erase(again, runs[i].cases.end());
    join(last, std::move(rest));
  }
  Record whole = std::move(last);
  runs.pop_back();
  std::erase_if(runs, [](const Record& run) { return run.imported && run.cases.empty(); });
  runs.push_back(std::move(whole));
}

/// Another tool's runs of one night are rounds of one night; roofgate's own have rounds already.
void add_earlier(std::vector<Record>& earlier, Runs night) {
  Record& first = earlier.emplace_back(std::move(night.front()));
  for (std::size_t i = 1; i < night.size() && first.imported; ++i) join(first, std::move(night[i]));
  if (first.imported) return;
  std::move(night.begin() + 1, night.end(), std::back_inserter(earlier));
}

/// A series being put together.
struct Draft {
  MachineNights series;
  Runs runs{};
  std::optional<Error> twice{};  ///< of the latest night
};

void finish(Draft& draft, PlaceRule rule) {
  MachineNights& series = draft.series;
  series.runs = draft.runs.size();
  std::vector<Runs> nights = by_night(std::move(draft.runs));
  draft.twice = find_twice(nights.front(), rule);
  series.latest = joined_parts(std::move(nights.front()));
  for (auto night = nights.rbegin(); night + 1 != nights.rend(); ++night) {
    add_earlier(series.earlier, std::move(*night));
  }
  if (!series.earlier.empty()) return complete_last(series.latest);
  // The runs of a first night have nothing but each other.
  std::move(series.latest.begin(), series.latest.end() - 1, std::back_inserter(series.earlier));
  series.latest.erase(series.latest.begin(), series.latest.end() - 1);
}

/// Its latest run was one of a night of both: not of machines that are measured in turn.
bool was_beside(const MachineNights& older, const MachineNights& judged) {
  return !older.earlier.empty() && std::any_of(judged.earlier.begin(), judged.earlier.end(), [&](const Record& night) {
    return are_of_one_night(older.latest.back().started_at, night.started_at);
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
    if (!draft.runs.empty() && draft.series.place.key != runs[i].place.key) draft.series.has_passing_names = true;
    draft.series.place = runs[i].place;
    draft.runs.push_back(std::move(records[i]));
  }
  Nights nights;
  for (Draft& draft : drafts) {
    finish(draft, rule);
    MachineNights& series = draft.series;
    const bool is_judged = are_of_one_night(series.latest.back().started_at, latest);
    if (is_judged && draft.twice) return fail(*draft.twice);
    (is_judged ? nights.judged : nights.older).push_back(std::move(series));
  }
  for (const MachineNights& older : nights.older) {
    const bool is_absent = older.latest.back().imported &&
                           std::any_of(nights.judged.begin(), nights.judged.end(),
                                       [&](const MachineNights& judged) { return was_beside(older, judged); });
    if (is_absent) {
      nights.absent.push_back(
          fmt::format("{}: its latest run is of {}", name_of(older.place), older.latest.back().started_at));
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
