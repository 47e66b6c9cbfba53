#include "bench/roofgate/night_pictures.hpp"

#include <fmt/format.h>

namespace roofgate {
namespace {

constexpr Seconds kPatience{120.0};  // a first matplotlib builds its font cache

/// The first line of what the script said, without its name.
std::string first_line(std::string text) {
  text = text.substr(0, text.find('\n'));
  constexpr std::string_view kName = "plot.py: ";
  return text.rfind(kName, 0) == 0 ? text.substr(kName.size()) : text;
}

}  // namespace

std::string draw_night(const std::filesystem::path& folder, const PictureTools& tools, ProcessRunner& runner) {
  const std::filesystem::path pictures = folder / "plots";
  ProcessRequest request;
  request.program = "/usr/bin/env";
  request.arguments = {
      "python3",    tools.script.string(),  (folder / "record.json").string(), "--output", pictures.string(),
      "--roofgate", tools.roofgate.string()};
  request.variables = {{"PYTHONDONTWRITEBYTECODE", "1"}};  // the script may lie in an installed, read-only folder
  request.silence_limit = kPatience;
  const auto end = runner.run(request);
  if (!end) return "no pictures: " + end.error().what;
  if (end->exit_code == 0) return "pictures: " + pictures.string();
  std::string why = first_line(end->last_words);
  if (why.empty()) why = fmt::format("python3 {}", to_string(*end));
  return "no pictures: " + why;
}

}  // namespace roofgate
