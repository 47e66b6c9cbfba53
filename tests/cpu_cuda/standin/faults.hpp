// Which call fails: counts the calls of each entry point and looks the scenario up.
#pragma once

#include <optional>
#include <string>

#include "tests/cpu_cuda/standin/scenario.hpp"

namespace roofgate::standin {

/// Counts one call of `call`; the fault that happens at it, if any. `rank`: of a communicator, else -1.
[[nodiscard]] std::optional<Fault> count_call(const std::string& call, int rank = -1);

/// Forgets all counts.
void reset_calls();

/// Tells on standard error what a program did that the real runtime would not have told: "freed while in use".
void report_misuse(const std::string& what);

/// How often report_misuse() was called.
[[nodiscard]] int misuses();

}  // namespace roofgate::standin
