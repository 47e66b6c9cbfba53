// Which baseline a person means by a name.
#pragma once

#include <filesystem>
#include <string>

#include "bench/baseline/baseline.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// "h200-x8/quick" for <folder>/h200-x8/quick.json.
[[nodiscard]] std::string baseline_title(const std::filesystem::path& file);

/// The file that `name` means: a file, "<hardware key>/<suite>", or, where it is empty, the only one there is.
/// `option` is --baselines.
[[nodiscard]] Result<std::filesystem::path> choose_baseline(const std::string& name, const std::string& option);

/// Leaves the nights at `place`, a name or glob; empty leaves all. None left is an error that names what there is.
[[nodiscard]] Result<void> keep_nights_at(Baseline& baseline, const std::string& place, const std::string& where);

}  // namespace roofgate
