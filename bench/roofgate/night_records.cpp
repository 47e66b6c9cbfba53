#include "bench/roofgate/night_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>

#include "bench/record/record_json.hpp"

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

Result<std::vector<fs::path>> records_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (fs::recursive_directory_iterator entry{folder, problem}, end; !problem && entry != end;
       entry.increment(problem)) {
    std::error_code ignored;
    const bool is_json = entry->path().extension() == ".json" && entry->is_regular_file(ignored);
    if (is_json && looks_like_record(entry->path())) files.push_back(entry->path());
  }
  if (problem) return fail(ErrorKind::input, fmt::format("cannot be listed: {}", problem.message()), folder.string());
  if (files.empty())
    return fail(ErrorKind::usage, "holds no run record", folder.string(), "`roofgate run -o FILE` writes one");
  std::sort(files.begin(), files.end());
  return files;
}

NightRecord reduced(const Record& record) { return {baseline_name_of(record), measured_night_of(record)}; }

}  // namespace

Result<NightRecords> read_night_records(const std::vector<std::string>& places) {
  NightRecords all;
  for (const std::string& place : places) {
    std::error_code ignored;
    if (!fs::is_directory(place, ignored)) {
      const auto record = read_record(place);
      if (!record) return fail(record.error());
      all.nights.push_back(reduced(*record));
      continue;
    }
    const auto files = records_in(place);
    if (!files) return fail(files.error());
    for (const fs::path& file : *files) {
      const auto record = read_record(file);
      if (record) {
        all.nights.push_back(reduced(*record));
      } else {
        all.warnings.push_back(to_string(record.error()));
      }
    }
  }
  return all;
}

}  // namespace roofgate
