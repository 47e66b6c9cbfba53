// Whether a program runs from its build tree, and which source tree that build belongs to.
#pragma once

#include <filesystem>
#include <optional>

namespace roofgate {

/// The source tree of the build that `program_folder` lies in: read from the CMakeCache.txt above it, so that no
/// program carries its builder's paths. Empty for an installed program.
[[nodiscard]] std::optional<std::filesystem::path> source_tree_of(const std::filesystem::path& program_folder);

/// The folder that holds that CMakeCache.txt.
[[nodiscard]] std::optional<std::filesystem::path> build_tree_of(const std::filesystem::path& program_folder);

}  // namespace roofgate
