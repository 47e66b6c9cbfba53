// The whole of `roofgate` behind main(), callable from a test.
#pragma once

#include "bench/roofgate/command.hpp"

namespace roofgate {

/// Parses, runs and reports. Usage errors are status 2, whatever CLI11's own code is.
[[nodiscard]] ExitStatus run_program(int argc, const char* const* argv, Console& console);

}  // namespace roofgate
