#include "bench/roofgate/compare_command.hpp"

#include <CLI/CLI.hpp>

#include "bench/roofgate/gating.hpp"

namespace roofgate {

CLI::App* CompareCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "compare",
      "Judges records of after a change (driver, library, settings) against records of before it, and says whether the "
      "change is safe. Both records of one `roofgate run --ab` are compared in pairs of rounds.");
  command
      ->add_option(
          "--before", before_,
          "Records of before the change, files that `roofgate import` reads, folders or quoted globs of them. Example: "
          "--before runs/mon.json runs/tue.json.")
      ->required()
      ->type_name("RECORD...");
  command->add_option("--after", after_, "Records of after the change.")->required()->type_name("RECORD...");
  foreign_.add_to(*command);
  foreign_.add_any_place_to(*command);
  add_policy_option(*command, policy_);
  telling_.add_to(*command);
  return command;
}

Result<ExitStatus> CompareCommand::run(Console& console) {
  const auto options = foreign_.read();
  if (!options) return fail(options.error());
  const auto result = compare_files(before_, after_, policy_, console, *options);
  if (!result) return fail(result.error());
  if (auto told = tell(*result, telling_, console); !told) return fail(told.error());
  return result->gate.status;
}

}  // namespace roofgate
