// The files that a command was to write, where it came to no result.
#pragma once

#include <string_view>

#include "kernels/base/result.hpp"

namespace CLI {
class App;
}

namespace roofgate {

/// Writes `error` to every report that the parsed `command` was asked for (--json, --junit, --markdown, --csv), so that
/// none of them still tells of an earlier run. An error where one cannot be written; the others are.
[[nodiscard]] Result<void> write_failure_files(const CLI::App& command, const Error& error);

}  // namespace roofgate
