// Dates of a record that no clock could have given: whoever orders nights by them would order them wrongly.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/record/record.hpp"

namespace roofgate {

/// Why the dates cannot be true, one sentence: finished before it started, or started more than a day after `today`
/// (UTC, a day or a moment; what is no date leaves the future unjudged). Nothing if they can.
[[nodiscard]] std::optional<std::string> impossible_dates(const Record& record, std::string_view today);

}  // namespace roofgate
