#include "bench/roofgate/baseline_promote_command.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "bench/command_line/number_range.hpp"
#include "bench/locate/data_folders.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/report/baseline_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/promoting.hpp"
#include "bench/roofgate/record_argument.hpp"

namespace roofgate {
namespace {

/// The account's name: unlike $USER, no setting of the surroundings.
std::string account_name() {
  const uid_t user = ::geteuid();
  const passwd* entry = ::getpwuid(user);
  return entry != nullptr ? std::string{entry->pw_name} : fmt::format("uid {}", user);
}

}  // namespace

CLI::App* BaselinePromoteCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "promote", "Makes a run an accepted night: judges it first, says who accepted it, when and why.");
  command->footer(
      "Exit status: 0 accepted, 1 refused because it got slower, 2 usage or unreadable input, 3 refused because it is "
      "no sound measurement, 4 wrong result or internal error.");
  command->add_option("RECORD", record_, "Run record to promote, or a file that `roofgate import` reads.")
      ->required()
      ->type_name("");
  command
      ->add_option(
          "--accept", accept_,
          "Accepts this case's loss, shown or held back, or a gain too good to be true; repeat for several. Its "
          "series restarts. Default: none.")
      ->type_name("CASE")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--reason", reason_,
                   "Why, for the record; needed with --accept. Default: \"first night\", or what the gate "
                   "found, such as \"not slower than the baseline\".")
      ->type_name("TEXT");
  command->add_option("--by", by_, "Who accepts it. Default: the name of this account.")->type_name("NAME");
  command->add_flag("--made-minutes-apart", made_minutes_apart_,
                    "Says that it was made right after another night, so that their spread understates the real one.");
  command
      ->add_option("--max-marked", max_marked_percent_,
                   "Refuses the night if more of its cases, in percent, are marked.")
      ->type_name("PERCENT")
      ->check(number_from(0.0, 100.0))
      ->capture_default_str();
  command->add_flag("--dry-run", dry_run_, "Says what would happen and writes nothing.");
  foreign_.add_to(*command);
  foreign_.add_any_place_to(*command);
  gating_.add_to(*command);
  return command;
}

PromoteOptions BaselinePromoteCommand::options() const {
  PromoteOptions options;
  for (const std::string& id : accept_) options.accept[id] = reason_;
  options.by = by_.empty() ? account_name() : by_;
  options.at = utc_now();
  options.reason = reason_;
  options.made_minutes_apart = made_minutes_apart_;
  options.max_marked_share = max_marked_percent_ / 100.0;
  return options;
}

Result<ExitStatus> BaselinePromoteCommand::run(Console& console) {
  const auto foreign = foreign_.read();
  if (!foreign) return fail(foreign.error());
  if (!reason_.empty() && reason_.find_first_not_of(" \t\r\n") == std::string::npos) {
    return fail(ErrorKind::usage, "holds blanks only", "--reason", "say why, for whoever reads the baseline next year");
  }
  const auto record = load_record(record_, console, *foreign);
  if (!record) return fail(record.error());
  auto rules = load_rules(gating_.policy);
  if (!rules) return fail(rules.error());
  PromoteRequest request{baselines_to_write(this_process(), gating_.baselines), std::move(*rules), options(), dry_run_};
  request.places = foreign->places;
  const auto promoted = promote_into(*record, request);
  if (!promoted) return fail(promoted.error());
  const Document document =
      promotion_document(promoted->promotion, promoted->file, promoted->nights, promoted->elsewhere);
  console.out << render_terminal(document, {console.colour, console.width});
  if (dry_run_) console.out << "Dry run: nothing was written.\n";
  return promoted->promotion.status();
}

}  // namespace roofgate
