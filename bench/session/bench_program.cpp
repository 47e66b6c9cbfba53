#include "bench/session/bench_program.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/record/environment_json.hpp"

namespace roofgate {
namespace {

constexpr double kAnswerSeconds = 300;  // describing asks drivers and libraries, which may be slow to load

Result<std::string> ask(const BenchSetup& setup, std::vector<std::string> arguments, ProcessRunner& runner) {
  arguments.insert(arguments.end(), {"--backend", setup.backend});
  ProcessRequest request = process_of(setup, std::move(arguments));
  request.silence_limit = Seconds{kAnswerSeconds};
  auto end = runner.run(request);
  if (!end) return fail(end.error());
  if (end->exit_code != 0) return fail(error_of(*end, setup.program));
  return std::move(end->out);
}

bool is_text(const nlohmann::json& entry, const char* key) { return entry.contains(key) && entry.at(key).is_string(); }

/// Errors of ours that a child printed, without its name and the words that error_of adds again.
std::string last_error(const std::string& words) {
  const std::size_t begin = words.rfind("roofgate-bench: ");
  std::string text = begin == std::string::npos ? words : words.substr(begin + std::string{"roofgate-bench: "}.size());
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

}  // namespace

ProcessRequest process_of(const BenchSetup& setup, std::vector<std::string> arguments) {
  std::vector<std::string> words = setup.prefix;
  words.push_back(setup.program.string());
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.insert(words.end(), setup.more_arguments.begin(), setup.more_arguments.end());
  ProcessRequest request;
  request.program = words.front();
  request.arguments.assign(words.begin() + 1, words.end());
  request.variables = setup.variables;
  return request;
}

std::string backend_option(const Environment& environment) {
  return environment.backend.starts_with("cuda") ? "cuda" : environment.backend;
}

Error error_of(const ProcessEnd& end, const std::filesystem::path& program) {
  if (end.was_stopped) return {ErrorKind::measurement, "stopped before anything was measured", {}, {}};
  ErrorKind kind = ErrorKind::internal;
  if (end.exit_code == 2) kind = ErrorKind::input;
  if (end.exit_code == 3) kind = ErrorKind::unavailable;
  if (end.was_silent || end.signal) kind = ErrorKind::measurement;
  std::string words = last_error(end.last_words);
  std::string hint;
  if (const std::size_t at = words.find("\n  hint: "); at != std::string::npos) {
    hint = words.substr(at + 9);
    words.erase(at);
  }
  if (words.empty() || kind == ErrorKind::measurement || kind == ErrorKind::internal) {
    words = to_string(end) + (words.empty() ? "" : ": " + words);
  }
  return {kind, words, program.filename().string(), hint};
}

Result<Environment> describe(const BenchSetup& setup, ProcessRunner& runner) {
  const auto text = ask(setup, {"--describe"}, runner);
  if (!text) return fail(text.error());
  return environment_from_json(*text, "roofgate-bench --describe");
}

Result<std::vector<ListedCase>> list_cases(const BenchSetup& setup, int ranks, ProcessRunner& runner) {
  const auto text = ask(setup, {"--list-json", "--suite", setup.suite, "--ranks", fmt::format("{}", ranks)}, runner);
  if (!text) return fail(text.error());
  return parse_listing(*text);
}

Result<std::vector<ListedCase>> parse_listing(std::string_view text) {
  const nlohmann::json answer = nlohmann::json::parse(text, nullptr, false);
  std::vector<ListedCase> cases;
  bool is_whole = answer.is_array();
  for (const auto& entry : is_whole ? answer : nlohmann::json::array()) {
    is_whole = is_whole && entry.is_object() && is_text(entry, "id") && is_text(entry, "kind") &&
               is_text(entry, "definition") && entry.contains("collective") && entry.at("collective").is_boolean();
    if (!is_whole) break;
    cases.push_back({entry.at("id"), entry.at("kind"), entry.at("definition"), entry.at("collective")});
  }
  if (is_whole) return cases;
  return fail(ErrorKind::internal, "the listing is not what this version of roofgate understands",
              "roofgate-bench --list-json", "install roofgate and roofgate-bench of the same version");
}

}  // namespace roofgate
