// The gate's verdicts for other programs: `roofgate.gate/1`.
#pragma once

#include <string>
#include <string_view>

#include "bench/gate/night_verdict.hpp"
#include "bench/gate/verdict.hpp"

namespace roofgate {

inline constexpr std::string_view kGateSchema = "roofgate.gate/1";
inline constexpr std::string_view kGatePlacesSchema = "roofgate.gate-places/1";

/// Every figure of every verdict; changes as relative changes of throughput (negative: slower), null where there is no
/// comparison.
[[nodiscard]] std::string render_gate_json(const GateResult& result);

/// Of one place that alone; of several `roofgate.gate-places/1`: the status of the night, what is missing of it,
/// under `lost` which places cannot be judged and why, and under `places` what there is to say of each other.
[[nodiscard]] std::string render_gate_json(const NightVerdict& night);

}  // namespace roofgate
