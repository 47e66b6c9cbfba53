#include "bench/roofgate/record_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>
#include <system_error>
#include <utility>

#include "bench/readers/run_identity.hpp"
#include "bench/record/record_json.hpp"
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

Error lost_run(const std::string& why, const std::string& file) {
  return Error{ErrorKind::measurement, "the latest run of the file is lost: " + why, file, kLostHint};
}

/// What no reader claims may be a damaged record.
bool is_own(std::string_view head) {
  return std::none_of(formats().begin(), formats().end(), [head](const Format& format) {
    return format.name != "roofgate" && format.claims(head).fit != Fit::no;
  });
}

Error several_records(std::size_t count, const std::string& file) {
  return Error{ErrorKind::usage, fmt::format("holds {} records, one is wanted", count), file,
               "write them to a folder: roofgate import FILE -o FOLDER/"};
}

/// Runs of one file that differ in when they were are a history; several machines' at one time are none.
bool have_own_dates(const std::vector<Record>& records) {
  std::set<std::string> moments;
  for (const Record& record : records) moments.insert(record.started_at);
  return moments.size() == records.size();
}

/// Ranks that a tool reported figures of on earlier nights and not on the latest: the others' do not stand for them.
void mark_lost_ranks(Runs& runs) {
  std::map<std::string, std::size_t> ranks;
  for (const Record& record : runs.earlier) {
    for (const Case& measured : record.cases) {
      for (const Round& round : measured.rounds) {
        if (!round.rank_time_s.empty()) ranks[measured.id] = round.rank_time_s.size();
      }
    }
  }
  for (Case& measured : runs.judged.cases) {
    const auto usual = ranks.find(measured.id);
    if (usual == ranks.end()) continue;
    for (Round& round : measured.rounds) {
      const std::size_t told = std::max(round.rank_time_s.size(), round.time_s.empty() ? std::size_t{0} : 1);
      if (told >= usual->second || !round.marks.empty()) continue;
      round.marks.push_back({MarkKind::error, fmt::format("{} of {} ranks reported a figure", told, usual->second)});
    }
  }
}

/// `records` by start, at least one. What is of other hardware or another suite than the latest is left out, aloud.
Runs runs_of(std::vector<Record> records, Console& console) {
  Runs runs;
  runs.judged = std::move(records.back());
  records.pop_back();
  const std::string key = hardware_key(runs.judged.environment);
  for (Record& record : records) {
    if (record.suite == runs.judged.suite && hardware_key(record.environment) == key) {
      runs.earlier.push_back(std::move(record));
    } else {
      console.err << visible(fmt::format("roofgate: left out: {} of {}/{}: the latest run is of {}/{}\n", record.id,
                                         hardware_key(record.environment), record.suite, key, runs.judged.suite),
                             LineBreaks::keep);
    }
  }
  if (runs.judged.imported) mark_lost_ranks(runs);
  return runs;
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
  if (records->size() != 1) return fail(several_records(records->size(), file));
  return std::move(records->front());
}

Result<std::vector<Record>> load_records(const std::vector<std::string>& arguments, Console& console,
                                         const ImportOptions& options) {
  std::vector<Record> all;
  std::vector<RunIdentity> identities;
  for (const std::string& argument : arguments) {
    std::vector<Record> records;
    if (is_folder_or_glob(argument)) {
      auto history = import_history({&argument, 1}, options);
      if (!history) return fail(history.error());
      tell(*history, console);
      records = std::move(history->records);
    } else {
      auto loaded = load_file(argument, console, options);
      if (!loaded) return fail(loaded.error());
      records = std::move(*loaded);
    }
    for (std::size_t part = 0; part < records.size(); ++part) {
      identities.push_back(identity_of(records[part], part));
      all.push_back(std::move(records[part]));
    }
  }
  const auto repeats = repeated_runs(identities);
  std::vector<Record> once;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].imported || !repeats[i]) {
      once.push_back(std::move(all[i]));
    } else {
      console.err << fmt::format("roofgate: left out: {}: the same content as another file\n", visible(all[i].id));
    }
  }
  return once;
}

Result<Runs> load_runs(const std::vector<std::string>& arguments, Console& console, const ImportOptions& options) {
  if (arguments.size() == 1 && !is_folder_or_glob(arguments.front())) {
    auto read = read_run_file(arguments.front(), options);
    if (!read) return fail(read.error());
    tell(*read, console);
    if (read->imported.lost_latest) return fail(lost_run(*read->imported.lost_latest, arguments.front()));
    std::vector<Record>* const records = &read->imported.records;
    if (records->size() > 1 && !have_own_dates(*records)) {
      return fail(several_records(records->size(), arguments.front()));
    }
    std::stable_sort(records->begin(), records->end(),
                     [](const Record& a, const Record& b) { return a.started_at < b.started_at; });
    return runs_of(std::move(*records), console);
  }
  auto history = import_history(arguments, options);
  if (!history) return fail(history.error());
  tell(*history, console);
  if (history->lost_latest) {
    Error lost = *history->lost_latest;
    lost.what = "the latest file holds no run: " + lost.what;
    lost.hint = kLostHint;
    return fail(std::move(lost));
  }
  const std::string& latest = history->records.back().started_at;
  const auto cut = std::find_if(history->files.begin(), history->files.end(), [&](const ImportedFile& file) {
    return file.imported.lost_latest && file.latest >= latest;
  });
  if (cut != history->files.end()) return fail(lost_run(*cut->imported.lost_latest, cut->name));
  return runs_of(std::move(history->records), console);
}

}  // namespace roofgate
