// What `roofgate drill` shows: each case with each planted loss, and what the gate would have caught.
#pragma once

#include "bench/gate/drill.hpp"
#include "bench/report/document.hpp"

namespace roofgate {

[[nodiscard]] Document drill_document(const DrillResult& result);

}  // namespace roofgate
