#include "bench/command_line/help_text.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string_view>
#include <vector>

namespace roofgate {
namespace {

constexpr std::size_t kNameWidth = 26;
constexpr std::size_t kTextWidth = 100;

/// "roofgate run"
std::string path_of(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : path_of(*parent) + ' ' + app.get_name();
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> shown_options(const CLI::App& app, bool positional) {
  return app.get_options([&](const CLI::Option* option) {
    return !option->get_group().empty() && option->get_positional() == positional;
  });
}

/// "-o, --output FILE" or "RECORD"
std::string name_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  std::string text;
  for (const std::string& name : option.get_snames()) text += (text.empty() ? "-" : ", -") + name;
  for (const std::string& name : option.get_lnames()) text += (text.empty() ? "--" : ", --") + name;
  const std::string type = option.get_type_name();  // "N:INT in [1 - 9]" where there is a check
  if (option.get_items_expected_max() > 0) text += ' ' + type.substr(0, type.find(':'));
  return text;
}

std::string sentence_of(const CLI::Option& option) {
  std::string text = option.get_description();
  if (!option.get_default_str().empty()) text += fmt::format(" Default: {}.", option.get_default_str());
  if (option.get_required()) text += " Required.";
  return text;
}

std::string usage_of(const CLI::App& app) {
  std::string text = path_of(app);
  if (!shown_commands(app).empty()) text += " COMMAND";
  for (const CLI::Option* option : shown_options(app, true)) {
    const std::string name = option->get_name(true) + (option->get_items_expected_max() > 1 ? "..." : "");
    text += option->get_required() ? ' ' + name : " [" + name + ']';
  }
  return text + " [OPTION...]";
}

/// `text` in a column of its own beside `name`, or below a long name.
std::string entry(const std::string& name, std::string_view text) {
  std::string lines = "  " + name;
  std::size_t column = lines.size();
  if (column + 2 > kNameWidth) {
    lines += '\n';
    column = 0;
  }
  lines.append(kNameWidth - column, ' ');
  column = kNameWidth;
  bool is_first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!is_first && column + 1 + word.size() > kTextWidth) {
      lines += '\n' + std::string(kNameWidth, ' ');
      column = kNameWidth;
      is_first = true;
    }
    if (!is_first) lines += ' ';
    lines += word;
    column += word.size() + (is_first ? 0 : 1);
    is_first = false;
  }
  return lines + '\n';
}

std::string escape_cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '>' || c == '*' || c == '_') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// In a table a bar ends the cell, in code as well.
std::string code_cell(std::string_view text) {
  std::string code = "`";
  for (const char c : text) code += c == '|' ? std::string{"\\|"} : std::string{c};
  return code + '`';
}

std::string options_markdown(const CLI::App& app) {
  std::string text;
  for (const bool positional : {true, false}) {
    for (const CLI::Option* option : shown_options(app, positional)) {
      text += fmt::format("| {} | {} |\n", code_cell(name_of(*option)), escape_cell(sentence_of(*option)));
    }
  }
  return text.empty() ? text : "| option | what it does |\n| --- | --- |\n" + text + '\n';
}

std::string section_markdown(const CLI::App& app) {
  std::string text = fmt::format("## {}\n\n    {}\n\n{}\n\n", path_of(app), usage_of(app), app.get_description());
  const auto commands = shown_commands(app);
  if (!commands.empty()) text += "| command | what it does |\n| --- | --- |\n";
  for (const CLI::App* command : commands) {
    text += fmt::format("| `{}` | {} |\n", command->get_name(), escape_cell(command->get_description()));
  }
  if (!commands.empty()) text += '\n';
  text += options_markdown(app);
  const CLI::App* parent = app.get_parent();  // CLI11 hands its footer down
  if (parent == nullptr || parent->get_footer() != app.get_footer()) text += app.get_footer() + "\n\n";
  for (const CLI::App* command : commands) text += section_markdown(*command);
  return text;
}

}  // namespace

std::string help_text(const CLI::App& app) {
  std::string text = fmt::format("usage: {}\n\n{}\n", usage_of(app), app.get_description());
  const auto commands = shown_commands(app);
  if (!commands.empty()) text += "\ncommands:\n";
  for (const CLI::App* command : commands) text += entry(command->get_name(), command->get_description());
  const auto positionals = shown_options(app, true);
  if (!positionals.empty()) text += "\narguments:\n";
  for (const CLI::Option* option : positionals) text += entry(name_of(*option), sentence_of(*option));
  text += "\noptions:\n";
  for (const CLI::Option* option : shown_options(app, false)) text += entry(name_of(*option), sentence_of(*option));
  if (!app.get_footer().empty()) text += '\n' + app.get_footer() + '\n';
  return text;
}

std::string help_markdown(const CLI::App& app) { return section_markdown(app); }

void use_help_text(CLI::App& app) {
  app.set_help_flag("-h,--help", "Prints this help.");
  const auto format = [](const CLI::App* shown, const std::string& /*name*/, CLI::AppFormatMode /*mode*/) {
    return help_text(*shown);
  };
  app.formatter(std::make_shared<CLI::FormatterLambda>(format));
  for (CLI::App* command : app.get_subcommands([](CLI::App* /*any*/) { return true; })) use_help_text(*command);
}

}  // namespace roofgate
