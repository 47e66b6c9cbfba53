#include "bench/session/environment_text.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "bench/record/ab_notes.hpp"
#include "bench/session/launch.hpp"

namespace roofgate {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Words as a POSIX shell would make them, without any expansion.
Result<std::vector<std::string>> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else if (c == '\\' && quote == '"' && i + 1 < text.size()) {
        *word += text[++i];
      } else {
        *word += c;
      }
    } else if (is_blank(c)) {
      if (word) words.push_back(std::move(*word));
      word.reset();
    } else {
      if (!word) word.emplace();
      if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '\\' && i + 1 < text.size()) {
        *word += text[++i];
      } else {
        *word += c;
      }
    }
  }
  if (quote != '\0') {
    return fail(ErrorKind::usage, fmt::format("the quote {} is not closed", quote), std::string{text},
                "close it, or write \\ in front of it");
  }
  if (word) words.push_back(std::move(*word));
  return words;
}

/// Letters, digits and '_', no digit first (POSIX.1-2017, Base Definitions 8.1).
bool is_variable_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || is_digit(c); });
}

/// NAME=VALUE; no value for any other word.
std::optional<std::pair<std::string, std::string>> assignment_in(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || !is_variable_name(std::string_view{word}.substr(0, equals))) return std::nullopt;
  return std::pair{word.substr(0, equals), word.substr(equals + 1)};
}

std::string quoted(const std::string& word) {
  const bool is_plain = !word.empty() && std::none_of(word.begin(), word.end(), [](char c) {
    return is_blank(c) || c == '\'' || c == '"' || c == '\\';
  });
  if (is_plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  return text + "'";
}

}  // namespace

Result<EnvironmentText> parse_environment_text(std::string_view text) {
  auto words = words_of(text);
  if (!words) return fail(words.error());
  EnvironmentText environment;
  std::size_t next = 0;
  for (; next < words->size(); ++next) {
    auto assignment = assignment_in((*words)[next]);
    if (!assignment) break;
    environment.variables.push_back(std::move(*assignment));
  }
  if (next < words->size() && (*words)[next].find('=') == 0) {
    return fail(ErrorKind::usage, fmt::format("'{}' has no name in front of '='", (*words)[next]), std::string{text},
                "write NAME=VALUE");
  }
  for (; next < words->size(); ++next) {
    std::string& word = (*words)[next];
    if (word.empty() && environment.command.empty()) {
      return fail(ErrorKind::usage, "an empty word starts nothing", std::string{text},
                  "leave out the empty quotes; an environment as it is has no word at all");
    }
    if (word.empty() || word.front() != '@') {
      environment.command.push_back(std::move(word));
      continue;
    }
    environment.program = word.substr(1);
    if (environment.program.empty() || next + 1 < words->size()) {
      return fail(ErrorKind::usage, "'@PROGRAM' is not the last word", std::string{text},
                  "write NAME=VALUE words, then a command that starts the program, then @PROGRAM");
    }
  }
  return environment;
}

Result<BenchSetup> in_environment(BenchSetup setup, const EnvironmentText& environment,
                                  const std::string& search_path) {
  setup.variables = environment.variables;
  setup.prefix = environment.command;
  if (!environment.program.empty()) setup.program = environment.program;
  if (setup.prefix.empty()) {
    if (access(setup.program.c_str(), X_OK) == 0) return setup;
    return fail(ErrorKind::usage, "no measuring program is there to execute", setup.program.string(),
                "name a roofgate-bench after '@'");
  }
  if (setup.prefix.front().find('/') != std::string::npos) return setup;
  const auto found = find_on_path(setup.prefix.front(), search_path);
  if (!found) {
    return fail(ErrorKind::usage, fmt::format("'{}' is not on the search path", setup.prefix.front()), search_path,
                "an environment is NAME=VALUE words, then a command, then @PROGRAM");
  }
  setup.prefix.front() = found->string();
  return setup;
}

std::string to_label(const EnvironmentText& environment, const std::function<bool(std::string_view)>& may_keep) {
  std::string label;
  const auto add = [&](const std::string& word) { label += (label.empty() ? "" : " ") + word; };
  const auto shown = [&](const std::string& name, const std::string& value) {
    return name + "=" + (may_keep(name) ? quoted(value) : std::string{"…"});
  };
  for (const auto& [name, value] : environment.variables) add(shown(name, value));
  for (const std::string& word : environment.command) {
    const auto assignment = assignment_in(word);
    add(assignment ? shown(assignment->first, assignment->second) : quoted(word));
  }
  if (!environment.program.empty()) add("@" + quoted(environment.program));
  return label.empty() ? std::string{kUnchangedEnvironment} : label;
}

}  // namespace roofgate
