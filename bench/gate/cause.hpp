// The sentence why a night is no pass, for reports that show single cases as passed or failed.
#pragma once

#include <string>

#include "bench/gate/verdict.hpp"

namespace roofgate {

/// Evidence of a finding of GateResult::common that alone makes the night no pass.
inline constexpr const char* kBlocks = "blocks";

/// Whether a single case fails the night: a loss, a wrong result, a missing or an invalid measurement.
[[nodiscard]] bool fails_night(VerdictKind kind);

/// Empty for a pass.
[[nodiscard]] std::string cause_of(const GateResult& result);

/// The cause where no single case fails the night and its status is not 0 all the same; else empty.
[[nodiscard]] std::string cause_beyond_cases(const GateResult& result);

}  // namespace roofgate
