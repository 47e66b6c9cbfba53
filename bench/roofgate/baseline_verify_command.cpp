#include "bench/roofgate/baseline_verify_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "bench/record/utc_time.hpp"
#include "bench/report/baseline_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/baselines_option.hpp"

namespace roofgate {

CLI::App* BaselineVerifyCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "verify", "Checks that every baseline can be read, lies in its place, and holds values that can be true.");
  command->footer("Exit status: 0 all good, 2 a file is unreadable or misplaced, 3 a value is in doubt.");
  add_baselines_option(*command, baselines_);
  return command;
}

Result<ExitStatus> BaselineVerifyCommand::run(Console& console) {
  const auto folder = baselines_to_read(baselines_);
  if (!folder) return fail(folder.error());
  const auto checked = check_baselines(*folder, utc_now());
  if (!checked) return fail(checked.error());
  console.out << render_terminal(baseline_check_document(*folder, *checked), {console.colour, console.width});
  const auto is_unreadable = [](const CheckedBaseline& one) { return !one.baseline; };
  const auto is_doubtful = [](const CheckedBaseline& one) { return !one.doubts.empty(); };
  if (std::any_of(checked->begin(), checked->end(), is_unreadable)) return ExitStatus::usage;
  return std::any_of(checked->begin(), checked->end(), is_doubtful) ? ExitStatus::cannot_judge : ExitStatus::pass;
}

}  // namespace roofgate
