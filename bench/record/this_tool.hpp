// What this build of roofgate is: for the record and for --version.
#pragma once

#include <string>

#include "bench/record/record.hpp"

namespace roofgate {

/// Version of the project, git revision (with "-dirty" over local changes; "unknown" outside git) and CMake's build
/// type.
[[nodiscard]] ToolInfo this_tool();

/// "0.1.0 (git 0123456789ab, Release)"
[[nodiscard]] std::string to_string(const ToolInfo& tool);

}  // namespace roofgate
