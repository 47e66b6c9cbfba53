// Many files as one history.
#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <cstddef>
#include <system_error>

#include "bench/readers/import.hpp"
#include "bench/readers/lost_nights.hpp"
#include "bench/readers/night_names.hpp"
#include "bench/readers/run_identity.hpp"
#include "bench/record/json_tree.hpp"
#include "bench/record/run_place.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// A file of the list, whether the user named it itself, and whether it is a file at all: a folder, a pipe or a link
/// that leads nowhere may stand where a night should.
struct Listed {
  fs::path file;
  bool is_named = false;
  bool is_file = true;
};

bool has_file(const std::vector<Listed>& all) {
  return std::any_of(all.begin(), all.end(), [](const Listed& one) { return one.is_file; });
}

Result<std::vector<Listed>> files_in(const fs::path& folder) {
  std::vector<Listed> files;
  std::error_code problem;
  for (fs::directory_iterator entry{folder, problem}, end; !problem && entry != end; entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    const std::string ending = entry->path().extension().string();
    const bool is_sign = name.starts_with('.') || ending == ".lock" || ending == ".done";  // that something goes on
    std::error_code ignored;
    if (!is_sign) files.push_back({entry->path(), false, entry->is_regular_file(ignored)});
  }
  if (problem) return fail(ErrorKind::input, "cannot list: " + problem.message(), folder.string());
  if (!has_file(files))
    return fail(ErrorKind::input, "holds no file", folder.string(), "folders in it are not looked into");
  return files;
}

Result<std::vector<Listed>> matches_of(const std::string& pattern) {
  glob_t found{};
  const int status = ::glob(pattern.c_str(), 0, nullptr, &found);
  std::vector<Listed> files;
  for (std::size_t i = 0; status == 0 && i < found.gl_pathc; ++i) {
    std::error_code ignored;
    files.push_back({found.gl_pathv[i], false, fs::is_regular_file(found.gl_pathv[i], ignored)});
  }
  ::globfree(&found);
  if (!has_file(files)) return fail(ErrorKind::input, "no file matches", printable(pattern));
  return files;
}

Result<std::vector<Listed>> list_files(std::span<const std::string> arguments) {
  std::vector<Listed> all;
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    Result<std::vector<Listed>> found = std::vector<Listed>{{argument, true}};
    if (fs::is_directory(argument, ignored)) {
      found = files_in(argument);
    } else if (!fs::exists(argument, ignored) && argument.find_first_of("*?[") != std::string::npos) {
      found = matches_of(argument);
    }
    if (!found) return fail(found.error());
    std::sort(found->begin(), found->end(), [](const Listed& a, const Listed& b) { return a.file < b.file; });
    all.insert(all.end(), found->begin(), found->end());
  }
  return all;
}

/// Of copies of one of roofgate's own records the one that holds most: `repeats` then points to it.
Result<void> prefer_whole(const std::vector<Record>& found, const std::vector<std::size_t>& file_of,
                          const std::vector<ImportedFile>& files, std::vector<std::optional<std::size_t>>& repeats,
                          std::vector<bool>& is_earlier) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].imported || !repeats[i]) continue;
    const std::size_t kept = *repeats[i];
    const CopyKind kind = compare_copies(found[kept], found[i]);
    if (kind == CopyKind::different) {
      return fail(ErrorKind::input,
                  fmt::format("it and {} are both record {} and hold different figures", files[file_of[kept]].name,
                              printable(found[i].id)),
                  files[file_of[i]].name, "one of them was changed: leave it out");
    }
    is_earlier[i] = kind == CopyKind::second_is_earlier;
    if (kind != CopyKind::first_is_earlier) continue;
    for (auto& repeated : repeats) {
      if (repeated == kept) repeated = i;
    }
    repeats[kept] = i;
    repeats[i].reset();
    is_earlier[kept] = true;
  }
  return {};
}

/// Runs that are in several files once; a file that holds nothing else is left out.
Result<void> keep_each_once(std::vector<Record> found, const std::vector<RunIdentity>& identities,
                            const std::vector<std::size_t>& file_of, History& history, std::vector<Unread>& unread) {
  auto repeats = repeated_runs(identities);
  std::vector<bool> is_earlier(found.size());
  if (auto chosen = prefer_whole(found, file_of, history.files, repeats, is_earlier); !chosen) return chosen;
  std::vector<std::size_t> kept(history.files.size());
  std::vector<std::size_t> repeated(history.files.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!repeats[i]) {
      ++kept[file_of[i]];
      history.records.push_back(std::move(found[i]));
    } else if (repeated[file_of[i]]++ == 0) {
      const std::string& name = history.files[file_of[i]].name;
      const std::string& other = history.files[file_of[*repeats[i]]].name;
      const std::string what =
          fmt::format("{} {}", is_earlier[i] ? "an earlier copy of" : "the same content as", other);
      history.left_out.push_back(fmt::format("{}: {}", name, what));
      // Under the name of a later night it is a night that was not measured.
      if (name_pattern(name) == name_pattern(other)) {
        unread.push_back({name, {ErrorKind::measurement, what, name, {}}, false, true});
      }
    }
  }
  std::vector<ImportedFile> files;
  for (std::size_t i = 0; i < history.files.size(); ++i) {
    if (kept[i] > 0 || repeated[i] == 0) files.push_back(std::move(history.files[i]));
  }
  history.files = std::move(files);
  return {};
}

void add_place(RunPlace place, std::vector<RunPlace>& places) {
  const bool is_known = std::any_of(places.begin(), places.end(), [&](const RunPlace& one) {
    return one.kind == place.kind && one.key == place.key;
  });
  if (!is_known) places.push_back(std::move(place));
}

}  // namespace

Result<std::vector<fs::path>> expand_files(std::span<const std::string> arguments) {
  const auto listed = list_files(arguments);
  if (!listed) return fail(listed.error());
  std::vector<fs::path> files;
  for (const Listed& one : *listed) {
    if (one.is_file || one.is_named) files.push_back(one.file);
  }
  return files;
}

Result<History> import_history(std::span<const std::string> arguments, const ImportOptions& options) {
  const auto listed = list_files(arguments);
  if (!listed) return fail(listed.error());
  History history;
  std::vector<Unread> unread;
  std::vector<Record> found;
  std::vector<RunIdentity> identities;
  std::vector<std::size_t> file_of;  // of each run: its place in history.files
  for (const Listed& one : *listed) {
    if (!one.is_file) {
      unread.push_back({one.file, Error{ErrorKind::input, std::string{kNoFile}, one.file.string(), {}}});
      continue;
    }
    auto file = import_file(one.file, options);
    if (!file && one.is_named && (listed->size() == 1 || file.error().kind == ErrorKind::usage)) {
      return fail(file.error());
    }
    if (!file) {
      history.left_out.push_back(fmt::format("{}: {}", one.file.string(), file.error().what));
      history.unread.push_back(history.left_out.back());
      unread.push_back({one.file, file.error(), one.is_named});
      continue;
    }
    for (std::size_t part = 0; part < file->imported.records.size(); ++part) {
      identities.push_back(identity_of(file->imported.records[part], part));
      file->latest = std::max(file->latest, file->imported.records[part].started_at);
      add_place(place_of(file->imported.records[part]), file->places);
      found.push_back(std::move(file->imported.records[part]));
      file_of.push_back(history.files.size());
    }
    file->imported.records.clear();
    history.files.push_back(std::move(*file));
  }
  if (auto kept = keep_each_once(std::move(found), identities, file_of, history, unread); !kept)
    return fail(kept.error());
  if (history.records.empty()) {
    // One reason for all of them, such as a --format that does not exist, is the reason.
    const bool is_one = !unread.empty() && std::all_of(unread.begin(), unread.end(), [&](const Unread& one) {
      return one.error.kind != ErrorKind::input && one.error.what == unread.front().error.what;
    });
    if (is_one) return fail(unread.front().error);
    return fail(ErrorKind::input, "no file could be read",
                arguments.empty() ? std::string{} : printable(arguments.front()),
                history.left_out.empty() ? std::string{} : history.left_out.front());
  }
  std::stable_sort(history.records.begin(), history.records.end(),
                   [](const Record& a, const Record& b) { return a.started_at < b.started_at; });
  history.lost = lost_nights(history.records.back().started_at, unread, history.files);
  return history;
}

}  // namespace roofgate
