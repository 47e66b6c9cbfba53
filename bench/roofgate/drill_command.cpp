#include "bench/roofgate/drill_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <ostream>

#include "bench/report/drill_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/drilling.hpp"
#include "bench/roofgate/run_folder.hpp"
#include "bench/roofgate/run_progress.hpp"
#include "bench/session/child_process.hpp"
#include "bench/session/stop_signals.hpp"

namespace roofgate {

namespace fs = std::filesystem;

CLI::App* DrillCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "drill",
      "Proves the gate on this machine: measures a night, really slows some of its cases by known shares, and shows "
      "which losses the gate would have caught tonight. Exit status 1 if it missed one that it claims to see.");
  options_.add_to(*command);
  gating_.add_to(*command);
  command->add_option("--losses", percents_, "Losses of throughput to plant, in percent. Example: --losses 2,5.")
      ->delimiter(',')
      ->check(CLI::Range(0.1, 50.0))
      ->type_name("P,P,...")
      ->default_str("1,2,3,5,10");
  command->add_option("--cases", cases_, "Cases in which losses are planted, at most: some of each kind.")
      ->check(CLI::Range(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("-o,--output", output_,
                   "Folder of the records, which are marked and never a baseline; it must not exist. Default: "
                   "runs/<time>.")
      ->type_name("DIR");
  return command;
}

Result<ExitStatus> DrillCommand::run(Console& console) {
  auto run = options_.request();
  if (!run) return fail(run.error());
  DrillRequest request;
  request.run = std::move(*run);
  request.gating = gating_;
  request.cases = static_cast<std::size_t>(cases_);
  for (const double percent : percents_) request.losses.push_back(percent / 100.0);
  std::sort(request.losses.begin(), request.losses.end());
  request.losses.erase(std::unique(request.losses.begin(), request.losses.end()), request.losses.end());
  const auto folder = new_run_folder(output_);
  if (!folder) return fail(folder.error());
  request.folder = *folder;
  const StopSignals stop;
  ChildProcessRunner runner;
  const auto done = [&] {
    RunProgress progress{console.err, console.err_width};
    return run_drill(request, runner, progress);
  }();
  if (!done) {
    std::error_code ignored;
    fs::remove(*folder, ignored);  // if it is empty
    return fail(done.error());
  }
  if (done->was_stopped) {
    console.out << fmt::format("stopped: a drill is not resumed, what was measured is in {}\n", folder->string());
    return ExitStatus::cannot_judge;
  }
  Document document = drill_document(done->result);
  document.blocks.emplace_back(Paragraph{fmt::format("records of this drill: {}", folder->string())});
  console.out << render_terminal(document, {console.colour, console.width});
  return done->result.status;
}

}  // namespace roofgate
