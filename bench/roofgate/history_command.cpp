#include "bench/roofgate/history_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <utility>

#include "bench/baseline/baseline_json.hpp"
#include "bench/baseline/placed_nights.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/report/history_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/baselines_option.hpp"
#include "bench/roofgate/choose_baseline.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

std::string title_of(const BaselineName& name) { return fmt::format("{}/{}", name.hardware_key, name.suite); }

/// Nights of another machine or suite are no part of this history.
std::vector<MeasuredNight> nights_of(std::vector<NightRecord> nights, const BaselineName& name, Console& console) {
  std::vector<MeasuredNight> own;
  std::size_t others = 0;
  for (NightRecord& night : nights) {
    const bool is_own = night.belongs_to.hardware_key == name.hardware_key && night.belongs_to.suite == name.suite;
    if (!is_own) ++others;
    if (is_own) own.push_back(std::move(night.measured));
  }
  if (others > 0) {
    console.err << fmt::format(
        "roofgate: warning: {} of {} records are of other hardware or another suite than {} and "
        "are left out\n",
        others, nights.size(), title_of(name));
  }
  return own;
}

Error several_places(const std::string& names, const std::string& case_id) {
  return Error{ErrorKind::usage, "several places measured this case: " + names, case_id,
               "choose one with --place NAME, or take all for one series with --any-place"};
}

/// Two machines' nights are no history.
Result<void> check_one_place(const std::vector<NightRecord>& nights, const BaselineName& name,
                             const std::string& case_id, PlaceRule rule) {
  std::vector<PlacedRun> runs;
  for (const NightRecord& night : nights) {
    const bool is_own = night.belongs_to.hardware_key == name.hardware_key && night.belongs_to.suite == name.suite;
    const bool has_case = night.measured.night.cases.contains(case_id) || night.measured.unusable.contains(case_id);
    if (is_own && has_case) runs.push_back({night.place, night.measured.night.date});
  }
  std::stable_sort(runs.begin(), runs.end(),
                   [](const PlacedRun& a, const PlacedRun& b) { return a.moment < b.moment; });
  const std::vector<std::size_t> numbers = series_of(runs, rule);
  std::string names;
  std::size_t next = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (numbers[i] != next) continue;
    names += (names.empty() ? "" : ", ") + name_of(runs[i].place);
    ++next;
  }
  if (next < 2) return {};
  return fail(several_places(names, case_id));
}

/// The nights that one of `place` is compared with; nobody chose a place where it is empty.
Result<Baseline> nights_of_one_place(Baseline baseline, const std::string& case_id, const std::string& place,
                                     PlaceRule rule) {
  if (rule == PlaceRule::together) return baseline;
  if (!place.empty()) {
    const auto is_elsewhere = [&](const Night& night) { return !night.place.empty() && !is_at(night.place, place); };
    const std::vector<std::string> known = places_of(baseline);
    std::erase_if(baseline.nights, is_elsewhere);
    std::erase_if(baseline.watched, is_elsewhere);
    if (baseline.nights.empty() && !known.empty()) {
      return fail(ErrorKind::usage, fmt::format("no night in it is of the place '{}'", place),
                  baseline.hardware_key + "/" + baseline.suite, fmt::format("it has: {}", fmt::join(known, ", ")));
    }
  }
  Baseline having = baseline;
  std::erase_if(having.nights, [&](const Night& night) { return !night.cases.contains(case_id); });
  const std::vector<std::string> places = places_of(having);
  if (places.size() < 2 || nights_by_place(having).size() < 2) return baseline;
  return fail(several_places(fmt::format("{}", fmt::join(places, ", ")), case_id));
}

/// The latest of the records' nights that has the case.
const NightRecord* latest_of(const std::vector<NightRecord>& nights, const std::string& case_id) {
  const NightRecord* latest = nullptr;
  for (const NightRecord& night : nights) {
    if (!night.measured.night.cases.contains(case_id)) continue;
    if (latest == nullptr || latest->measured.night.date <= night.measured.night.date) latest = &night;
  }
  return latest;
}

}  // namespace

CLI::App* HistoryCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "history", "Shows one case through all nights, accepted or not, and when its level changed.");
  command->add_option("CASE", case_, "Id of the case, as `roofgate gate` prints it.")->required()->type_name("");
  command
      ->add_option(
          "RECORD", records_,
          "Run records, files that `roofgate import` reads, folders that hold some, or quoted globs: nights that "
          "were not accepted are in no baseline. Default: the baseline alone.")
      ->type_name("");
  foreign_.add_to(*command);
  foreign_.add_any_place_to(*command);
  command
      ->add_option("--baseline", baseline_,
                   "HARDWARE/SUITE as `baseline list` prints them, or a file. Default: that of the records, else the "
                   "only one there is.")
      ->type_name("NAME");
  add_baselines_option(*command, baselines_);
  command->add_option("--markdown", markdown_, "Also writes it as Markdown to this file; default: not written.")
      ->type_name("FILE");
  command->add_option("--csv", csv_, "Also writes the nights as CSV to this file; default: not written.")
      ->type_name("FILE");
  command->add_option("--json", json_, "Also writes nights and changes as JSON to this file; default: not written.")
      ->type_name("FILE");
  return command;
}

/// The baseline that the options name, or that the records belong to. Records alone are a history too.
Result<std::optional<Baseline>> HistoryCommand::baseline_for(const std::vector<NightRecord>& nights) const {
  if (baseline_.empty() && !nights.empty()) {
    const auto folder = baselines_to_read(baselines_);
    if (!folder) return baselines_.empty() ? Result<std::optional<Baseline>>{std::nullopt} : fail(folder.error());
    return find_baseline(*folder, nights.front().belongs_to);
  }
  const auto file = choose_baseline(baseline_, baselines_);
  if (!file) return fail(file.error());
  auto baseline = read_baseline(*file);
  if (!baseline) return fail(baseline.error());
  return std::optional<Baseline>{std::move(*baseline)};
}

Result<ExitStatus> HistoryCommand::run(Console& console) {
  const auto options = foreign_.read();
  if (!options) return fail(options.error());
  auto records = read_night_records(records_, console, *options);
  if (!records) return fail(records.error());
  if (!records_.empty() && records->nights.empty()) {
    if (!options->place.empty()) {
      return fail(ErrorKind::usage, fmt::format("no run in it is of the place '{}'", options->place), records_.front(),
                  "without --place the places are named");
    }
    return fail(ErrorKind::input, "no record could be read", records_.front());
  }
  const std::size_t lost = records->lost;
  // Of several machines' and tools' nights in one folder, those that have the case.
  std::stable_partition(records->nights.begin(), records->nights.end(), [this](const NightRecord& night) {
    return night.measured.night.cases.contains(case_) || night.measured.unusable.contains(case_);
  });
  auto found = baseline_for(records->nights);
  if (!found) return fail(found.error());
  std::optional<Baseline> own;
  if (const NightRecord* latest = latest_of(records->nights, case_); *found && latest != nullptr) {
    own = nights_at_place_of(latest->measured.night, std::move(**found), options->places).own;
  } else if (*found) {
    auto chosen = nights_of_one_place(std::move(**found), case_, options->place, options->places);
    if (!chosen) return fail(chosen.error());
    own = std::move(*chosen);
  }
  const Baseline* baseline = own ? &*own : nullptr;
  const BaselineName name =
      baseline != nullptr ? BaselineName{baseline->hardware_key, baseline->suite} : records->nights.front().belongs_to;
  if (const auto ok = check_one_place(records->nights, name, case_, options->places); !ok) {
    return fail(ok.error());
  }
  const std::vector<MeasuredNight> measured = nights_of(std::move(records->nights), name, console);

  const CaseHistory history = history_of(baseline, measured, case_);
  if (history.points.empty()) {
    const auto near = nearest_name(case_, cases_of(baseline, measured));
    return fail(ErrorKind::usage, fmt::format("no night has the case '{}'", case_), title_of(name),
                near ? fmt::format("did you mean '{}'?", *near) : "`roofgate gate RECORD --all` lists the cases");
  }
  Document document = history_document(history);
  if (lost > 0) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("{} file{} left out that {} to be {}: what there was to see in {} is not known.", lost,
                              lost == 1 ? " is" : "s are", lost == 1 ? "was" : "were", lost == 1 ? "a night" : "nights",
                              lost == 1 ? "it" : "them"),
                  Tone::doubtful});
  }
  console.out << render_terminal(document, {console.colour, console.width});
  if (auto ok = write_if_named(markdown_, [&] { return render_markdown(document); }); !ok) return fail(ok.error());
  if (auto ok = write_if_named(csv_, [&] { return render_csv(document); }); !ok) return fail(ok.error());
  if (auto ok = write_if_named(json_, [&] { return history_json(history); }); !ok) return fail(ok.error());
  return ExitStatus::pass;  // it shows, it does not judge
}

}  // namespace roofgate
