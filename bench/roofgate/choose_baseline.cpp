#include "bench/roofgate/choose_baseline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "bench/baseline/baseline_store.hpp"
#include "bench/baseline/placed_nights.hpp"
#include "bench/record/run_place.hpp"
#include "bench/roofgate/baselines_option.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {

namespace fs = std::filesystem;

Result<void> keep_nights_at(Baseline& baseline, const std::string& place, const std::string& where) {
  if (place.empty()) return {};
  const std::vector<std::string> known = places_of(baseline);
  const auto is_elsewhere = [&](const Night& night) { return !is_at(night.place, place); };
  std::erase_if(baseline.nights, is_elsewhere);
  std::erase_if(baseline.watched, is_elsewhere);
  if (!baseline.nights.empty()) return {};
  return fail(
      ErrorKind::usage, fmt::format("no night in it is of the place '{}'", place), where,
      known.empty() ? std::string{"its nights name no place"} : fmt::format("it has: {}", fmt::join(known, ", ")));
}

std::string baseline_title(const fs::path& file) { return (file.parent_path().filename() / file.stem()).string(); }

Result<fs::path> choose_baseline(const std::string& name, const std::string& option) {
  std::error_code ignored;
  if (name.ends_with(".json") && fs::is_regular_file(name, ignored)) return fs::path{name};
  const auto folder = baselines_to_read(option);
  if (!folder) return fail(folder.error());
  const auto files = list_baseline_files(*folder);
  if (!files) return fail(files.error());
  std::vector<std::string> names;
  for (const fs::path& file : *files) names.push_back(baseline_title(file));
  if (name.empty() && files->size() == 1) return files->front();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return (*files)[static_cast<std::size_t>(found - names.begin())];
  if (files->empty()) {
    return fail(ErrorKind::usage, "there are no baselines", folder->string(),
                "`roofgate nightly` makes the first, or `roofgate baseline promote RECORD`");
  }
  return fail(ErrorKind::usage,
              name.empty() ? std::string{"which baseline?"} : fmt::format("there is no baseline '{}'", name),
              folder->string(), hint_of_names(name, names));
}

}  // namespace roofgate
