// What `roofgate compare` shows: the recommendation, the verdicts as the gate shows them, and what differs between the
// environments beside what was measured of it.
#pragma once

#include <string>
#include <string_view>

#include "bench/gate/compare.hpp"
#include "bench/report/document.hpp"
#include "bench/report/gate_document.hpp"

namespace roofgate {

[[nodiscard]] Document compare_document(const CompareResult& result, GateDetail detail);

inline constexpr std::string_view kCompareSchema = "roofgate.compare/1";

/// The recommendation, the sides, the joined differences, and under "gate" what render_gate_json says.
[[nodiscard]] std::string render_compare_json(const CompareResult& result);

}  // namespace roofgate
