#include "bench/roofgate/program.hpp"

#include <CLI/CLI.hpp>
#include <exception>
#include <ostream>
#include <span>

#include "bench/command_line/help_text.hpp"
#include "bench/command_line/output_files.hpp"
#include "bench/command_line/usage_error.hpp"
#include "bench/record/this_tool.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/failure_files.hpp"

namespace roofgate {
namespace {

constexpr const char* kDescription =
    "Measures what GPUs and their hosts deliver, places it under the roofline, fails a build when it got slower.";
constexpr const char* kExitStatuses =
    "Exit status: 0 pass, 1 regression, 2 usage or unreadable input, 3 cannot judge, 4 wrong result or internal error.";

/// The CLI11 table of all commands.
class Table {
 public:
  Table() : app_{kDescription, "roofgate"}, commands_{make_commands()} {
    app_.footer(kExitStatuses);
    app_.require_subcommand(1);
    app_.set_version_flag("--version", "roofgate " + to_string(this_tool()),
                          "Prints version, git revision and build type.");
    for (const auto& command : commands_) parsed_.push_back(command->add_to(app_));
    use_help_text(app_);
  }

  [[nodiscard]] CLI::App& app() { return app_; }
  /// require_subcommand(1): one was parsed.
  [[nodiscard]] std::size_t parsed() const {
    std::size_t i = 0;
    while (i + 1 < parsed_.size() && !parsed_[i]->parsed()) ++i;
    return i;
  }
  [[nodiscard]] Command& command() { return *commands_[parsed()]; }
  [[nodiscard]] const CLI::App& options() const { return *parsed_[parsed()]; }

 private:
  CLI::App app_;
  std::vector<std::unique_ptr<Command>> commands_;
  std::vector<CLI::App*> parsed_;
};

/// A bug is a failure too: it must not leave an earlier run's reports as they are.
Result<ExitStatus> outcome_of(Command& command, Console& console) {
  try {
    return command.run(console);
  } catch (const std::exception& bug) {
    return fail(ErrorKind::internal, std::string{"internal error: "} + bug.what());
  }
}

ExitStatus report(const Error& error, Console& console) {
  console.err << "roofgate: " << visible(to_string(error), LineBreaks::keep) << '\n';
  return exit_status_of(error.kind);
}

}  // namespace

ExitStatus run_program(int argc, const char* const* argv, Console& console) {
  Table table;
  const std::span arguments{argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)};
  if (const auto known = check_command(table.app(), arguments); !known) return report(known.error(), console);
  try {
    table.app().parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    table.app().exit(wanted, console.out, console.err);
    return ExitStatus::pass;
  } catch (const CLI::ParseError& problem) {
    return report(explain(problem, table.app()), console);
  }
  if (const auto checked = check_output_files(table.app()); !checked) return report(checked.error(), console);
  const Result<ExitStatus> outcome = outcome_of(table.command(), console);
  if (outcome) return *outcome;
  const ExitStatus status = report(outcome.error(), console);
  if (const auto written = write_failure_files(table.options(), outcome.error()); !written) {
    report(written.error(), console);
  }
  return status;
}

std::string command_line_page() {
  Table table;
  return "# Command line\n\nWhat `roofgate` and `roofgate-bench` say with `--help`: this page is made from the same "
         "table, and a "
         "test\ncompares them.\n\n" +
         help_markdown(table.app());
}

}  // namespace roofgate
