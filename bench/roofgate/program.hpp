// The whole of `roofgate` behind main(), callable from a test.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"

namespace roofgate {

/// Parses, runs and reports. Usage errors are status 2, whatever CLI11's own code is.
[[nodiscard]] ExitStatus run_program(int argc, const char* const* argv, Console& console);

/// The part of docs/cli.md that is about `roofgate`.
[[nodiscard]] std::string command_line_page();

}  // namespace roofgate
