// Options that name a file to write: none of them may name what the same command reads, or writes already.
#pragma once

#include "kernels/base/result.hpp"

namespace CLI {
class App;
}

namespace roofgate {

/// A `usage` error where a parsed subcommand would overwrite one of its own inputs or outputs. Outputs are the options
/// --csv, --json, --junit, --markdown and --output; folders, pipes and devices are overwritten by nothing.
[[nodiscard]] Result<void> check_output_files(const CLI::App& app);

}  // namespace roofgate
