// Many files as one history.
#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <map>
#include <system_error>

#include "bench/readers/import.hpp"
#include "bench/record/json_tree.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// A file of the list, and whether the user named it itself.
struct Listed {
  fs::path file;
  bool is_named = false;
};

Result<std::vector<Listed>> files_in(const fs::path& folder) {
  std::vector<Listed> files;
  std::error_code problem;
  for (fs::directory_iterator entry{folder, problem}, end; !problem && entry != end; entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && entry->is_regular_file()) files.push_back({entry->path(), false});
  }
  if (problem) return fail(ErrorKind::input, "cannot list: " + problem.message(), folder.string());
  if (files.empty())
    return fail(ErrorKind::input, "holds no file", folder.string(), "folders in it are not looked into");
  return files;
}

Result<std::vector<Listed>> matches_of(const std::string& pattern) {
  glob_t found{};
  const int status = ::glob(pattern.c_str(), 0, nullptr, &found);
  std::vector<Listed> files;
  for (std::size_t i = 0; status == 0 && i < found.gl_pathc; ++i) {
    std::error_code ignored;
    if (fs::is_regular_file(found.gl_pathv[i], ignored)) files.push_back({found.gl_pathv[i], false});
  }
  ::globfree(&found);
  if (files.empty()) return fail(ErrorKind::input, "no file matches", printable(pattern));
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

}  // namespace

Result<std::vector<fs::path>> expand_files(std::span<const std::string> arguments) {
  const auto listed = list_files(arguments);
  if (!listed) return fail(listed.error());
  std::vector<fs::path> files;
  for (const Listed& one : *listed) files.push_back(one.file);
  return files;
}

Result<History> import_history(std::span<const std::string> arguments, const ImportOptions& options) {
  const auto listed = list_files(arguments);
  if (!listed) return fail(listed.error());
  History history;
  std::map<std::string, std::string> seen;  // record id -> file
  for (const Listed& one : *listed) {
    auto file = import_file(one.file, options);
    if (!file && (one.is_named || options.format != "auto" || file.error().kind != ErrorKind::input)) {
      return fail(file.error());
    }
    if (!file) {
      history.left_out.push_back(fmt::format("{}: {}", one.file.string(), file.error().what));
      continue;
    }
    bool is_new = file->imported.records.empty();
    for (Record& record : file->imported.records) {
      const auto [place, added] = seen.emplace(record.id, one.file.string());
      if (added) {
        history.records.push_back(std::move(record));
        is_new = true;
      } else {
        history.left_out.push_back(fmt::format("{}: the same content as {}", one.file.string(), place->second));
      }
    }
    file->imported.records.clear();
    if (is_new) history.files.push_back(std::move(*file));
  }
  if (history.records.empty()) {
    return fail(ErrorKind::input, "no file could be read",
                arguments.empty() ? std::string{} : printable(arguments.front()),
                history.left_out.empty() ? std::string{} : history.left_out.front());
  }
  std::stable_sort(history.records.begin(), history.records.end(),
                   [](const Record& a, const Record& b) { return a.started_at < b.started_at; });
  return history;
}

}  // namespace roofgate
