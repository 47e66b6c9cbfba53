#include "bench/roofgate/run_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <ostream>

#include "bench/report/render.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/ab_run.hpp"
#include "bench/roofgate/gating.hpp"
#include "bench/roofgate/run_document.hpp"
#include "bench/roofgate/run_folder.hpp"
#include "bench/roofgate/run_progress.hpp"
#include "bench/session/child_process.hpp"
#include "bench/session/stop_signals.hpp"

namespace roofgate {

namespace fs = std::filesystem;

CLI::App* RunCommand::add_to(CLI::App& program) {
  command_ = program.add_subcommand("run", "Measures a suite on this machine and writes the record.");
  options_.add_to(*command_);
  command_
      ->add_option(
          "-o,--output", output_,
          "The record to write, with --ab the folder; it must not exist. Default: runs/<time>/record.json, with "
          "--ab runs/<time>.")
      ->type_name("FILE");
  command_
      ->add_option("--resume", resume_,
                   "Completes a record that was stopped or killed: measures what is missing in it. With the same two "
                   "--ab: a folder. Default: none.")
      ->type_name("RECORD");
  command_
      ->add_option(
          "--ab", environments_,
          "Given twice: two environments, measured in turns (A B, B A, A B, ...) on the same devices and compared "
          "in pairs; 6 rounds where --rounds is not given. An environment is NAME=VALUE words, then a command "
          "that starts the measuring program, then @PROGRAM, another measuring program; '' is the environment "
          "as it is. Example: --ab '' --ab 'LD_LIBRARY_PATH=/opt/next/lib taskset -c 0-3 @/opt/next/roofgate-bench'. "
          "Default: none, one environment is measured.")
      ->type_name("ENVIRONMENT")
      ->allow_extra_args(false);
  command_
      ->add_option("--policy", policy_,
                   "With --ab: what is accepted. Default: ./ci/policy.json, else the installed one.")
      ->type_name("FILE");
  telling_.add_to(*command_);
  return command_;
}

Result<RunRequest> RunCommand::request_with_record() const {
  if (!resume_.empty()) {
    for (const char* name : {"--output", "--rounds", "--backend"}) {
      if (command_->count(name) > 0) {
        return fail(ErrorKind::usage, std::string{name} + " does not go with --resume: the record says it");
      }
    }
  }
  auto request = options_.request();
  if (!request) return request;
  if (!resume_.empty()) {
    request->record = resume_;
    request->resume = true;
    if (command_->count("--suite") == 0) request->bench.suite.clear();
    return request;
  }
  std::error_code ignored;
  if (!output_.empty() && fs::exists(output_, ignored)) {
    return fail(ErrorKind::usage, "the file is there already", output_,
                "--resume completes it; another -o begins a new record");
  }
  request->record = output_;
  return request;
}

Result<void> RunCommand::check_telling() const {
  if (command_->count("--ab") > 0) return {};
  for (const char* name : {"--policy", "--all", "--markdown", "--junit", "--json"}) {
    if (command_->count(name) == 0) continue;
    return fail(ErrorKind::usage, std::string{name} + " goes with --ab, which compares; a single run is not judged", {},
                "judge its record with `roofgate gate`");
  }
  return {};
}

Result<ExitStatus> RunCommand::run_two_environments(Console& console) {
  if (environments_.size() != 2) {
    return fail(ErrorKind::usage, fmt::format("--ab is given {} times, not twice", environments_.size()), {},
                "name both environments: --ab 'OMP_NUM_THREADS=2' --ab 'OMP_NUM_THREADS=1'");
  }
  if (!resume_.empty() && !output_.empty()) {
    return fail(ErrorKind::usage, "--output does not go with --resume: the folder is there");
  }
  if (auto rules = load_rules(policy_); !rules) return fail(rules.error());  // before minutes are spent
  auto run = options_.request();
  if (!run) return fail(run.error());
  AbRequest request{std::move(*run), environments_, resume_, command_->count("--rounds") > 0};
  constexpr int kPairs = 6;  // three of each order
  if (!request.has_rounds) request.run.rounds = kPairs;
  request.run.resume = !resume_.empty();
  if (request.run.resume && command_->count("--suite") == 0) request.run.bench.suite.clear();
  if (!request.run.resume) {
    const auto folder = new_run_folder(output_);
    if (!folder) return fail(folder.error());
    request.folder = *folder;
  }
  const StopSignals stop;
  ChildProcessRunner runner;
  const auto outcome = [&] {
    RunProgress progress{console.err, console.err_width};
    return run_ab(request, runner, progress);
  }();
  if (!outcome) {
    std::error_code ignored;
    if (!request.run.resume) fs::remove(request.folder, ignored);  // if it is empty
    return fail(outcome.error());
  }
  if (outcome->was_stopped()) {
    console.out << fmt::format(
        "stopped; complete it with the same two --ab: roofgate run --ab ... --ab ... --resume {}\n",
        visible(request.folder.string()));
    return ExitStatus::cannot_judge;
  }
  const auto result = compare_files({outcome->a.string()}, {outcome->b.string()}, policy_, console);
  if (!result) return fail(result.error());
  if (auto told = tell(*result, telling_, console); !told) return fail(told.error());
  console.out << fmt::format("records: {}\n", visible((request.folder / "{a,b}.json").string()));
  return result->gate.status;
}

Result<ExitStatus> RunCommand::run(Console& console) {
  if (auto fine = check_telling(); !fine) return fail(fine.error());
  if (command_->count("--ab") > 0) return run_two_environments(console);
  auto request = request_with_record();
  if (!request) return fail(request.error());
  const bool has_own_folder = request->record.empty();
  if (has_own_folder) {
    const auto folder = make_run_folder("runs");
    if (!folder) return fail(folder.error());
    request->record = *folder / "record.json";
  }
  const StopSignals stop;
  ChildProcessRunner runner;
  const auto outcome = [&] {
    RunProgress progress{console.err, console.err_width};
    return run_session(*request, runner, progress);
  }();
  if (!outcome) {
    std::error_code ignored;
    if (has_own_folder) fs::remove(request->record.parent_path(), ignored);  // if it is empty
    return fail(outcome.error());
  }
  const Document document = run_document(*outcome, request->record);
  console.out << render_terminal(document, {console.colour, console.width});
  return status_of(*outcome);
}

}  // namespace roofgate
