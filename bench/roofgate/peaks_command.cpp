#include "bench/roofgate/peaks_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <vector>

#include "bench/locate/data_folders.hpp"
#include "bench/report/peaks_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/record_argument.hpp"
#include "bench/roofline/peaks_json.hpp"
#include "bench/roofline/peaks_lint.hpp"
#include "bench/telemetry/nvml_devices.hpp"
#include "bench/telemetry/nvml_library.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

Result<Document> entry_named(const PeaksDb& db, const std::string& name) {
  if (const DevicePeaks* device = find_device(db, name)) return peaks_entry(*device);
  std::vector<std::string> ids;
  for (const DevicePeaks& device : db.devices) ids.push_back(device.id);
  const auto nearest = nearest_name(comparable_name(name), ids);
  return fail(ErrorKind::usage, fmt::format("no device '{}' in the peaks data base", name), "peaks",
              nearest ? fmt::format("did you mean '{}'? 'roofgate peaks' lists all", *nearest)
                      : "'roofgate peaks' lists all; docs/peaks.md says how to add one");
}

Result<Document> roofs_in(const PeaksDb& db, const std::string& file, Console& console) {
  const Result<Record> record = load_record(file, console);
  if (!record) return fail(record.error());
  if (record->environment.devices.empty()) {
    return fail(ErrorKind::unavailable, "no device in the record", file,
                "the host backend has measured ceilings instead: roofgate roofline shows them");
  }
  return device_roofs(record->environment.devices, usable_peaks(db));
}

/// The list, and which roof the devices of this machine get from it.
Document list_with_this_machine(const PeaksDb& db) {
  Document document = peaks_list(db);
  std::vector<std::string> gaps;
  const auto library = load_nvml();
  auto devices = library ? nvml_devices(**library, gaps) : tl::unexpected<Error>{library.error()};
  if (!devices || devices->empty()) {
    const std::string why = devices ? "the driver shows no device" : devices.error().what;
    document.blocks.emplace_back(Paragraph{fmt::format("No device on this machine: {}.", why), Tone::quiet});
    return document;
  }
  document.blocks.emplace_back(Paragraph{"On this machine (a run's record also knows what CUDA tells: --record):"});
  for (auto& block : device_roofs(*devices, usable_peaks(db)).blocks) document.blocks.push_back(std::move(block));
  return document;
}

}  // namespace

CLI::App* PeaksCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "peaks", "Shows the dense peaks that the roofline uses, their sources, and the figures that were refused.");
  auto* name = command->add_option("NAME", name_,
                                   "Device to show, by id or as the driver prints it. Example: 'NVIDIA H200'. "
                                   "Default: all, as a list.");
  auto* lint = command->add_flag("--lint", lint_,
                                 "Checks every figure against multiprocessors x clock, its siblings and its unit.");
  auto* record =
      command
          ->add_option("--record", record_,
                       "Shows which roof each device of this run record gets, and from where; default: none.")
          ->type_name("FILE");
  command->add_option("--peaks", peaks_, "Folder of the peaks data base; default: the one that doctor names.")
      ->type_name("DIR");
  command->footer("Exit status: 0, with --lint 3 if a figure does not hold.");
  name->excludes(lint);
  name->excludes(record);
  lint->excludes(record);
  return command;
}

Result<ExitStatus> PeaksCommand::run(Console& console) {
  const auto folder = locate_peaks(this_process(), peaks_);
  if (!folder) return fail(folder.error());
  const Result<PeaksDb> db = load_peaks(*folder);
  if (!db) return fail(db.error());

  Result<Document> document;
  ExitStatus status = ExitStatus::pass;
  if (lint_) {
    const std::vector<LintFinding> findings = lint(*db);
    const auto open = [](const LintFinding& finding) { return !finding.accepted; };
    if (std::any_of(findings.begin(), findings.end(), open)) status = ExitStatus::cannot_judge;
    document = peaks_findings(findings, db->devices.size());
  } else if (!record_.empty()) {
    document = roofs_in(*db, record_, console);
  } else if (!name_.empty()) {
    document = entry_named(*db, name_);
  } else {
    document = list_with_this_machine(*db);
  }
  if (!document) return fail(document.error());
  console.out << render_terminal(*document, {console.colour, console.width});
  return status;
}

}  // namespace roofgate
