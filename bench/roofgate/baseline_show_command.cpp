#include "bench/roofgate/baseline_show_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "bench/baseline/baseline_json.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/report/baseline_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/baselines_option.hpp"
#include "bench/roofgate/choose_baseline.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {
CLI::App* BaselineShowCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand("show", "The nights of one baseline, or one case's history.");
  command->add_option("BASELINE", name_,
                      "HARDWARE/SUITE as `baseline list` prints them, or a file. Default: the only one there is.");
  command->add_option("--case", case_, "Shows this case's time in every night. Default: the nights.")->type_name("ID");
  command
      ->add_option(
          "--place", place_,
          "Shows only nights of this host or device, a name or quoted glob as the table shows it. Default: all.")
      ->type_name("NAME");
  add_baselines_option(*command, baselines_);
  return command;
}

Result<ExitStatus> BaselineShowCommand::run(Console& console) {
  const auto file = choose_baseline(name_, baselines_);
  if (!file) return fail(file.error());
  auto baseline = read_baseline(*file);
  if (!baseline) return fail(baseline.error());
  if (const auto kept = keep_nights_at(*baseline, place_, file->string()); !kept) return fail(kept.error());
  Document document;
  if (case_.empty()) {
    document = baseline_document(*baseline, utc_now());
  } else {
    const auto ids = cases_of(*baseline);
    if (std::find(ids.begin(), ids.end(), case_) == ids.end()) {
      const auto near = nearest_name(case_, ids);
      return fail(ErrorKind::usage, fmt::format("there is no case '{}'", case_), file->string(),
                  near ? fmt::format("did you mean '{}'?", *near) : std::string{"`roofgate gate` lists the cases"});
    }
    document = baseline_case_document(*baseline, case_);
  }
  console.out << render_terminal(document, {console.colour, console.width});
  return ExitStatus::pass;
}

}  // namespace roofgate
