// Failures that the policy expects, and what it requires.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "bench/gate/policy.hpp"
#include "bench/gate/verdict.hpp"

namespace roofgate {

/// An expected failure that fails becomes xfail; one that passes, or whose time is over, says so. A wrong result is
/// never expected. Returns what must be said aloud about the night.
[[nodiscard]] std::vector<Reason> apply_expected_failures(std::vector<Verdict>& verdicts, const Policy& policy,
                                                          std::chrono::sys_days today);

/// A `vanished` verdict under the pattern's name for each required pattern that no verdict matches.
[[nodiscard]] std::vector<Verdict> missing_requirements(const std::vector<Verdict>& verdicts, const Policy& policy);

}  // namespace roofgate
