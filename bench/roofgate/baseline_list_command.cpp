#include "bench/roofgate/baseline_list_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "bench/record/utc_time.hpp"
#include "bench/report/baseline_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/baselines_option.hpp"

namespace roofgate {

CLI::App* BaselineListCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand("list", "Every baseline: machine, suite, nights.");
  add_baselines_option(*command, baselines_);
  return command;
}

Result<ExitStatus> BaselineListCommand::run(Console& console) {
  const auto folder = baselines_to_read(baselines_);
  if (!folder) return fail(folder.error());
  const std::string now = utc_now();
  const auto checked = check_baselines(*folder, now);
  if (!checked) return fail(checked.error());
  console.out << render_terminal(baseline_list_document(*folder, *checked, now), {console.colour, console.width});
  const auto is_unreadable = [](const CheckedBaseline& one) { return !one.baseline; };
  return std::any_of(checked->begin(), checked->end(), is_unreadable) ? ExitStatus::usage : ExitStatus::pass;
}

}  // namespace roofgate
