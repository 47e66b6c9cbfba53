// Options that name a file to write: none of them may name what the same command reads, or writes already.
#pragma once

#include "kernels/base/result.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace roofgate {

/// Whether the option names a file to write: --csv, --json, --junit, --markdown, --output.
[[nodiscard]] bool is_output(const CLI::Option& option);

/// A `usage` error where a parsed subcommand would overwrite one of its own inputs or outputs. Folders, pipes
/// and devices are overwritten by nothing.
[[nodiscard]] Result<void> check_output_files(const CLI::App& app);

}  // namespace roofgate
