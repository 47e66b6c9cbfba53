#include "bench/command_line/output_files.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace roofgate {
namespace {

namespace fs = std::filesystem;

constexpr std::array kOutputs{"--csv", "--json", "--junit", "--markdown", "--output"};

struct Named {
  std::string option;
  std::string value;
  bool is_output = false;
};

std::vector<Named> files_named_by(const CLI::App& command) {
  std::vector<Named> named;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& value : option->results()) {
      if (!value.empty()) named.push_back({option->get_name(), value, is_output(*option)});
    }
  }
  return named;
}

/// The place that a name leads to, whether there is a file or not.
fs::path place_of(const std::string& name) {
  std::error_code problem;
  fs::path place = fs::weakly_canonical(fs::absolute(name, problem), problem);
  return problem ? fs::path{name}.lexically_normal() : place;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code problem;
  const fs::file_status status = fs::status(a, problem);
  if (fs::exists(status) && !fs::is_regular_file(status)) return false;
  return place_of(a) == place_of(b) || (fs::exists(status) && fs::equivalent(a, b, problem));
}

}  // namespace

bool is_output(const CLI::Option& option) {
  return std::any_of(kOutputs.begin(), kOutputs.end(), [&](const char* name) { return option.check_name(name); });
}

Result<void> check_output_files(const CLI::App& app) {
  const std::vector<Named> named = files_named_by(app);
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (!named[i].is_output) continue;
    for (std::size_t other = 0; other < named.size(); ++other) {
      if (other == i || !is_same_file(named[i].value, named[other].value)) continue;
      const std::string what = named[other].is_output ? fmt::format("{} writes it too", named[other].option)
                                                      : std::string{"the command reads it"};
      return fail(ErrorKind::usage, fmt::format("{} would overwrite it: {}", named[i].option, what), named[i].value,
                  "name another file");
    }
  }
  for (const CLI::App* command : app.get_subcommands()) {
    if (auto checked = check_output_files(*command); !checked) return checked;
  }
  return {};
}

}  // namespace roofgate
