#include "bench/roofgate/nightly_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <ostream>
#include <thread>

#include "bench/baseline/baseline_store.hpp"
#include "bench/doctor/load_findings.hpp"
#include "bench/doctor/place_findings.hpp"
#include "bench/locate/data_folders.hpp"
#include "bench/report/render.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/bootstrap.hpp"
#include "bench/roofgate/nightly.hpp"
#include "bench/roofgate/run_progress.hpp"
#include "bench/session/child_process.hpp"
#include "bench/session/stop_signals.hpp"
#include "bench/telemetry/affinity.hpp"

namespace roofgate {
namespace {

/// Before minutes of measuring: what would make them useless.
Result<void> check_places(const std::filesystem::path& baselines, const std::string& runs, const std::string& policy) {
  if (const auto rules = load_rules(policy); !rules) return fail(rules.error());
  std::error_code ignored;
  std::filesystem::create_directories(baselines, ignored);  // a failure is found below
  for (const std::filesystem::path& folder : {baselines, std::filesystem::path{runs}}) {
    for (const Finding& finding : folder_findings(folder)) {
      if (finding.gravity == Gravity::blocker) return fail(ErrorKind::input, finding.what, {}, finding.advice);
    }
  }
  return {};
}

/// Tells of the baseline nights before they are measured. Silent where it cannot know: measuring says what is wrong.
void announce(const NightlyRequest& request, ProcessRunner& runner, std::ostream& err) {
  const auto environment = describe(request.run.bench, runner);
  if (!environment) return;
  const auto baseline = find_baseline(request.gating.baselines, {hardware_key(*environment), request.run.bench.suite});
  if (!baseline) return;
  const int nights = missing_bootstrap_nights(*baseline, request.baseline_nights);
  if (nights == 0) return;
  err << fmt::format("no baseline for {} yet: {} {} made first, then one is judged\n", hardware_key(*environment),
                     nights, nights == 1 ? "night is" : "nights are")
      << std::flush;
}

/// A busy machine is known before minutes are spent on marked rounds.
void warn_of_load(std::ostream& err) {
  const auto sleep = [] { std::this_thread::sleep_for(std::chrono::milliseconds{500}); };
  for (const Finding& finding : load_findings(sample_load(MachineFiles{}, affinity_cpus(), sleep))) {
    err << "warning: " << visible(finding.what) << "\n  hint: " << finding.advice << '\n' << std::flush;
  }
}

}  // namespace

CLI::App* NightlyCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "nightly",
      "Measures one night, places it under the roofline, judges it and remembers it. On a machine without baseline "
      "that is made first.");
  options_.add_to(*command);
  command
      ->add_option("--baselines", gating_.baselines,
                   "Folder of the baselines, read and written. Default: ROOFGATE_BASELINES, else ./baselines.")
      ->type_name("DIR");
  command
      ->add_option("--policy", gating_.policy,
                   "What is accepted: tolerances, error budget, expected failures. Default: ./ci/policy.json, else the "
                   "installed one.")
      ->type_name("FILE");
  command->add_option("--output", output_, "Folder that gets a folder for each night.")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_option("--baseline-nights", baseline_nights_,
                   "Nights made in a row on a machine that has no real one yet, before one is judged.")
      ->type_name("N")
      ->check(CLI::Range(1, 20))
      ->capture_default_str();
  command->add_flag("--no-remember", no_remember_, "Judges only: the night does not become part of the baseline.");
  command->add_flag("--no-remeasure", no_remeasure_,
                    "Does not measure undecided cases again, whatever the policy says.");
  return command;
}

Result<ExitStatus> NightlyCommand::run(Console& console) {
  NightlyRequest request;
  auto run = options_.request();
  if (!run) return fail(run.error());
  request.run = std::move(*run);
  request.gating = gating_;
  request.gating.baselines = baselines_to_write(this_process(), gating_.baselines).string();
  request.runs = output_;
  request.baseline_nights = baseline_nights_;
  request.remembers = !no_remember_;
  request.remeasures = !no_remeasure_;
  const Search scripts = search_plots(this_process());
  if (const Candidate* script = scripts.result(); script != nullptr) {
    request.pictures = PictureTools{script->path, this_process().program_folder / "roofgate"};
  }
  if (auto fine = check_places(request.gating.baselines, output_, gating_.policy); !fine) return fail(fine.error());
  const StopSignals stop;
  ChildProcessRunner runner;
  announce(request, runner, console.err);
  warn_of_load(console.err);
  const auto outcome = [&] {
    RunProgress progress{console.err, console.err_width};
    return nightly(request, runner, progress);
  }();
  if (!outcome) return fail(outcome.error());
  console.out << render_terminal(outcome->document, {console.colour, console.width});
  return outcome->status;
}

}  // namespace roofgate
