#include "bench/roofgate/record_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <ostream>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "bench/baseline/repeated_figures.hpp"
#include "bench/readers/nights.hpp"
#include "bench/readers/run_identity.hpp"
#include "bench/record/json_tree.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/run_place.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/import_notes.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// What was read of several files, and what was left out, on console.err.
void tell(const History& history, Console& console) {
  ImportNotes notes;
  for (const ImportedFile& file : history.files) notes.add(file);
  console.err << notes.text();
  for (const std::string& text : history.left_out) console.err << "roofgate: left out: " << visible(text) << '\n';
}

void tell(const ImportedFile& file, Console& console) {
  ImportNotes notes;
  notes.add(file);
  console.err << notes.text();
}

constexpr const char* kLostHint = "the night is lost: measure again; without it the run before it is judged";
constexpr const char* kLostPlaceHint = "the night of this place is lost: measure again, or move the file away";

const std::string kLostRun = "the latest run of the file is lost: ";

Error lost_run(const std::string& why, const std::string& file) {
  return Error{ErrorKind::measurement, kLostRun + why, file, kLostHint};
}

/// What no reader claims may be a damaged record.
bool is_own(std::string_view head) {
  return std::none_of(formats().begin(), formats().end(), [head](const Format& format) {
    return format.name != "roofgate" && format.claims(head).fit != Fit::no;
  });
}

/// "n1 (unknown-no-device/imported-superbench), n2 (…)", each once.
std::string names_of(const std::vector<Record>& records) {
  std::set<std::string> names;
  for (const Record& record : records) names.insert(name_of(place_of(record)));
  constexpr std::size_t kMostShown = 8;
  std::string text;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    if (shown++ == kMostShown) return text + fmt::format(" and {} more", names.size() - kMostShown);
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

Error several_records(const std::vector<Record>& records, const std::string& file) {
  return Error{ErrorKind::usage, fmt::format("holds {} records, one is wanted: {}", records.size(), names_of(records)),
               file, "choose one with --place NAME, or write them to a folder: roofgate import FILE -o FOLDER/"};
}

/// A run that measured a part of its night: nothing vanished, the night's last run has the rest.
std::vector<Record> only_cases_of(const Record& run, std::vector<Record> nights) {
  std::set<std::string_view> ids;
  for (const Case& measured : run.cases) ids.insert(measured.id);
  for (Record& night : nights) std::erase_if(night.cases, [&](const Case& one) { return !ids.contains(one.id); });
  return nights;
}

/// Every run of the series' latest night.
void add_runs(JudgedRuns& judged, MachineNights series) {
  const std::string name = name_of(series.place);
  const bool is_one = series.latest.size() == 1;
  const std::size_t whole = series.latest.back().cases.size();
  judged.has_several_runs = judged.has_several_runs || !is_one;
  const auto earlier = std::make_shared<const std::vector<Record>>(std::move(series.earlier));
  for (Record& run : series.latest) {
    const bool is_part = run.imported && run.cases.size() < whole;
    Runs runs{name, is_one ? name : fmt::format("{}, run of {}", name, run.started_at), std::move(run), earlier};
    if (is_part) runs.earlier = std::make_shared<const std::vector<Record>>(only_cases_of(runs.judged, *earlier));
    judged.runs.push_back(std::move(runs));
  }
}

/// Of a place without a past, where an older one is like it but for its devices or its host's name: what differs.
std::optional<std::string> first_night_beside(const MachineNights& series, const std::vector<MachineNights>& older) {
  if (!series.earlier.empty()) return std::nullopt;
  const auto same_host = std::find_if(older.begin(), older.end(), [&](const MachineNights& one) {
    return one.place.hosts == series.place.hosts && !one.place.hosts.empty();
  });
  const auto same_kind = std::find_if(older.begin(), older.end(),
                                      [&](const MachineNights& one) { return one.place.kind == series.place.kind; });
  const auto near = same_host != older.end() ? same_host : same_kind;
  if (near == older.end()) return std::nullopt;
  std::string differs;
  if (near->place.kind != series.place.kind) {
    differs = fmt::format("hardware or suite {}, now {}", near->place.kind, series.place.kind);
  } else if (near->place.hosts != series.place.hosts) {
    differs = fmt::format("host {}, now {}", near->place.hosts, series.place.hosts);
  } else {
    differs = fmt::format("device {}, now {}", near->place.label, series.place.label);
  }
  return fmt::format("{} has no earlier night; the nearest place with a past differs: {}", name_of(series.place),
                     differs);
}

/// `records` by start, at least one. What was not measured in the latest night is left out, aloud.
Result<JudgedRuns> runs_of(std::vector<Record> records, PlaceRule rule, Console& console) {
  const std::string latest = records.back().started_at;
  auto nights = nights_of(std::move(records), rule);
  if (!nights) return fail(nights.error());
  const auto say = [&console](const std::string& text) {
    console.err << visible("roofgate: " + text + "\n", LineBreaks::keep);
  };
  for (const MachineNights& older : nights->older) {
    say(fmt::format("left out: {}: {} run{}, the latest of {}: the latest night is of {}", name_of(older.place),
                    older.runs, older.runs == 1 ? "" : "s", older.latest.back().started_at, latest));
  }
  for (const MachineNights& series : nights->judged) {
    if (const auto text = first_night_beside(series, nights->older)) say(*text);
  }
  JudgedRuns judged;
  judged.absent = nights->absent;
  for (MachineNights& series : nights->judged) {
    if (series.has_passing_names && rule == PlaceRule::apart) {
      say(fmt::format("every run of {} is of another host or device: taken for one series of like machines",
                      series.place.kind));
    }
    add_runs(judged, std::move(series));
  }
  return judged;
}

/// Of the places that --place wants, those that the latest night of all lacks: an earlier one must not stand for it.
Result<std::vector<std::string>> absent_at(const std::string& place, const std::vector<Record>& records,
                                           PlaceRule rule) {
  const auto nights = nights_of(records, rule);
  if (!nights) return fail(nights.error());
  std::vector<std::string> absent;
  for (const MachineNights& older : nights->older) {
    const std::string start = name_of(older.place) + ": its latest run";
    const auto found = std::find_if(nights->absent.begin(), nights->absent.end(),
                                    [&](const std::string& one) { return one.starts_with(start); });
    if (is_at(older.place, place) && found != nights->absent.end()) absent.push_back(*found);
  }
  return absent;
}

/// What is lost of the latest night: whole files, and the last runs of files of many.
std::vector<LostNight> lost_of(const History& history, const std::string& latest) {
  std::vector<LostNight> lost = history.lost;
  for (const ImportedFile& file : history.files) {
    if (!file.imported.lost_latest || !are_of_one_night(file.latest, latest)) continue;
    lost.push_back({lost_run(*file.imported.lost_latest, file.name), file.places, file.latest, false});
  }
  return lost;
}

/// Whether somebody who chose a place wants to hear of it; of whom it was is not always known.
bool is_wanted(const LostNight& lost, const std::string& place) {
  return place.empty() || lost.places.empty() ||
         std::any_of(lost.places.begin(), lost.places.end(), [&](const RunPlace& one) { return is_at(one, place); });
}

/// One of `others` + 1 lost files speaks for all.
Error lost_file(LostNight lost, std::size_t others, const char* hint) {
  lost.error.what = "the latest file holds no run: " + lost.error.what;
  if (others > 0) lost.error.what += fmt::format(" (and {} more)", others);
  lost.error.hint = hint;
  return std::move(lost.error);
}

bool is_own_place(const LostNight& lost, const std::string& name) {
  return std::any_of(lost.places.begin(), lost.places.end(),
                     [&](const RunPlace& place) { return name_of(place) == name; });
}

/// Puts the lost places beside the judged. What was cut off at a file's end is later than the file's other runs: those
/// do not stand for it.
void leave_lost(JudgedRuns& judged, std::vector<LostNight> lost) {
  for (LostNight& one : lost) {
    const bool is_cut = one.error.what.starts_with(kLostRun);
    std::erase_if(judged.runs, [&](const Runs& runs) { return is_cut && is_own_place(one, runs.place); });
    std::string name;
    for (const RunPlace& place : one.places) {
      name += (name.empty() ? "" : ", ") + name_of(place);
      std::erase_if(judged.absent,
                    [&](const std::string& absent) { return absent.starts_with(name_of(place) + ": its latest run"); });
    }
    const bool is_judged_too = std::any_of(judged.runs.begin(), judged.runs.end(),
                                           [&](const Runs& runs) { return is_own_place(one, runs.place); });
    if (name.empty()) {
      name = one.error.where;
    } else if (is_judged_too) {
      judged.has_several_runs = true;
      name += ", " + fs::path{one.error.where}.filename().string();
    }
    Error error = is_cut ? std::move(one.error) : lost_file(std::move(one), 0, kLostPlaceHint);
    judged.lost.push_back({std::move(name), std::move(error)});
  }
}

/// Leaves out records with the figures of an earlier one of their place, each a copy under another date. Calls
/// `take(copy, original)` for each. `records` by start.
template <class Take>
void leave_copies(std::vector<Record>& records, const Take& take) {
  std::map<std::string, std::pair<std::vector<Figures>, std::vector<std::size_t>>> places;
  std::vector<bool> is_copy(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    Figures figures = figures_of(records[i]);
    if (figures.empty()) continue;
    const RunPlace place = place_of(records[i]);
    auto& [known, numbers] = places[place.kind + '\n' + place.key];
    const auto same = repeated_in(figures, known);
    is_copy[i] = same.has_value();
    if (same) take(records[i], records[numbers[*same]]);
    known.push_back(std::move(figures));
    numbers.push_back(i);
  }
  std::size_t at = 0;
  std::erase_if(records, [&](const Record&) { return is_copy[at++]; });
}

std::string copy_of(const Record& original) {
  return fmt::format("the same measurements as {} of {}: a copy, not a new run", printable(original.imported->file),
                     original.started_at.substr(0, 10));
}

/// A copy under the latest night's date is that night lost.
void lose_copies(std::vector<Record>& records, const std::string& latest, std::vector<LostNight>& lost,
                 Console& console) {
  leave_copies(records, [&](const Record& copy, const Record& original) {
    const std::string file = printable(copy.imported->file);
    if (!are_of_one_night(copy.started_at, latest)) {
      console.err << "roofgate: left out: " << visible(file + ": " + copy_of(original)) << '\n';
      return;
    }
    lost.push_back({{ErrorKind::measurement, copy_of(original), file, {}}, {place_of(copy)}, copy.started_at, false});
  });
  if (records.empty() || are_of_one_night(records.back().started_at, latest)) return;
  for (LostNight& one : lost) one.is_after_all = one.is_after_all || are_of_one_night(one.moment, latest);
}

void tell_missing(const JudgedRuns& judged, Console& console) {
  for (const std::string& absent : judged.absent) {
    console.err << "roofgate: the latest night lacks " << visible(absent)
                << "\n  hint: measure there again, or move its files away if it is gone\n";
  }
  for (const LostPlace& lost : judged.lost) {
    console.err << "roofgate: the latest night lacks " << visible(lost.name) << ": "
                << visible(to_string(lost.error), LineBreaks::keep) << '\n';
  }
}

void note_lost(const ImportedFile& file, LoadedRecords& loaded) {
  if (file.imported.lost_latest) loaded.lost.push_back(fmt::format("{}: {}", file.name, *file.imported.lost_latest));
}

/// All records of one file. Of a foreign one: says on console.err what it was taken for and what of it was refused.
Result<std::vector<Record>> load_file(const std::string& file, Console& console, const ImportOptions& options) {
  auto read = read_run_file(file, options);
  if (!read) return fail(read.error());
  tell(*read, console);
  return std::move(read->imported.records);
}

}  // namespace

bool is_folder_or_glob(const std::string& argument) {
  std::error_code ignored;
  if (fs::is_directory(argument, ignored)) return true;
  return !fs::exists(argument, ignored) && argument.find_first_of("*?[") != std::string::npos;
}

Result<void> keep_place(std::vector<Record>& records, const std::string& place, const std::string& where) {
  if (place.empty()) return {};
  const std::string known = names_of(records);
  std::erase_if(records, [&](const Record& record) { return !is_at(place_of(record), place); });
  if (!records.empty()) return {};
  return fail(ErrorKind::usage, fmt::format("no run in it is of the place '{}'", place), where, "it has: " + known);
}

Result<ImportedFile> read_run_file(const std::string& file, const ImportOptions& options) {
  if (options.format != "auto") return import_file(file, options);
  auto source = open_file(file);
  if (!source) return fail(source.error());
  TextStream stream{std::move(*source)};
  std::error_code ignored;
  if (is_own(stream.head()) && !stream.problem() && fs::is_regular_file(file, ignored) && !is_gzip(file)) {
    // The record's own reader takes less memory and says best what is wrong with a damaged one.
    auto record = read_record(file);
    if (!record) return fail(record.error());
    ImportedFile own{file, {}, {}};
    own.imported.records.push_back(std::move(*record));
    return own;
  }
  return import_stream(stream, Source{file, modified_of(file), options.mapping}, options);
}

Result<Record> load_record(const std::string& file, Console& console, const ImportOptions& options) {
  auto records = load_file(file, console, options);
  if (!records) return fail(records.error());
  if (const auto kept = keep_place(*records, options.place, file); !kept) return fail(kept.error());
  if (records->size() != 1) return fail(several_records(*records, file));
  return std::move(records->front());
}

Result<LoadedRecords> load_records(const std::vector<std::string>& arguments, Console& console,
                                   const ImportOptions& options) {
  LoadedRecords loaded;
  std::vector<Record> all;
  std::vector<RunIdentity> identities;
  for (const std::string& argument : arguments) {
    std::vector<Record> records;
    if (is_folder_or_glob(argument)) {
      auto history = import_history({&argument, 1}, options);
      if (!history) return fail(history.error());
      tell(*history, console);
      loaded.lost.insert(loaded.lost.end(), history->unread.begin(), history->unread.end());
      for (const ImportedFile& file : history->files) note_lost(file, loaded);
      records = std::move(history->records);
    } else {
      auto read = read_run_file(argument, options);
      if (!read) return fail(read.error());
      tell(*read, console);
      note_lost(*read, loaded);
      records = std::move(read->imported.records);
    }
    for (std::size_t part = 0; part < records.size(); ++part) {
      identities.push_back(identity_of(records[part], part));
      all.push_back(std::move(records[part]));
    }
  }
  const auto repeats = repeated_runs(identities);
  std::vector<Record>& once = loaded.records;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].imported || !repeats[i]) {
      once.push_back(std::move(all[i]));
    } else {
      console.err << fmt::format("roofgate: left out: {}: the same content as another file\n", visible(all[i].id));
    }
  }
  if (const auto kept = keep_place(once, options.place, arguments.front()); !kept) return fail(kept.error());
  return loaded;
}

Result<JudgedRuns> load_runs(const std::vector<std::string>& arguments, Console& console,
                             const ImportOptions& options) {
  if (arguments.size() == 1 && !is_folder_or_glob(arguments.front())) {
    auto read = read_run_file(arguments.front(), options);
    if (!read) return fail(read.error());
    tell(*read, console);
    if (read->imported.lost_latest) return fail(lost_run(*read->imported.lost_latest, arguments.front()));
    std::vector<Record>* const records = &read->imported.records;
    if (const auto kept = keep_place(*records, options.place, arguments.front()); !kept) return fail(kept.error());
    std::stable_sort(records->begin(), records->end(),
                     [](const Record& a, const Record& b) { return a.started_at < b.started_at; });
    const std::string latest = records->back().started_at;
    std::vector<LostNight> lost;
    lose_copies(*records, latest, lost, console);
    if (!lost.empty() && lost.back().is_after_all) return fail(lost_file(std::move(lost.back()), 0, kLostHint));
    auto judged = runs_of(std::move(*records), options.places, console);
    if (!judged) return judged;
    leave_lost(*judged, std::move(lost));
    tell_missing(*judged, console);
    return judged;
  }
  auto history = import_history(arguments, options);
  if (!history) return fail(history.error());
  tell(*history, console);
  const std::string latest = history->records.back().started_at;
  std::vector<LostNight> lost = lost_of(*history, latest);
  std::vector<std::string> absent;
  if (!options.place.empty()) {
    auto found = absent_at(options.place, history->records, options.places);
    if (!found) return fail(found.error());
    absent = std::move(*found);
  }
  if (const auto kept = keep_place(history->records, options.place, arguments.front()); !kept) {
    return fail(kept.error());
  }
  lose_copies(history->records, latest, lost, console);
  std::erase_if(lost, [&](const LostNight& one) { return !is_wanted(one, options.place); });
  const auto last = std::max_element(lost.begin(), lost.end(), [](const LostNight& a, const LostNight& b) {
    return std::tie(a.is_after_all, a.moment) < std::tie(b.is_after_all, b.moment);
  });
  if (last != lost.end() && last->is_after_all) {
    return fail(lost_file(std::move(*last), lost.size() - 1, kLostHint));
  }
  auto judged = runs_of(std::move(history->records), options.places, console);
  if (!judged) return judged;
  judged->absent.insert(judged->absent.end(), absent.begin(), absent.end());
  leave_lost(*judged, std::move(lost));
  tell_missing(*judged, console);
  if (judged->runs.empty()) return fail(std::move(judged->lost.front().error));
  return judged;
}

}  // namespace roofgate
