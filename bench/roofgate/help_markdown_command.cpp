#include "bench/roofgate/help_markdown_command.hpp"

#include <CLI/CLI.hpp>
#include <ostream>

#include "bench/roofgate/program.hpp"

namespace roofgate {

CLI::App* HelpMarkdownCommand::add_to(CLI::App& program) {
  return program.add_subcommand("help-markdown", "Prints this program's part of docs/cli.md.")->group("");
}

Result<ExitStatus> HelpMarkdownCommand::run(Console& console) {
  console.out << command_line_page();
  return ExitStatus::pass;
}

}  // namespace roofgate
