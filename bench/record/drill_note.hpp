// The note of a record in which losses were planted on purpose (`roofgate drill`): it is never a baseline and never
// judged as a night.
#pragma once

#include <string>
#include <string_view>

#include "bench/record/record.hpp"

namespace roofgate {

/// Its text is the planted loss of throughput, "0.05".
inline constexpr std::string_view kDrillNote = "planted_loss";

[[nodiscard]] inline bool is_drill(const Record& record) { return record.notes.count(std::string{kDrillNote}) > 0; }

}  // namespace roofgate
