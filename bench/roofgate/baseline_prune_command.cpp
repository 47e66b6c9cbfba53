#include "bench/roofgate/baseline_prune_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <ostream>
#include <tuple>

#include "bench/baseline/baseline_json.hpp"
#include "bench/baseline/baseline_store.hpp"
#include "bench/gate/prune_baseline.hpp"
#include "bench/record/run_place.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/choose_baseline.hpp"

namespace roofgate {
namespace {

/// Nights of other places stay as they are.
Pruned prune_at(Baseline& baseline, const Policy& policy, std::size_t keep, const std::string& place) {
  if (place.empty()) return prune(baseline, policy, keep);
  Baseline own = baseline;
  const auto is_chosen = [&](const Night& night) { return is_at(night.place, place); };
  std::erase_if(own.nights, [&](const Night& night) { return !is_chosen(night); });
  const Pruned pruned = prune(own, policy, keep);
  std::erase_if(baseline.nights, is_chosen);
  std::move(own.nights.begin(), own.nights.end(), std::back_inserter(baseline.nights));
  std::stable_sort(baseline.nights.begin(), baseline.nights.end(), [](const Night& a, const Night& b) {
    return std::tie(a.date, a.place) < std::tie(b.date, b.place);
  });
  return pruned;
}

}  // namespace

CLI::App* BaselinePruneCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "prune", "Removes old nights that no verdict rests on any more; every case keeps its window and its anchor.");
  command->add_option(
      "BASELINE", name_,
      "HARDWARE/SUITE as `baseline list` prints them, or a file in a baselines folder. Default: the only "
      "one there is.");
  command
      ->add_option("--keep", keep_,
                   "Keeps the last so many nights whole; never fewer than the policy's window. Default: the window.")
      ->type_name("N")
      ->check(CLI::Range(0, 100000));
  command
      ->add_option("--place", place_,
                   "Prunes only nights of this host or device, a name or quoted glob as `baseline show` prints it. "
                   "Default: all.")
      ->type_name("NAME");
  command->add_flag("--dry-run", dry_run_, "Says what would happen and writes nothing.");
  gating_.add_to(*command);
  return command;
}

Result<ExitStatus> BaselinePruneCommand::run(Console& console) {
  const auto file = choose_baseline(name_, gating_.baselines);
  if (!file) return fail(file.error());
  const auto rules = load_rules(gating_.policy);
  if (!rules) return fail(rules.error());
  const auto keep = static_cast<std::size_t>(keep_);
  auto read = read_baseline(*file);
  if (!read) return fail(read.error());
  Baseline chosen = *read;
  if (const auto kept = keep_nights_at(chosen, place_, file->string()); !kept) return fail(kept.error());
  Pruned pruned = prune_at(*read, rules->policy, keep, place_);
  std::size_t left = read->nights.size();
  if (!dry_run_ && pruned.entries + pruned.nights > 0) {
    const auto written = update_baseline(file->parent_path().parent_path(), {read->hardware_key, read->suite},
                                         [&](Baseline& baseline) -> Result<void> {
                                           pruned = prune_at(baseline, rules->policy, keep, place_);
                                           left = baseline.nights.size();
                                           return {};
                                         });
    if (!written) return fail(written.error());
  }
  console.out << fmt::format("{} {}: {} {}, {} entries in all; {} left\n",
                             dry_run_ ? "would remove from" : "removed from", visible(baseline_title(*file)),
                             pruned.nights, pruned.nights == 1 ? "night" : "nights", pruned.entries, left);
  return ExitStatus::pass;
}

}  // namespace roofgate
