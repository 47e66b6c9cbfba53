#include "bench/roofgate/import_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <ostream>
#include <system_error>

#include "bench/record/record_json.hpp"
#include "bench/report/import_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/record_argument.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

}  // namespace

CLI::App* ImportCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "import", "Reads what other tools wrote: says what each file is, what was read and refused, and writes records.");
  command->add_option("FILE", files_, "Files, folders of files, or quoted globs. The same content twice counts once.")
      ->required()
      ->type_name("");
  foreign_.add_to(*command, FormatHelp::full);
  command
      ->add_option("-o,--output", output_,
                   "Writes the record to this file, or several to this folder (a name that ends in '/'). Default: "
                   "nothing is written; judging commands take the files as they are.")
      ->type_name("RECORD");
  command->footer(
      "Exit status: 0 imported, 2 usage or unreadable input, 3 the tool failed or what it measured can be no result, "
      "4 a result was wrong. The record of a wrong result, and of a run that died on its way, is written all the "
      "same.");
  return command;
}

Result<std::vector<std::string>> ImportCommand::write(const std::vector<Record>& records) const {
  std::vector<std::string> places;
  if (output_.empty()) return places;
  std::error_code problem;
  if (!output_.ends_with('/') && !fs::is_directory(output_, problem)) {
    if (records.size() != 1) {
      return fail(ErrorKind::usage, fmt::format("{} records do not fit into one file", records.size()), "-o",
                  "name a folder: -o " + output_ + "/");
    }
    if (auto written = write_record(records.front(), output_); !written) return fail(written.error());
    return std::vector<std::string>{output_};
  }
  fs::create_directories(output_, problem);
  if (problem) return fail(ErrorKind::input, "cannot be made: " + problem.message(), output_);
  for (const Record& record : records) {
    // An imported id is a moment and a fingerprint; one of another's making may hold a '/'.
    const fs::path file = fs::path{output_} / (fs::path{record.id}.filename().string() + ".json");
    if (auto written = write_record(record, file); !written) return fail(written.error());
    places.push_back(file.string());
  }
  return places;
}

Result<ExitStatus> ImportCommand::run(Console& console) {
  const auto options = foreign_.read();
  if (!options) return fail(options.error());
  const auto history = import_history(files_, *options);
  if (!history) return fail(history.error());
  const auto places = write(history->records);
  if (!places) return fail(places.error());
  console.out << render_terminal(import_document(*history, *places), {console.colour, console.width});
  const bool is_wrong = std::any_of(history->records.begin(), history->records.end(),
                                    [](const Record& record) { return wrong_cases(record) > 0; });
  if (is_wrong) return ExitStatus::wrong_result;
  const bool is_unfinished = std::any_of(history->records.begin(), history->records.end(),
                                         [](const Record& record) { return record.finished_at.empty(); });
  ExitStatus status = is_unfinished ? ExitStatus::cannot_judge : ExitStatus::pass;
  for (const LostNight& lost : history->lost) {
    const ExitStatus own = exit_status_of(lost.error.kind);
    if (status != ExitStatus::usage) status = own;
  }
  return status;
}

}  // namespace roofgate
