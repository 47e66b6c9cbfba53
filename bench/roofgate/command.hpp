// A subcommand of `roofgate`: one file each, listed in commands.cpp. docs/cli.md is generated from the same table.
#pragma once

#include <iosfwd>
#include <memory>
#include <vector>

#include "kernels/base/exit_status.hpp"
#include "kernels/base/result.hpp"

namespace CLI {
class App;
}

namespace roofgate {

/// Streams and surroundings, so that commands are tested without a process.
struct Console {
  std::ostream& out;  ///< results
  std::ostream& err;  ///< progress and warnings
  bool colour = false;
  int width = 0;      ///< columns of the terminal that `out` is; 0: no terminal, no limit
  int err_width = 0;  ///< the same of `err`: on a terminal a progress line is redrawn in place
};

class Command {
 public:
  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  /// Adds this subcommand with its options, each with a sentence, a default and, where it helps, an example.
  /// Returns the CLI11 subcommand; options are bound to members.
  virtual CLI::App* add_to(CLI::App& program) = 0;

  /// An Error ends the program with exit_status_of(error.kind) and its text on stderr.
  [[nodiscard]] virtual Result<ExitStatus> run(Console& console) = 0;
};

/// Every subcommand, in the order of `--help`.
[[nodiscard]] std::vector<std::unique_ptr<Command>> make_commands();

}  // namespace roofgate
