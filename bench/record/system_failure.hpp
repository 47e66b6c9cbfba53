// What an errno of a file operation means for the user.
#pragma once

#include <filesystem>
#include <string_view>

#include "kernels/base/result.hpp"

namespace roofgate {

/// "cannot <doing>: <errno's text>", at `file`. `input` where the user named a place that will not do, `internal`
/// where the system failed (disk full, input/output error).
[[nodiscard]] Error system_failure(std::string_view doing, const std::filesystem::path& file, int errno_value);

}  // namespace roofgate
