// roofgate-bench as seen from outside: what it is asked and how its answers read. It measures in its own process.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/record/environment.hpp"
#include "bench/session/process.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// An entry of --list-json.
struct ListedCase {
  std::string id;
  std::string kind;
  std::string definition;
  bool collective = false;  ///< all ranks measure it together
};

/// What to measure with, the same for every process of a session.
struct BenchSetup {
  std::filesystem::path program;
  std::string suite;    ///< name or file
  std::string backend;  ///< "auto", "host", "cuda"
  std::vector<std::string> more_arguments;
  std::vector<std::pair<std::string, std::string>> variables = {};  ///< that its processes get beside ours
  std::vector<std::string> prefix = {};  ///< a command that starts it: "taskset -c 0"; its first word is a path
};

/// A process of the setup: the prefix, the program, the arguments; with the variables.
[[nodiscard]] ProcessRequest process_of(const BenchSetup& setup, std::vector<std::string> arguments);

/// What --backend takes to measure in such an environment again: "cuda" for "cuda-emulated" too.
[[nodiscard]] std::string backend_option(const Environment& environment);

/// The environment that it would measure in. An error carries its own words and, as kind, what its status means.
[[nodiscard]] Result<Environment> describe(const BenchSetup& setup, ProcessRunner& runner);

/// Every case in a world of `ranks`.
[[nodiscard]] Result<std::vector<ListedCase>> list_cases(const BenchSetup& setup, int ranks, ProcessRunner& runner);

/// The answer of --list-json.
[[nodiscard]] Result<std::vector<ListedCase>> parse_listing(std::string_view text);

/// The error that an unsuccessful end stands for: its status decides the kind, its last line is the text.
[[nodiscard]] Error error_of(const ProcessEnd& end, const std::filesystem::path& program);

}  // namespace roofgate
