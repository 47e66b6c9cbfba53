#include "bench/roofgate/explain_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "bench/report/explain_document.hpp"
#include "bench/report/render.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/record_argument.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

Result<const Verdict*> find_verdict(const GateResult& result, const std::string& case_id) {
  const auto found = std::find_if(result.verdicts.begin(), result.verdicts.end(),
                                  [&](const Verdict& verdict) { return verdict.case_id == case_id; });
  if (found != result.verdicts.end()) return &*found;
  std::vector<std::string> known;
  for (const Verdict& verdict : result.verdicts) known.push_back(verdict.case_id);
  const auto near = nearest_name(case_id, known);
  return fail(ErrorKind::usage, "neither the record nor its baseline has this case", case_id,
              near ? fmt::format("did you mean '{}'?", *near) : "`roofgate gate RECORD --all` lists the cases");
}

bool has_case(const Runs& runs, const std::string& case_id) {
  const auto has = [&](const Record& record) {
    return std::any_of(record.cases.begin(), record.cases.end(),
                       [&](const Case& measured) { return measured.id == case_id; });
  };
  return has(runs.judged) || std::any_of(runs.earlier->begin(), runs.earlier->end(), has);
}

/// The runs of the machine whose case it is; several machines that have it are refused. Of a case that no run has, such
/// as a derived one, those of the first machine.
Result<std::vector<Runs*>> choose(JudgedRuns& night, const std::string& case_id) {
  const bool is_known =
      std::any_of(night.runs.begin(), night.runs.end(), [&](const Runs& runs) { return has_case(runs, case_id); });
  std::vector<Runs*> having;
  std::string names;
  for (Runs& runs : night.runs) {
    const bool is_first_machine = runs.place == night.runs.front().place;
    if (is_known ? !has_case(runs, case_id) : !is_first_machine) continue;
    if (having.empty() || having.back()->place != runs.place) names += (names.empty() ? "" : ", ") + runs.place;
    having.push_back(&runs);
  }
  if (having.front()->place == having.back()->place) return having;
  return fail(ErrorKind::usage, "several places measured this case in the latest night: " + names, case_id,
              "choose one with --place NAME");
}

}  // namespace

CLI::App* ExplainCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "explain", "Explains one case's verdict: nights, spread, test, rounds, and what would change it.");
  command
      ->add_option("RECORD", record_,
                   "Run record that is judged, a file that `roofgate import` reads, or a folder of them as for gate.")
      ->required()
      ->type_name("");
  command->add_option("CASE", case_, "Id of the case, as `roofgate gate` prints it.")->required()->type_name("");
  foreign_.add_to(*command);
  foreign_.add_any_place_to(*command);
  gating_.add_to(*command);
  telemetry_.add_to(*command);
  return command;
}

Result<void> ExplainCommand::explain(Runs& runs, bool has_heading, Console& console) const {
  const auto untold = telemetry_.join_to(runs.judged, console);
  if (!untold) return fail(untold.error());
  const auto material = load_gate_material(runs.judged, gating_, *runs.earlier);
  if (!material) return fail(material.error());
  if (const auto fresh = check_is_new(*material, runs.judged); !fresh) return fail(fresh.error());
  const GateResult result = judge_against(*material, runs.judged);
  const auto verdict = find_verdict(result, case_);
  if (!verdict) return fail(verdict.error());
  Document document =
      explain_document(result, **verdict, runs.judged, material->baseline ? &*material->baseline : nullptr);
  for (const Reason& gap : *untold) document.blocks.emplace_back(Paragraph{gap.sentence, Tone::doubtful});
  if (has_heading) console.out << "== " << visible(runs.name) << " ==\n";
  console.out << render_terminal(document, {console.colour, console.width});
  return {};
}

Result<ExitStatus> ExplainCommand::run(Console& console) {
  const auto options = foreign_.read();
  if (!options) return fail(options.error());
  gating_.places = options->places;
  auto night = load_runs({record_}, console, *options);
  if (!night) return fail(night.error());
  const auto found = choose(*night, case_);
  if (!found) return fail(found.error());
  const bool is_one = found->size() == 1;
  if (!is_one && telemetry_.is_given()) {
    return fail(ErrorKind::usage, "the latest night has several runs of this case, and a dump is of one", "--telemetry",
                "explain them one by one: from a folder without the other runs");
  }
  for (Runs* const runs : *found) {
    const auto shown = explain(*runs, !is_one, console);
    // A run before the last may be a part without a derived case; the last is whole.
    if (!shown && runs == found->back()) return fail(shown.error());
  }
  return ExitStatus::pass;  // it explains, it does not judge
}

}  // namespace roofgate
