#include "bench/roofgate/scaling_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>

#include "bench/locate/data_folders.hpp"
#include "bench/readers/nights.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/record/marks.hpp"
#include "bench/report/render.hpp"
#include "bench/report/scaling_document.hpp"
#include "bench/report/scaling_json.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/rank_list.hpp"
#include "bench/roofgate/record_argument.hpp"
#include "bench/roofline/peaks_json.hpp"
#include "bench/scaling/scaling.hpp"

namespace roofgate {
namespace {

constexpr int kLargestWorld = 16'777'216;

/// Ranks of a case that belongs to a world and was measured in it: what was skipped says nothing of its world.
std::optional<int> world_of(const Case& measured) {
  if (measured.id.find("/ranks") == std::string::npos) return std::nullopt;
  const auto round = std::find_if(measured.rounds.begin(), measured.rounds.end(),
                                  [](const Round& one) { return !one.time_s.empty(); });
  return round == measured.rounds.end() ? std::nullopt : std::optional{round->world_size};
}

/// Worlds of which a later run, whose cases are `shown`, measured a case again.
std::set<int> worlds_again(const Record& record, const std::set<std::string>& shown) {
  std::set<int> again;
  for (const Case& measured : record.cases) {
    if (const auto ranks = world_of(measured); ranks && shown.contains(measured.id)) again.insert(*ranks);
  }
  return again;
}

/// Of each world size the latest run; what an earlier run measured in other worlds still counts.
void keep_latest(std::vector<Record>& records, Console& console) {
  std::vector<Record*> by_start;
  for (Record& record : records) by_start.push_back(&record);
  std::stable_sort(by_start.begin(), by_start.end(),
                   [](const Record* a, const Record* b) { return a->started_at > b->started_at; });
  std::set<std::string> shown;
  std::map<std::string, std::set<int>> left_out;  // record -> its worlds
  for (Record* record : by_start) {
    const std::set<int> again = worlds_again(*record, shown);
    const auto is_again = [&](const Case& measured) {
      const auto ranks = world_of(measured);
      return ranks && again.contains(*ranks);
    };
    if (!again.empty()) left_out[record->id].insert(again.begin(), again.end());
    std::erase_if(record->cases, is_again);
    for (const Case& measured : record->cases) {
      if (world_of(measured)) shown.insert(measured.id);
    }
  }
  // A name stands once: where no run measured it, in the latest that tried.
  for (Record* record : by_start) {
    std::erase_if(record->cases, [&](const Case& tried) {
      return tried.id.find("/ranks") != std::string::npos && !world_of(tried) && !shown.insert(tried.id).second;
    });
  }
  for (const auto& [id, worlds] : left_out) {
    console.err << visible(fmt::format("roofgate: left out: {}, worlds of {}: a later run has as many ranks\n", id,
                                       fmt::join(worlds, ", ")),
                           LineBreaks::keep);
  }
  std::erase_if(records, [&](const Record& record) { return record.cases.empty() && left_out.contains(record.id); });
}

/// The record with the largest world: the machine line shows that one's devices.
const Record& widest(const std::vector<Record>& records) {
  const auto devices = [](const Record& record) { return record.environment.devices.size(); };
  return *std::max_element(records.begin(), records.end(),
                           [&](const Record& a, const Record& b) { return devices(a) < devices(b); });
}

bool has_wrong_result(const Scaling& scaling) {
  for (const Series& series : scaling.series) {
    for (const WorldPoint& point : series.points) {
      if (has_mark(*point.measured, MarkKind::wrong_result)) return true;
    }
  }
  return false;
}

/// Something was compared: an undisturbed world with another one.
bool compares(const Scaling& scaling) {
  for (const ScalingTable& table : scaling.tables) {
    for (const ScalingRow& row : table.rows) {
      if (row.efficiency && !row.is_reference && !row.point->timing->disturbed) return true;
    }
  }
  return false;
}

Result<void> check_asked(const std::vector<int>& extrapolate, const Scaling& scaling, bool bisect) {
  if (!extrapolate.empty() && scaling.forecasts.empty()) {
    return fail(ErrorKind::unavailable, "no allreduce was measured cleanly in two worlds of several ranks",
                "--extrapolate", "a model needs at least two: roofgate run --world-sizes 1,2,4,8");
  }
  if (bisect && scaling.bisections.empty()) {
    return fail(ErrorKind::unavailable, "no send_recv cases of at least four ranks that fit their machine", "--bisect",
                "run a suite with send_recv pairings in a world of four ranks or more (docs/suites.md)");
  }
  return {};
}

}  // namespace

CLI::App* ScalingCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "scaling", "Shows what more ranks bring: efficiency, where the rest went, and which rank holds the others up.");
  command
      ->add_option(
          "RECORD", records_,
          "Run records, or files that `roofgate import` reads: one with several world sizes, or several with one "
          "each. Of a folder or a quoted glob the latest run of each world.")
      ->required()
      ->type_name("");
  foreign_.add_to(*command);
  add_rank_list(*command, "--extrapolate", extrapolate_,
                "Also predicts allreduce in worlds of these sizes, from a fit over the measured ones; default: no. "
                "Example: 64,1024,65536.",
                2, kLargestWorld)
      ->type_name("N,…");
  command->add_flag(
      "--bisect", bisect_,
      "Also shows every pair that exchanged messages, to find a slow rank or link; default: only what is slow.");
  command->add_flag("--all", all_, "Shows every size, every variant of the step, and pairs; default: three sizes.");
  command->add_option("--peaks", peaks_, "Folder of the peaks data base; default: the one that doctor names.")
      ->type_name("DIR");
  command
      ->add_option("--csv", csv_,
                   "Also writes all rows as CSV, numbers in SI units, to this file; default: not written.")
      ->type_name("FILE");
  command->add_option("--markdown", markdown_, "Also writes everything as Markdown to this file; default: not written.")
      ->type_name("FILE");
  command->add_option("--json", json_, "Also writes everything as JSON to this file; default: not written.")
      ->type_name("FILE");
  command->footer(
      "Exit status: 0, 3 if no two undisturbed world sizes could be compared or what was asked for cannot be told, 4 "
      "if a "
      "result was wrong. A sick rank or a poor efficiency is shown, not failed: `roofgate gate` judges.");
  return command;
}

Result<ExitStatus> ScalingCommand::run(Console& console) {
  const auto options = foreign_.read();
  if (!options) return fail(options.error());
  auto loaded = load_records(records_, console, *options);
  if (!loaded) return fail(loaded.error());
  std::vector<Record>& records = loaded->records;
  if (std::any_of(records_.begin(), records_.end(), is_folder_or_glob)) {
    std::vector<const Record*> all;
    for (const Record& record : records) all.push_back(&record);
    if (const auto mixed = mixed_places(all, Within::one_night)) {
      return fail(ErrorKind::usage,
                  fmt::format("{} was measured in several places in one night: {}", mixed->case_id, mixed->names),
                  records_.front(), "give the files of one, or choose it with --place NAME");
    }
    keep_latest(records, console);
  }
  const auto folder = locate_peaks(this_process(), peaks_);
  if (!folder) return fail(folder.error());
  const Result<PeaksDb> db = load_peaks(*folder);
  if (!db) return fail(db.error());
  const auto scaling = scaling_of(records, *db, {extrapolate_});
  if (!scaling) return fail(scaling.error());
  if (scaling->tables.empty()) {
    return fail(ErrorKind::unavailable, "no case in it ran on several ranks, or could have", records_.front(),
                "measure a suite with collectives or a step: roofgate run --world-sizes 1,2,4,8");
  }
  if (const auto asked = check_asked(extrapolate_, *scaling, bisect_); !asked) return fail(asked.error());

  const Record& shown = widest(records);
  console.out << render_terminal(scaling_document(shown, *scaling, {all_, bisect_ || all_}),
                                 {console.colour, console.width});
  if (auto ok = write_if_named(csv_, [&] { return render_csv(scaling_data(*scaling)); }); !ok) return fail(ok.error());
  if (auto ok = write_if_named(markdown_,
                               [&] {
                                 return render_markdown(scaling_document(shown, *scaling, {true, true}), 0);
                               });
      !ok)
    return fail(ok.error());
  if (auto ok = write_if_named(json_, [&] { return scaling_json(records, *scaling); }); !ok) return fail(ok.error());
  if (has_wrong_result(*scaling)) return ExitStatus::wrong_result;
  if (compares(*scaling)) return ExitStatus::pass;
  console.err
      << "roofgate: no two world sizes that fit this machine and were undisturbed: nothing to compare\n"
         "  hint: roofgate run --world-sizes 1,2,4 with as many devices or cores; one rank has no traffic, so a "
         "collective needs two worlds of several ranks\n";
  return ExitStatus::cannot_judge;
}

}  // namespace roofgate
