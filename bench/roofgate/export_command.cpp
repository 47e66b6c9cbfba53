#include "bench/roofgate/export_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "bench/export/exporter.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/roofgate/record_argument.hpp"

namespace roofgate {

CLI::App* ExportCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand("export", "Writes a record in a form that other tools read.");
  command->add_option("RECORD", record_, "Run record to export, or a file that `roofgate import` reads.")
      ->required()
      ->type_name("");
  std::string formats;
  for (const ExportFormat& format : export_formats()) {
    formats += fmt::format("{}{} ({})", formats.empty() ? "" : ", ", format.name, format.title);
  }
  command->add_option("--format", format_, fmt::format("One of: {}.", formats))->required()->type_name("NAME");
  command
      ->add_option(
          "--better", better_,
          "Only cases whose figures improve this way; default: all. github-action-benchmark holds one direction "
          "per file: lower if any case has it.")
      ->type_name("lower|higher")
      ->check(CLI::IsMember({"lower", "higher"}));
  foreign_.add_mapping_to(*command);
  command->add_option("-o,--output", output_, "File to write; default: standard output.")->type_name("FILE");
  command->footer("Exit status: 0, 3 if the record holds nothing that the format can carry.");
  return command;
}

Result<ExitStatus> ExportCommand::run(Console& console) {
  const auto foreign = foreign_.read();
  if (!foreign) return fail(foreign.error());
  const Result<Record> record = load_record(record_, console, *foreign);
  if (!record) return fail(record.error());
  ExportOptions options;
  if (!better_.empty()) options.better = better_ == "lower" ? Better::lower : Better::higher;
  const Result<Exported> exported = export_record(*record, format_, options);
  if (!exported) return fail(exported.error());
  for (const std::string& line : exported->left_out) console.err << "roofgate: left out: " << line << '\n';
  if (output_.empty()) {
    console.out << exported->text;
    return ExitStatus::pass;
  }
  if (const auto written = replace_file(output_, exported->text); !written) return fail(written.error());
  console.err << fmt::format("{} of {} cases written to {}\n", exported->cases, record->cases.size(), output_);
  return ExitStatus::pass;
}

}  // namespace roofgate
