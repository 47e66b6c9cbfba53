#include "bench/command_line/usage_error.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

std::vector<std::string> shown_commands(const CLI::App& app) {
  std::vector<std::string> names;
  const auto is_shown = [](const CLI::App* command) { return !command->get_group().empty(); };
  for (const CLI::App* command : app.get_subcommands(is_shown)) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

/// The subcommand that was parsed, else the program.
const CLI::App& innermost(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.front());
}

std::string help_hint(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return fmt::format("`{}{} --help` lists what there is", parent == nullptr ? "" : parent->get_name() + " ",
                     app.get_name());
}

bool has_command(const CLI::App& app, const std::string& name) {
  return !app.get_subcommands([&](const CLI::App* command) { return command->get_name() == name; }).empty();
}

Error unexpected(const std::string& argument, const CLI::App& command) {
  const bool is_option = argument.size() > 1 && argument.front() == '-';
  std::string hint = help_hint(command);
  if (is_option) {
    const auto near = nearest_name(argument.substr(0, argument.find('=')), option_names(command));
    if (near) hint = fmt::format("did you mean {}?", *near);
  }
  return {ErrorKind::usage, fmt::format("unexpected {} '{}'", is_option ? "option" : "argument", argument), {}, hint};
}

}  // namespace

Error explain(const CLI::ParseError& problem, const CLI::App& app) {
  const CLI::App& command = innermost(app);
  const std::vector<std::string> extras = command.remaining();
  if (problem.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !extras.empty())
    return unexpected(extras.front(), command);
  return {ErrorKind::usage, problem.what(), {}, help_hint(command)};
}

Result<void> check_command(const CLI::App& app, std::span<const char* const> arguments) {
  if (arguments.empty())
    return fail(ErrorKind::usage, "a command is needed", {}, hint_of_names("", shown_commands(app)));
  const std::string first = arguments.front();
  if (!first.empty() && first.front() == '-') {
    const std::vector<std::string> known = option_names(app);
    if (std::find(known.begin(), known.end(), first) != known.end()) return {};
    return fail(unexpected(first, app));
  }
  if (has_command(app, first)) return {};
  return fail(ErrorKind::usage, fmt::format("there is no command '{}'", first), {},
              hint_of_names(first, shown_commands(app)));
}

}  // namespace roofgate
