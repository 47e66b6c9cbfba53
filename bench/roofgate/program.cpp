#include "bench/roofgate/program.hpp"

#include <CLI/CLI.hpp>
#include <ostream>

namespace roofgate {

ExitStatus run_program(int argc, const char* const* argv, Console& console) {
  CLI::App app{"Measures what GPUs deliver, places it under the roofline, fails a build when it got slower.",
               "roofgate"};
  app.require_subcommand(1);
  const auto commands = make_commands();
  std::vector<CLI::App*> subcommands;
  subcommands.reserve(commands.size());
  for (const auto& command : commands) subcommands.push_back(command->add_to(app));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    const int code = app.exit(problem, console.out, console.err);
    return code == 0 ? ExitStatus::pass : ExitStatus::usage;
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!subcommands[i]->parsed()) continue;
    const Result<ExitStatus> outcome = commands[i]->run(console);
    if (outcome) return *outcome;
    console.err << "roofgate: " << to_string(outcome.error()) << '\n';
    return exit_status_of(outcome.error().kind);
  }
  return ExitStatus::usage;
}

}  // namespace roofgate
