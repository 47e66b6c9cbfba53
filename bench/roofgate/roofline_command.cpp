#include "bench/roofgate/roofline_command.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "bench/locate/data_folders.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/record/marks.hpp"
#include "bench/report/render.hpp"
#include "bench/report/roofline_document.hpp"
#include "bench/report/roofline_json.hpp"
#include "bench/roofgate/record_argument.hpp"
#include "bench/roofline/peaks_json.hpp"
#include "bench/roofline/peaks_lint.hpp"
#include "bench/roofline/roofline.hpp"

namespace roofgate {
namespace {

/// Keeps the cases whose id matches; an empty glob keeps all.
Result<void> keep_matching(Roofline& roofline, const std::string& glob) {
  if (glob.empty()) return {};
  auto& placements = roofline.placements;
  const auto other = [&glob](const Placement& p) { return fnmatch(glob.c_str(), p.case_id.c_str(), 0) != 0; };
  placements.erase(std::remove_if(placements.begin(), placements.end(), other), placements.end());
  if (!placements.empty()) return {};
  return fail(ErrorKind::usage, fmt::format("no case matches '{}'", glob), "--case",
              "a glob over whole ids, as 'gemm/*' or '*/ranks2'; quote it");
}

/// A refused figure of the device in question must not be replaced silently.
void warn_of_refused(const Record& record, const PeaksDb& db, Console& console) {
  if (record.environment.backend == "host" || record.environment.devices.empty()) return;
  const DevicePeaks* entry = entry_of(record.environment.devices.front(), db);
  if (entry == nullptr) return;
  for (const LintFinding& finding : lint(db)) {
    if (finding.device != entry->id || finding.accepted) continue;
    console.err << fmt::format("roofgate: warning: peaks of {}, {}: {}\n  hint: roofgate peaks --lint\n",
                               finding.device, finding.figure, finding.sentence);
  }
}

ExitStatus status_of(const Roofline& roofline) {
  bool placed = false;
  bool implausible = false;
  bool wrong = false;
  for (const Placement& placement : roofline.placements) {
    placed = placed || (placement.time && !placement.disturbed);
    implausible = implausible || placement.implausible.has_value();
    wrong = wrong || has_mark(placement.marks, MarkKind::wrong_result);
  }
  if (wrong) return ExitStatus::wrong_result;
  return implausible || !placed ? ExitStatus::cannot_judge : ExitStatus::pass;
}

}  // namespace

CLI::App* RooflineCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "roofline", "Shows what each case of a run reached, what the machine allows, and what bounds it.");
  command->add_option("RECORD", record_, "Run record to show, or a file that `roofgate import` reads.")
      ->required()
      ->type_name("");
  command->add_option("--case", glob_, "Shows only cases whose id matches this glob; default: all. Example: 'gemm/*'.")
      ->type_name("GLOB");
  command->add_option("--peaks", peaks_, "Folder of the peaks data base; default: the one that doctor names.")
      ->type_name("DIR");
  command
      ->add_option("--csv", csv_,
                   "Also writes the table as CSV, numbers in SI units, to this file; default: not written.")
      ->type_name("FILE");
  command->add_option("--markdown", markdown_, "Also writes the report as Markdown to this file; default: not written.")
      ->type_name("FILE");
  command->add_option("--json", json_, "Also writes everything as JSON to this file; default: not written.")
      ->type_name("FILE");
  foreign_.add_to(*command);
  telemetry_.add_to(*command);
  command->footer(
      "Exit status: 0, 3 if a result is above what physics allows or no case was measured without a mark, 4 if a "
      "result was wrong.");
  return command;
}

Result<ExitStatus> RooflineCommand::run(Console& console) {
  const auto options = foreign_.read();
  if (!options) return fail(options.error());
  Result<Record> record = load_record(record_, console, *options);
  if (!record) return fail(record.error());
  const auto untold = telemetry_.join_to(*record, console);
  if (!untold) return fail(untold.error());
  if (record->environment.backend == "cuda-emulated") {
    return fail(ErrorKind::unavailable, "was measured on the emulated CUDA backend: its times are not performance",
                record_, "measure on a device or with --backend host");
  }
  const auto folder = locate_peaks(this_process(), peaks_);
  if (!folder) return fail(folder.error());
  const Result<PeaksDb> db = load_peaks(*folder);
  if (!db) return fail(db.error());
  warn_of_refused(*record, *db, console);

  Roofline roofline = roofline_of(*record, *db);
  for (const Reason& gap : *untold) roofline.caveats.push_back({gap.rule, gap.sentence});
  if (const auto kept = keep_matching(roofline, glob_); !kept) return fail(kept.error());
  const Document document = roofline_document(*record, roofline);
  console.out << render_terminal(document, {console.colour, console.width});

  if (auto ok = write_if_named(csv_, [&] { return render_csv(roofline_data(roofline)); }); !ok) return fail(ok.error());
  if (auto ok = write_if_named(markdown_, [&] { return render_markdown(document, 0); }); !ok) return fail(ok.error());
  if (auto ok = write_if_named(json_, [&] { return roofline_json(*record, roofline); }); !ok) return fail(ok.error());
  return status_of(roofline);
}

}  // namespace roofgate
