// Pictures of a night, drawn by scripts/plot.py where matplotlib is installed. A night without pictures is as good.
#pragma once

#include <filesystem>
#include <string>

#include "bench/session/process.hpp"

namespace roofgate {

/// What draws: the script, and the judging program that it asks for figures.
struct PictureTools {
  std::filesystem::path script;
  std::filesystem::path roofgate;
};

/// Draws `folder`/record.json into `folder`/plots and says what came of it: "pictures: runs/…/plots" or "no pictures: "
/// and why, in the script's own words.
[[nodiscard]] std::string draw_night(const std::filesystem::path& folder, const PictureTools& tools,
                                     ProcessRunner& runner);

}  // namespace roofgate
