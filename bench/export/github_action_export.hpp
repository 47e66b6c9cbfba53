// The custom JSON of benchmark-action/github-action-benchmark. One file holds one direction: `tool:
// customSmallerIsBetter` or `customBiggerIsBetter`, chosen by whoever writes the workflow.
#pragma once

#include "bench/export/exporter.hpp"

namespace roofgate {

/// The cases improve one way.
[[nodiscard]] Exported write_github_action(const Record& record);

}  // namespace roofgate
