#include "bench/record/this_tool.hpp"

#include <fmt/format.h>

#include <roofgate_git_revision.hpp>

namespace roofgate {

ToolInfo this_tool() { return {ROOFGATE_VERSION, ROOFGATE_GIT_REVISION, ROOFGATE_BUILD_TYPE}; }

std::string to_string(const ToolInfo& tool) {
  return fmt::format("{} (git {}, {})", tool.version, tool.git_revision, tool.build_type);
}

}  // namespace roofgate
