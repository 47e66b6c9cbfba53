#include "bench/roofgate/baseline_command.hpp"

#include <CLI/CLI.hpp>

#include "bench/roofgate/baseline_list_command.hpp"
#include "bench/roofgate/baseline_promote_command.hpp"
#include "bench/roofgate/baseline_prune_command.hpp"
#include "bench/roofgate/baseline_show_command.hpp"
#include "bench/roofgate/baseline_verify_command.hpp"

namespace roofgate {

BaselineCommand::BaselineCommand() {
  commands_.push_back(std::make_unique<BaselineListCommand>());
  commands_.push_back(std::make_unique<BaselineShowCommand>());
  commands_.push_back(std::make_unique<BaselinePromoteCommand>());
  commands_.push_back(std::make_unique<BaselinePruneCommand>());
  commands_.push_back(std::make_unique<BaselineVerifyCommand>());
}

CLI::App* BaselineCommand::add_to(CLI::App& program) {
  CLI::App* baseline = program.add_subcommand("baseline", "Lists, shows, adds and checks what the gate remembers.");
  baseline->require_subcommand(1);
  for (const auto& command : commands_) parsed_.push_back(command->add_to(*baseline));
  return baseline;
}

Result<ExitStatus> BaselineCommand::run(Console& console) {
  for (std::size_t i = 0; i + 1 < commands_.size(); ++i) {
    if (parsed_[i]->parsed()) return commands_[i]->run(console);
  }
  return commands_.back()->run(console);  // require_subcommand(1): one was parsed
}

}  // namespace roofgate
