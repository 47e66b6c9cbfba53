#include "bench/roofgate/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "bench/record/system_failure.hpp"
#include "bench/record/utc_time.hpp"

namespace roofgate {

Result<std::filesystem::path> make_run_folder(const std::filesystem::path& parent) {
  std::error_code problem;
  std::filesystem::create_directories(parent, problem);
  if (problem) return fail(system_failure("make the folder", parent, problem.value()));
  std::string stamp = utc_now();  // "2026-11-29T02:00:09Z"; colons are not for file names
  stamp.erase(std::remove(stamp.begin(), stamp.end(), ':'), stamp.end());
  for (int attempt = 1; attempt < 1000; ++attempt) {
    const auto folder = parent / (attempt == 1 ? stamp : fmt::format("{}-{}", stamp, attempt));
    if (std::filesystem::create_directory(folder, problem)) return folder;
    if (problem) return fail(system_failure("make the folder", folder, problem.value()));
  }
  return fail(ErrorKind::internal, "no free folder name", (parent / stamp).string());
}

Result<std::filesystem::path> new_run_folder(const std::filesystem::path& wanted) {
  if (wanted.empty()) return make_run_folder("runs");
  std::error_code problem;
  if (std::filesystem::exists(wanted, problem)) {
    return fail(ErrorKind::usage, "is there already", wanted.string(), "name a folder that does not exist");
  }
  std::filesystem::create_directories(wanted, problem);
  if (problem) return fail(system_failure("make the folder", wanted, problem.value()));
  return wanted;
}

}  // namespace roofgate
