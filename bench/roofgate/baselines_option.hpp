// The option that every command with baselines has.
#pragma once

#include <filesystem>
#include <string>

#include "bench/roofgate/command.hpp"

namespace roofgate {

/// Adds --baselines DIR, bound to `folder`.
void add_baselines_option(CLI::App& command, std::string& folder);

/// Where they are read from, as locate_baselines() says for this process.
[[nodiscard]] Result<std::filesystem::path> baselines_to_read(const std::string& option);

}  // namespace roofgate
