// Histories of benchmark-action/github-action-benchmark: data.js of its pages, and the custom JSON of one run.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_github_action_history(std::string_view head);
[[nodiscard]] Result<Imported> read_github_action_history(TextStream& stream, const Source& source);

/// An array of {name, unit, value}. Its direction is the unit's, else the file's name's ("customBiggerIsBetter…").
[[nodiscard]] Claim claims_github_action_run(std::string_view head);
[[nodiscard]] Result<Imported> read_github_action_run(TextStream& stream, const Source& source);

}  // namespace roofgate
