// The custom JSON of benchmark-action/github-action-benchmark. One file holds one direction: `tool:
// customSmallerIsBetter` or `customBiggerIsBetter`, chosen by whoever writes the workflow.
#pragma once

#include "bench/export/exporter.hpp"

namespace roofgate {

/// Cases that improve as `options.better` says; without it, downwards if any case does, else upwards.
[[nodiscard]] Exported write_github_action(const Record& record, const ExportOptions& options);

}  // namespace roofgate
