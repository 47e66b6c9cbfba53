// Baseline files under one folder: <folder>/<hardware key>/<suite>.json. Found by what was measured, changed under a
// lock, so that jobs that finish at once lose nothing.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// What a baseline belongs to.
struct BaselineName {
  std::string hardware_key;
  std::string suite;
};

[[nodiscard]] BaselineName baseline_name_of(const Record& record);

/// Does not look whether it is there. `folder` is the baselines folder.
[[nodiscard]] std::filesystem::path baseline_file(const std::filesystem::path& folder, const BaselineName& name);

/// No value where there is no such file, which is a first night and no mistake. An unreadable file, or one that says it
/// belongs elsewhere, is an error: a gate that takes it for "no baseline" is green while blind.
[[nodiscard]] Result<std::optional<Baseline>> find_baseline(const std::filesystem::path& folder,
                                                            const BaselineName& name);

/// Every baseline file under `folder`, sorted; `peaks/` is not looked into. A missing folder is an `input` error.
[[nodiscard]] Result<std::vector<std::filesystem::path>> list_baseline_files(const std::filesystem::path& folder);

/// Reads the baseline (an empty one where there is none), lets `change` change it, and replaces the file, all under the
/// file's lock. Nothing is written, and no folder left, if `change` fails.
[[nodiscard]] Result<void> update_baseline(const std::filesystem::path& folder, const BaselineName& name,
                                           const std::function<Result<void>(Baseline&)>& change,
                                           std::chrono::milliseconds patience = std::chrono::seconds{60});

/// Puts `night` where its date belongs. The same record twice is an `input` error.
[[nodiscard]] Result<void> add_night(Baseline& baseline, Night night);

}  // namespace roofgate
