// The gate's verdicts for other programs: `roofgate.gate/1`.
#pragma once

#include <string>
#include <string_view>

#include "bench/gate/verdict.hpp"

namespace roofgate {

inline constexpr std::string_view kGateSchema = "roofgate.gate/1";

/// Every figure of every verdict; changes as relative changes of throughput (negative: slower), null where there is no
/// comparison.
[[nodiscard]] std::string render_gate_json(const GateResult& result);

}  // namespace roofgate
