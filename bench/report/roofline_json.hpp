// The roofline as JSON, schema `roofgate.roofline/1`: everything the table shows, unrounded and in SI units.
#pragma once

#include <string>

#include "bench/record/record.hpp"
#include "bench/roofline/roofline.hpp"

namespace roofgate {

/// Two-space indented. docs/metrics.md defines the keys; what does not apply to a case is null.
[[nodiscard]] std::string roofline_json(const Record& record, const Roofline& roofline);

}  // namespace roofgate
