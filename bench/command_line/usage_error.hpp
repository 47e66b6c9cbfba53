// What is wrong with a command line, in our words and with the nearest thing that would have been right.
#pragma once

#include <span>
#include <string>

#include "kernels/base/result.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace roofgate {

/// Of an exception that app.parse threw.
[[nodiscard]] Error explain(const CLI::ParseError& problem, const CLI::App& app);

/// A missing or unknown subcommand or program option: CLI11 would only say that a subcommand is required. `arguments`
/// without the program's name.
[[nodiscard]] Result<void> check_command(const CLI::App& app, std::span<const char* const> arguments);

}  // namespace roofgate
