// Running another program: what is asked, how it ended, and the interface that tests replace. The real one is
// child_process.hpp.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct ProcessRequest {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> variables;  ///< added to the environment
  std::function<void(std::string_view)> on_line;               ///< each line of its standard output, as it comes
  std::filesystem::path log;                                   ///< both streams are appended here; empty: nowhere
  std::optional<Seconds> silence_limit;                        ///< it is ended after printing nothing for this long
};

struct ProcessEnd {
  std::optional<int> exit_code;
  std::optional<int> signal;  ///< that ended it
  bool was_stopped = false;   ///< we ended it because the user asked to stop
  bool was_silent = false;    ///< we ended it at the silence limit
  std::string out;            ///< standard output, all of it
  std::string last_words;     ///< the end of its error stream
};

class ProcessRunner {
 public:
  ProcessRunner() = default;
  ProcessRunner(const ProcessRunner&) = delete;
  ProcessRunner& operator=(const ProcessRunner&) = delete;
  virtual ~ProcessRunner() = default;

  /// Returns when the program and everything it started has ended. An error means that it could not be started.
  [[nodiscard]] virtual Result<ProcessEnd> run(const ProcessRequest& request) = 0;
};

/// "exited with status 3", "was ended by signal 11 (Segmentation fault)", "printed nothing for too long and was ended".
[[nodiscard]] std::string to_string(const ProcessEnd& end);

}  // namespace roofgate
