#include "bench/roofgate/night_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "bench/baseline/repeated_figures.hpp"
#include "bench/readers/night_names.hpp"
#include "bench/readers/run_identity.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/import_notes.hpp"
#include "bench/roofgate/record_argument.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// Its first key is its schema: other JSON files lie beside records.
bool looks_like_record(const fs::path& file) {
  std::ifstream stream{file, std::ios::binary};
  std::string head(512, '\0');
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(stream.gcount()));
  return head.find("\"roofgate.record/") != std::string::npos;
}

/// Whether a reader takes it for its own. Tables of any kind lie beside records too: without a mapping they say
/// nothing.
bool is_of_a_tool(const fs::path& file, const ImportOptions& options) {
  auto source = open_file(file);
  if (!source) return false;
  TextStream stream{std::move(*source)};
  const std::string_view head = stream.head();
  return std::any_of(formats().begin(), formats().end(), [&](const Format& format) {
    if (format.name == "csv" && options.mapping.empty()) return false;
    return format.name != "roofgate" && format.claims(head).fit != Fit::no;
  });
}

/// What lies in a folder, at any depth: runs, and what no reader knows.
struct Found {
  std::vector<fs::path> runs, others;
};

Result<Found> files_in(const fs::path& folder, const ImportOptions& options) {
  Found found;
  std::error_code problem;
  for (fs::recursive_directory_iterator entry{folder, problem}, end; !problem && entry != end;
       entry.increment(problem)) {
    std::error_code ignored;
    const fs::path& file = entry->path();
    if (file.filename().string().starts_with('.') || entry->is_directory(ignored)) continue;
    const bool is_file = entry->is_regular_file(ignored);
    const bool is_own = is_file && file.extension() == ".json" && looks_like_record(file);
    const bool is_run = is_own || (is_file && is_of_a_tool(file, options));
    (is_run ? found.runs : found.others).push_back(file);
  }
  if (problem) return fail(ErrorKind::input, fmt::format("cannot be listed: {}", problem.message()), folder.string());
  if (found.runs.empty()) {
    return fail(ErrorKind::usage, "holds no run record", folder.string(),
                "`roofgate run -o FILE` writes one; `roofgate import FILE` says what another tool's file is");
  }
  std::sort(found.runs.begin(), found.runs.end());
  std::sort(found.others.begin(), found.others.end());
  return found;
}

/// Why a file that is called like a night is none; nothing for what merely lies beside the nights.
std::optional<std::string> why_left_out(const fs::path& file, const NightNames& nights, const ImportOptions& options) {
  std::error_code ignored;
  const bool is_file = fs::is_regular_file(file, ignored);
  if (!nights.has(file, is_file && fs::file_size(file, ignored) == 0)) return std::nullopt;
  if (!is_file) return std::string{kNoFile};
  const auto read = import_file(file, options);
  return read ? std::nullopt : std::optional{read.error().what};
}

class NightReader {
 public:
  NightReader(Console& console, const ImportOptions& options) : console_{console}, options_{options} {}

  Result<void> read_place(const std::string& place) {
    if (!is_folder_or_glob(place)) return read_file_at(place);
    std::error_code ignored;
    if (fs::is_directory(place, ignored)) return read_folder(place);
    const auto files = expand_files({&place, 1});
    if (!files) return fail(files.error());
    read_all(*files);
    return {};
  }

  NightRecords finish() {
    console_.err << notes_.text();
    const auto repeats = repeated_runs(identities_);
    NightRecords once;
    for (std::size_t i = 0; i < nights_.size(); ++i) {
      if (!repeats[i]) once.nights.push_back(std::move(nights_[i]));
    }
    leave_copies(once.nights);
    once.lost = lost_;
    return once;
  }

 private:
  /// Another tool's night with the figures of an earlier one of its place is no night.
  void leave_copies(std::vector<NightRecord>& nights) {
    std::stable_sort(nights.begin(), nights.end(), [](const NightRecord& a, const NightRecord& b) {
      return a.measured.night.date < b.measured.night.date;
    });
    std::map<std::string, std::pair<std::vector<Figures>, std::vector<std::string>>> places;
    std::erase_if(nights, [&](const NightRecord& one) {
      if (!one.belongs_to.suite.starts_with(kImportedSuitePrefix)) return false;
      auto& [known, dates] = places[one.place.kind + '\n' + one.place.key];
      Figures figures = figures_of(one.measured.night);
      const auto same = repeated_in(figures, known);
      if (same) {
        ++lost_;
        console_.err << fmt::format("roofgate: left out: {}: the same measurements as the run of {}: a copy\n",
                                    visible(one.measured.night.record_id), dates[*same]);
        return true;
      }
      known.push_back(std::move(figures));
      dates.push_back(one.measured.night.date.substr(0, 10));
      return false;
    });
  }

  Result<void> read_folder(const std::string& folder) {
    const auto found = files_in(folder, options_);
    if (!found) return fail(found.error());
    NightNames names;
    for (const fs::path& file : found->runs) names.add(file);
    for (const fs::path& file : found->others) {
      const auto why = why_left_out(file, names, options_);
      if (!why) continue;
      ++lost_;
      console_.err << "roofgate: left out: " << visible(file.string() + ": " + *why) << '\n';
    }
    read_all(found->runs);
    return {};
  }

  void read_all(const std::vector<fs::path>& files) {
    for (const fs::path& file : files) {
      if (auto read = read_file_at(file); !read) {
        ++lost_;
        console_.err << "roofgate: left out: " << visible(to_string(read.error()), LineBreaks::keep) << "\n";
      }
    }
  }

  Result<void> read_file_at(const fs::path& file) {
    const auto read = read_run_file(file.string(), options_);
    if (!read) return fail(read.error());
    notes_.add(*read);
    const std::vector<Record>& records = read->imported.records;
    for (std::size_t part = 0; part < records.size(); ++part) add(records[part], part);
    return {};
  }

  void add(const Record& record, std::size_t part) {
    RunPlace place = place_of(record);
    if (!options_.place.empty() && !is_at(place, options_.place)) return;
    identities_.push_back(identity_of(record, part));
    nights_.push_back({baseline_name_of(record), measured_night_of(record), std::move(place)});
  }

  Console& console_;
  const ImportOptions& options_;
  ImportNotes notes_;
  std::size_t lost_ = 0;
  std::vector<RunIdentity> identities_;
  std::vector<NightRecord> nights_;
};

}  // namespace

Result<NightRecords> read_night_records(const std::vector<std::string>& places, Console& console,
                                        const ImportOptions& options) {
  NightReader reader{console, options};
  for (const std::string& place : places) {
    if (auto read = reader.read_place(place); !read) return fail(read.error());
  }
  return reader.finish();
}

}  // namespace roofgate
