#include "bench/baseline/baseline_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "bench/baseline/baseline_json.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/record/file_lock.hpp"
#include "bench/record/system_failure.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// The folder of one machine's baselines; removed again if it was made here and nothing came to lie in it.
class MachineFolder {
 public:
  explicit MachineFolder(fs::path path) : path_{std::move(path)} { made_ = fs::create_directories(path_, failure_); }
  MachineFolder(const MachineFolder&) = delete;
  MachineFolder& operator=(const MachineFolder&) = delete;
  MachineFolder(MachineFolder&&) = delete;
  MachineFolder& operator=(MachineFolder&&) = delete;
  ~MachineFolder() {
    std::error_code ignored;
    if (made_) fs::remove(path_, ignored);  // fails on a folder that holds something, as it should
  }
  [[nodiscard]] const std::error_code& failure() const { return failure_; }

 private:
  fs::path path_;
  std::error_code failure_;
  bool made_ = false;
};

}  // namespace

BaselineName baseline_name_of(const Record& record) { return {hardware_key(record.environment), record.suite}; }

fs::path baseline_file(const fs::path& folder, const BaselineName& name) {
  return folder / name.hardware_key / (name.suite + ".json");
}

Result<std::optional<Baseline>> find_baseline(const fs::path& folder, const BaselineName& name) {
  const fs::path file = baseline_file(folder, name);
  std::error_code failure;
  const bool exists = fs::exists(file, failure);
  if (failure) return fail(system_failure("look for a baseline", file, failure.value()));
  if (!exists) return std::optional<Baseline>{};
  auto baseline = read_baseline(file);
  if (!baseline) return fail(baseline.error());
  if (baseline->hardware_key != name.hardware_key || baseline->suite != name.suite) {
    return fail(ErrorKind::input, fmt::format("says it belongs to {}/{}", baseline->hardware_key, baseline->suite),
                file.string(), "a baseline lies at <hardware key>/<suite>.json: move it there");
  }
  return std::optional<Baseline>{std::move(*baseline)};
}

Result<std::vector<fs::path>> list_baseline_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (fs::directory_iterator machine{folder, failure}; !failure && machine != fs::directory_iterator{};
       machine.increment(failure)) {
    if (!machine->is_directory() || machine->path().filename() == "peaks") continue;
    std::error_code inner;
    for (fs::directory_iterator entry{machine->path(), inner}; !inner && entry != fs::directory_iterator{};
         entry.increment(inner)) {
      if (entry->path().extension() == ".json") files.push_back(entry->path());
    }
    if (inner) return fail(system_failure("list", machine->path(), inner.value()));
  }
  if (failure) return fail(system_failure("list", folder, failure.value()));
  std::sort(files.begin(), files.end());
  return files;
}

Result<void> update_baseline(const fs::path& folder, const BaselineName& name,
                             const std::function<Result<void>(Baseline&)>& change, std::chrono::milliseconds patience) {
  const fs::path file = baseline_file(folder, name);
  const MachineFolder machine{file.parent_path()};
  if (machine.failure()) return fail(system_failure("make the folder", file.parent_path(), machine.failure().value()));
  const auto lock = FileLock::acquire(file, patience);
  // A process whose change failed may have removed the folder that it had made, just before we looked into it.
  if (!lock && !fs::exists(file.parent_path())) return update_baseline(folder, name, change, patience);
  if (!lock) return fail(lock.error());
  auto found = find_baseline(folder, name);
  if (!found) return fail(found.error());
  Baseline baseline = found->value_or(Baseline{name.hardware_key, name.suite, {}});
  if (auto changed = change(baseline); !changed) return changed;
  return replace_file(file, to_json_text(baseline));
}

Result<void> add_night(Baseline& baseline, Night night) {
  auto& nights = baseline.nights;
  const auto known = [&](const Night& other) { return other.record_id == night.record_id; };
  if (std::any_of(nights.begin(), nights.end(), known)) {
    return fail(ErrorKind::input, fmt::format("record {} is in the baseline already", night.record_id),
                baseline.hardware_key + "/" + baseline.suite, "each night counts once");
  }
  const auto later = [&](const Night& other) { return other.date > night.date; };
  nights.insert(std::find_if(nights.begin(), nights.end(), later), std::move(night));
  return {};
}

}  // namespace roofgate
