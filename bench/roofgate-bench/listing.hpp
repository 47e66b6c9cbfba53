// The cases of a suite as text: ids alone, a table, JSON. Nothing is measured.
#pragma once

#include <string>
#include <vector>

#include "bench/roofgate-bench/selection.hpp"

namespace roofgate {

[[nodiscard]] std::string list_as_ids(const std::vector<PlannedCase>& cases);

/// Id, size of one iteration's work, and whether all ranks measure it together.
[[nodiscard]] std::string list_as_table(const std::vector<PlannedCase>& cases);

/// [{"id": …, "kind": …, "collective": …, "definition": …}, …]
[[nodiscard]] std::string list_as_json(const std::vector<PlannedCase>& cases);

}  // namespace roofgate
