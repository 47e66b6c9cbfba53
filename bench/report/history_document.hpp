// What `roofgate history` prints: a case's nights in order, and where its level changed.
#pragma once

#include <string>

#include "bench/baseline/case_history.hpp"
#include "bench/report/document.hpp"

namespace roofgate {

[[nodiscard]] Document history_document(const CaseHistory& history);

/// Schema `roofgate.history/1`: nights and changes, unrounded.
[[nodiscard]] std::string history_json(const CaseHistory& history);

}  // namespace roofgate
