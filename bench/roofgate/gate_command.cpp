#include "bench/roofgate/gate_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "bench/gate/night_verdict.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/record/run_place.hpp"
#include "bench/report/annotations.hpp"
#include "bench/report/failure_report.hpp"
#include "bench/report/gate_document.hpp"
#include "bench/report/gate_json.hpp"
#include "bench/report/junit.hpp"
#include "bench/report/render.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/roofgate/record_argument.hpp"
#include "bench/roofgate/remeasuring.hpp"
#include "bench/roofgate/run_progress.hpp"
#include "bench/session/child_process.hpp"
#include "bench/session/stop_signals.hpp"

namespace roofgate {
namespace {

std::string markdown_of(const NightVerdict& night) {
  std::string text;
  for (const PlaceVerdict& place : night.places) {
    std::string heading = visible(place.name);
    std::replace(heading.begin(), heading.end(), '`', '\'');
    if (!night.is_of_one_place()) text += fmt::format("{}## `{}`\n\n", text.empty() ? "" : "\n", heading);
    text += render_markdown(gate_document(place.result, GateDetail::full));
  }
  for (const LostPlace& place : night.lost) {
    std::string heading = visible(place.name);
    std::replace(heading.begin(), heading.end(), '`', '\'');
    text += fmt::format("\n## `{}`\n\n{}", heading, render_markdown(failure_document(place.error)));
  }
  if (night.absent.empty()) return text;
  Document missing;
  for (const std::string& absent : night.absent) {
    missing.blocks.emplace_back(Paragraph{"Missing in the latest night: " + absent, Tone::bad});
  }
  return text + "\n" + render_markdown(missing);
}

/// "3 places, exit status 1: n1 (…)": what decided.
std::string closing_line(const NightVerdict& night) {
  const ExitStatus status = night.status();
  const std::string_view counted = night.has_several_runs ? "runs" : "places";
  const std::size_t count = night.places.size() + night.lost.size() + night.absent.size();
  if (status == ExitStatus::pass) return fmt::format("{} {}, all pass", count, counted);
  std::string decisive;
  for (const PlaceVerdict& place : night.places) {
    if (place.result.status == status) decisive += (decisive.empty() ? "" : ", ") + visible(place.name);
  }
  for (const LostPlace& place : night.lost) {
    if (exit_status_of(place.error.kind) == status) decisive += (decisive.empty() ? "" : ", ") + visible(place.name);
  }
  return fmt::format("{} {}, exit status {}: {}", count, counted, static_cast<int>(status),
                     decisive.empty() ? "a part of the night is missing" : decisive);
}

}  // namespace

CLI::App* GateCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "gate", "Judges a run against the accepted nights of this hardware: one verdict per case, with its reason.");
  command
      ->add_option(
          "RECORD", records_,
          "Run record to judge, or a file that `roofgate import` reads. Of a folder, a quoted glob or several "
          "files the latest night is judged against the earlier ones, each machine, device and run for itself.")
      ->required()
      ->type_name("");
  foreign_.add_to(*command);
  foreign_.add_any_place_to(*command);
  gating_.add_to(*command);
  telemetry_.add_to(*command);
  command
      ->add_option(
          "--remeasure", remeasure_,
          "Further rounds, at most, of cases that cannot be decided; they are added to the record. Default: 0.")
      ->type_name("N")
      ->check(CLI::Range(0, 1000));
  launch_.add_to(*command);
  command->add_flag("--all", all_, "Shows every case with its interval and what it could have seen.");
  command->add_flag("--annotations", annotations_,
                    "Also prints the findings as GitHub workflow commands, which a runner shows as annotations.");
  command->add_option("--markdown", markdown_, "Also writes the report as Markdown to this file; default: not written.")
      ->type_name("FILE");
  command->add_option("--junit", junit_, "Also writes the verdicts as JUnit XML to this file; default: not written.")
      ->type_name("FILE");
  command->add_option("--json", json_, "Also writes everything as JSON to this file; default: not written.")
      ->type_name("FILE");
  return command;
}

Result<GateResult> GateCommand::judged(const GateMaterial& material, Record& record, Console& console) const {
  if (remeasure_ == 0) return judge_against(material, record);
  const auto setup = launch_.setup();
  if (!setup) return fail(setup.error());
  RemeasureRequest request;
  request.record = records_.front();
  request.rounds = remeasure_;
  request.session.bench = *setup;
  request.session.launcher = launch_.launcher;
  request.session.surroundings = launch_surroundings();
  const StopSignals stop;
  ChildProcessRunner runner;
  RunProgress progress{console.err, console.err_width};
  return judge_with_remeasuring(material, request, record, runner, progress);
}

Result<void> GateCommand::check_options(const JudgedRuns& judged) const {
  const Runs& first = judged.runs.front();
  const bool is_one = judged.runs.size() == 1;
  if (remeasure_ > 0 && (!is_one || first.judged.imported || records_.size() != 1 || !first.earlier->empty())) {
    return fail(ErrorKind::usage, "only one run that roofgate measured on this machine can be measured again",
                "--remeasure", "leave the option out");
  }
  if (remeasure_ > 0 && telemetry_.is_given()) {
    return fail(ErrorKind::usage, "a dump that was taken before does not cover rounds that are measured now",
                "--remeasure with --telemetry", "give one of the two; roofgate watches its own rounds itself");
  }
  if (is_one || !telemetry_.is_given()) return {};
  std::string names;
  for (const Runs& runs : judged.runs) names += (names.empty() ? "" : ", ") + runs.name;
  return fail(ErrorKind::usage, "the latest night is of several places or runs, and a dump is of one: " + names,
              "--telemetry", "judge them one by one: --place NAME, or a folder without the other runs");
}

Result<GateResult> GateCommand::judge_one(Runs& runs, const std::set<std::string>& judged_places,
                                          Console& console) const {
  const auto untold = telemetry_.join_to(runs.judged, console);
  if (!untold) return fail(untold.error());
  auto material = load_gate_material(runs.judged, gating_, *runs.earlier);
  if (!material) return fail(material.error());
  if (const auto fresh = check_is_new(*material, runs.judged); !fresh) return fail(fresh.error());
  std::erase_if(material->place.beside, [&](const std::string& place) { return judged_places.contains(place); });
  auto result = judged(*material, runs.judged, console);
  if (result) result->common.insert(result->common.end(), untold->begin(), untold->end());
  return result;
}

/// Of the policy's required places those that no run of the night is of.
Result<std::vector<std::string>> GateCommand::missing_places(const JudgedRuns& judged) const {
  const auto rules = load_rules(gating_.policy);
  if (!rules) return fail(rules.error());
  std::vector<std::string> missing;
  for (const std::string& wanted : rules->policy.required_places) {
    const bool is_judged = std::any_of(judged.runs.begin(), judged.runs.end(),
                                       [&](const Runs& runs) { return is_at(place_of(runs.judged), wanted); });
    if (!is_judged) missing.push_back(fmt::format("'{}': the policy requires the place", wanted));
  }
  return missing;
}

Result<ExitStatus> GateCommand::run(Console& console) {
  auto status = judge_night(console);
  if (!status && annotations_) console.out << render_failure_annotation(status.error());
  return status;
}

Result<ExitStatus> GateCommand::judge_night(Console& console) {
  const auto options = foreign_.read();
  if (!options) return fail(options.error());
  gating_.places = options->places;
  gating_.names_places_beside = options->place.empty() && options->places == PlaceRule::apart;
  auto night = load_runs(records_, console, *options);
  if (!night) return fail(night.error());
  if (const auto ok = check_options(*night); !ok) return fail(ok.error());

  std::set<std::string> places;
  for (const Runs& runs : night->runs) places.insert(place_of(runs.judged).id);
  NightVerdict verdict{{}, night->absent, night->has_several_runs, std::move(night->lost)};
  if (options->place.empty()) {
    auto missing = missing_places(*night);
    if (!missing) return fail(missing.error());
    verdict.absent.insert(verdict.absent.end(), missing->begin(), missing->end());
  }
  for (Runs& runs : night->runs) {
    auto result = judge_one(runs, places, console);
    if (result) {
      verdict.places.push_back({runs.name, std::move(*result)});
    } else {
      verdict.lost.push_back({runs.name, std::move(result.error())});
    }
  }
  if (verdict.places.empty()) return fail(std::move(verdict.lost.back().error));
  const bool has_several = verdict.places.size() + verdict.lost.size() > 1;
  for (const PlaceVerdict& place : verdict.places) {
    const bool is_first = &place == &verdict.places.front();
    if (has_several) console.out << (is_first ? "" : "\n") << "== " << visible(place.name) << " ==\n";
    const Document document = gate_document(place.result, all_ ? GateDetail::full : GateDetail::brief);
    console.out << render_terminal(document, {console.colour, console.width});
    if (annotations_) console.out << render_annotations(place.result);
  }
  for (const LostPlace& place : verdict.lost) {
    console.out << "\n== " << visible(place.name) << " ==\n"
                << render_terminal(failure_document(place.error), {console.colour, console.width});
  }
  if (annotations_) console.out << render_unjudged_annotations(verdict);
  for (const std::string& absent : verdict.absent) {
    console.out << "\nMissing in the latest night: " << visible(absent) << '\n';
  }
  if (!verdict.is_of_one_place()) console.out << '\n' << closing_line(verdict) << '\n';
  if (auto ok = write_if_named(markdown_, [&] { return markdown_of(verdict); }); !ok) return fail(ok.error());
  if (auto ok = write_if_named(junit_, [&] { return render_junit(verdict); }); !ok) return fail(ok.error());
  if (auto ok = write_if_named(json_, [&] { return render_gate_json(verdict); }); !ok) return fail(ok.error());
  return verdict.status();
}

}  // namespace roofgate
