#include "bench/roofgate/baseline_prune_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "bench/baseline/baseline_json.hpp"
#include "bench/baseline/baseline_store.hpp"
#include "bench/gate/prune_baseline.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/choose_baseline.hpp"

namespace roofgate {

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
  Pruned pruned = prune(*read, rules->policy, keep);
  std::size_t left = read->nights.size();
  if (!dry_run_ && pruned.entries + pruned.nights > 0) {
    const auto written = update_baseline(file->parent_path().parent_path(), {read->hardware_key, read->suite},
                                         [&](Baseline& baseline) -> Result<void> {
                                           pruned = prune(baseline, rules->policy, keep);
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
