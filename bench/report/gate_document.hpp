// What `roofgate gate` prints: worst first, a green night is one line, each figure with its interval.
#pragma once

#include "bench/gate/verdict.hpp"
#include "bench/report/document.hpp"

namespace roofgate {

enum class GateDetail {
  brief,  ///< at most a screen: the worst findings, then counts
  full,   ///< every case that did not simply pass, and a table of all cases
};

[[nodiscard]] Document gate_document(const GateResult& result, GateDetail detail);

}  // namespace roofgate
