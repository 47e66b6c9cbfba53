// The scaling report as JSON, schema `roofgate.scaling/1`: the rows of the CSV, fits, extrapolations and pairs.
#pragma once

#include <span>
#include <string>

#include "bench/record/record.hpp"
#include "bench/scaling/scaling.hpp"

namespace roofgate {

/// Two-space indented. docs/scaling.md defines the keys; what does not apply is null.
[[nodiscard]] std::string scaling_json(std::span<const Record> records, const Scaling& scaling);

}  // namespace roofgate
