#include "bench/roofgate/run_command.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <ostream>

#include "bench/report/render.hpp"
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
      ->add_option("-o,--output", output_, "The record to write; it must not exist. Default: runs/<time>/record.json.")
      ->type_name("FILE");
  command_
      ->add_option("--resume", resume_,
                   "Completes a record that was stopped or killed: measures what is missing in it. Default: none.")
      ->type_name("RECORD");
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

Result<ExitStatus> RunCommand::run(Console& console) {
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
