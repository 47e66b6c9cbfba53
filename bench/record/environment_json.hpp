// The environment's JSON border: part of a record, and alone for `roofgate-bench --describe` and `roofgate doctor`.
#pragma once

#include <string>
#include <string_view>

#include "bench/record/environment.hpp"
#include "bench/record/json_fields.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// An object over several lines, the closing brace without a line end. `indent`: spaces before its keys, minus two.
[[nodiscard]] std::string environment_to_json(const Environment& environment, int indent = 0);

/// Strict, like the record's reader; `source` names the text in errors: "roofgate-bench --describe".
[[nodiscard]] Result<Environment> environment_from_json(std::string_view text, std::string_view source);

/// The same for an object that is part of a larger file.
[[nodiscard]] Environment read_environment(JsonFields& fields);

}  // namespace roofgate
