// Which baseline a person means by a name.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/base/result.hpp"

namespace roofgate {

/// "h200-x8/quick" for <folder>/h200-x8/quick.json.
[[nodiscard]] std::string baseline_title(const std::filesystem::path& file);

/// The file that `name` means: a file, "<hardware key>/<suite>", or, where it is empty, the only one there is.
/// `option` is --baselines.
[[nodiscard]] Result<std::filesystem::path> choose_baseline(const std::string& name, const std::string& option);

}  // namespace roofgate
