#include "bench/roofgate/import_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <filesystem>
#include <ostream>
#include <system_error>

#include "bench/record/atomic_file.hpp"
#include "bench/record/record_json.hpp"
#include "bench/report/import_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/record_argument.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

std::string format_list() {
  std::string text;
  for (const Format& format : formats())
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", format.name, format.title);
  return text;
}

}  // namespace

CLI::App* ImportCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "import", "Reads what other tools wrote: says what each file is, what was read and refused, and writes records.");
  command->add_option("FILE", files_, "Files, folders of files, or quoted globs. The same content twice counts once.")
      ->required()
      ->type_name("");
  command
      ->add_option("--format", options_.format,
                   "What the files are; by default their content tells. Known: " + format_list() + ".")
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option("--mapping", mapping_,
                   "What the columns of a plain CSV mean: a file of lines 'key = value' (docs/import_benchmarks.md). "
                   "Default: none.")
      ->type_name("FILE");
  command
      ->add_option("-o,--output", output_,
                   "Writes the record to this file, or several to this folder (a name that ends in '/'). Default: "
                   "nothing is written; judging commands take the files as they are.")
      ->type_name("RECORD");
  command->footer(
      "Exit status: 0 imported, 2 usage or unreadable input, 3 the tool failed or what it measured can be no result.");
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
  ImportOptions options = options_;
  if (!mapping_.empty()) {
    constexpr std::uintmax_t kMostMappingBytes = std::uintmax_t{1} << 20;
    auto mapping = read_file(mapping_, kMostMappingBytes);
    if (!mapping) return fail(mapping.error());
    options.mapping = std::move(*mapping);
  }
  const auto history = import_history(files_, options);
  if (!history) return fail(history.error());
  const auto places = write(history->records);
  if (!places) return fail(places.error());
  console.out << render_terminal(import_document(*history, *places), {console.colour, console.width});
  return ExitStatus::pass;
}

}  // namespace roofgate
