#include "bench/gate/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_set>
#include <utility>

#include "bench/derived/derived.hpp"
#include "bench/gate/accepted_night.hpp"
#include "bench/gate/algorithm_switch.hpp"
#include "bench/gate/calendar_day.hpp"
#include "bench/gate/cause.hpp"
#include "bench/gate/decision.hpp"
#include "bench/gate/expectation.hpp"
#include "bench/gate/night_view.hpp"
#include "bench/gate/pattern.hpp"
#include "bench/gate/reason_rules.hpp"
#include "bench/gate/reference.hpp"
#include "bench/gate/screening.hpp"
#include "bench/gate/wording.hpp"
#include "bench/record/failure_note.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

int note_of(const Record& record, const std::string& key, int otherwise) {
  const auto found = record.notes.find(key);
  if (found == record.notes.end()) return otherwise;
  int value = otherwise;
  const std::string& text = found->second;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc{} && end == text.data() + text.size() && value >= 1 ? value : otherwise;
}

/// Judging again after remeasuring spends its own share of alpha: `roofgate gate --remeasure` notes how often.
ComparisonRules comparison_rules(const GateInputs& inputs) {
  ComparisonRules rules;
  rules.alpha = inputs.policy.alpha;
  rules.spread = inputs.policy.of_backend(inputs.record.environment.backend).spread;
  rules.looks = note_of(inputs.record, std::string{kLooksNote}, 1);
  rules.look = std::min(note_of(inputs.record, std::string{kLookNote}, 1), rules.looks);
  return rules;
}

bool is_in_reference(const Reference& reference, const std::string& case_id) {
  return std::any_of(reference.nights.begin(), reference.nights.end(),
                     [&](const Night* night) { return night->cases.contains(case_id); });
}

bool is_required(const Policy& policy, const std::string& case_id) {
  return std::any_of(policy.required.begin(), policy.required.end(),
                     [&](const std::string& pattern) { return matches(pattern, case_id); });
}

Verdict without_reference(const Case& measured, const Reference& reference) {
  if (reference.is_empty()) return verdict_of(measured.id, VerdictKind::no_baseline, reference.refusal);
  if (!is_in_reference(reference, measured.id)) {
    return verdict_of(
        measured.id, VerdictKind::no_baseline,
        {"new_case", "No earlier night measured it: it starts a series once this night is accepted.", {}});
  }
  return verdict_of(measured.id, VerdictKind::no_baseline,
                    {"definition_changed",
                     "What is measured under this name has changed: a new series starts, nothing is compared.",
                     {}});
}

/// Skipped is harmless only where nobody counts on the case.
Verdict refused(const Case& measured, Unjudged refusal, const Reference& reference, const Policy& policy) {
  const bool is_missed = is_in_reference(reference, measured.id) || is_required(policy, measured.id);
  const bool is_of_tool = refusal.reason.rule != "no_term";  // what its cases do not show nobody took away
  if (refusal.kind == VerdictKind::skipped && is_missed && is_of_tool) refusal.kind = VerdictKind::vanished;
  return verdict_of(measured.id, refusal.kind, std::move(refusal.reason));
}

/// Cases of the reference's window that tonight's record does not have, unless a person accepted that they are gone.
std::vector<Verdict> vanished_cases(const GateInputs& inputs, const Reference& reference,
                                    std::unordered_set<std::string_view> known) {
  std::vector<Verdict> vanished;
  const auto& nights = reference.nights;
  const auto window = std::min(nights.size(), static_cast<std::size_t>(inputs.policy.window_nights));
  for (auto night = nights.rbegin(); night != nights.rbegin() + static_cast<std::ptrdiff_t>(window); ++night) {
    for (const auto& [id, measured] : (*night)->cases) {
      if (measured.derived && !inputs.policy.derived) continue;
      if (!known.insert(id).second) continue;
      vanished.push_back(verdict_of(
          id, VerdictKind::vanished,
          {"vanished", fmt::format("Measured on {} and not in this record.", (*night)->date.substr(0, 10)), {}}));
    }
    for (const auto& [id, why] : (*night)->accepted_losses) known.insert(id);
  }
  return vanished;
}

SoftwareChanges software_changes(const GateInputs& inputs, const Reference& reference) {
  SoftwareChanges changes;
  if (reference.is_empty()) return changes;
  const auto& before = reference.nights.back()->software;
  for (const auto& [name, version] : inputs.record.environment.software) {
    const auto found = before.find(name);
    if (found != before.end() && found->second != version) changes[name] = {found->second, version};
  }
  return changes;
}

bool deserves_reasons(VerdictKind kind) {
  return kind == VerdictKind::regressed || kind == VerdictKind::drift || kind == VerdictKind::improved;
}

/// Statistics, decision and reasons of every case that can be compared. Returns what was found about the night.
NightEvidence judge_compared(NightView& view, const GateInputs& inputs, const SoftwareChanges& software) {
  std::vector<CaseSeries> series;
  series.reserve(view.size());
  for (auto& [id, compared] : view) series.push_back(std::move(compared.series));
  const ComparisonRules rules = comparison_rules(inputs);
  NightEvidence night = compare_nights(series, rules);
  const Expectations& expectations = inputs.policy.of_backend(inputs.record.environment.backend);
  const DecisionRules decision{rules.alpha, log_ratio_of(expectations.anchor_tolerance),
                               std::log1p(inputs.policy.implausible_gain)};
  std::size_t i = 0;
  for (auto& [id, compared] : view) {
    compared.series = std::move(series[i]);
    compared.evidence = std::move(night.cases[i++]);
    Comparison& figures = compared.evidence.figures;
    const auto locate = compared.series.is_ratio ? ratio_location : night_location;
    for (std::size_t n = 0; n < compared.window.size(); ++n) {
      figures.reference.emplace_back(compared.window[n].night->date,
                                     std::exp(locate(compared.series.reference[n].log_time)));
    }
    figures.other_algorithm_nights = static_cast<int>(compared.other_algorithm_nights);
    figures.marked_rounds = static_cast<int>(compared.measured->rounds.size()) - figures.clean_rounds;
    compared.verdict = decide(compared.series, compared.evidence, decision);
    compared.verdict.case_id = id;
    compared.verdict.derived = compared.measured->derived;
    compared.verdict.rests_on = compared.rests_on;
  }
  for (auto& [id, compared] : view) {
    if (!deserves_reasons(compared.verdict.kind)) {
      tell_switch(compared);
      continue;
    }
    excuse_sibling_gain(compared, view);
    excuse_tilt(compared, view);
    for (Reason& reason : reasons_for(compared, view, software)) compared.verdict.reasons.push_back(std::move(reason));
    call_gain_a_switch(compared);
  }
  return night;
}

/// Said once about the night, not sixty times about its cases. It excuses nothing: a machine that is slower beyond what
/// its earlier nights explain fails every case that it slows down.
std::optional<Reason> common_shift_reason(const NightEvidence& night, double alpha) {
  constexpr double kWorthSaying = 0.01;
  if (!night.common_shift || std::abs(*night.common_shift) < kWorthSaying) return std::nullopt;
  const bool is_shown = *night.common_shift > 0.0 && night.common_shift_p < alpha;
  return Reason{
      "common_shift",
      common_shift_sentence(*night.common_shift, "tonight", "the machine or its environment, not any one case") +
          (is_shown ? " Its earlier nights do not explain that."
                    : " Earlier nights differ as much, or are too few to tell."),
      {{"log_ratio", *night.common_shift}, {"p", night.common_shift_p}, {"night_to_night", night.common_spread}}};
}

/// Why a night with large changes is not decided, said once.
std::optional<Reason> wild_night_reason(const NightEvidence& night) {
  constexpr double kWorthSaying = 1.5;
  if (night.spread_factor < kWorthSaying) return std::nullopt;
  return Reason{
      "wild_night",
      fmt::format(
          "Tonight's cases lie further from their reference than its nights predict, and the median case is judged "
          "by a spread {:.1f} times as wide: a disturbed night, or many cases that changed at once. "
          "Measure again; if the same cases are slower, they are.",
          night.spread_factor),
      {{"factor", night.spread_factor}}};
}

bool is_unchecked(const Case& measured) {
  return std::any_of(measured.rounds.begin(), measured.rounds.end(),
                     [](const Round& round) { return is_clean_round(round) && !round.check_worst_error; });
}

/// Of tools that check their results where they are told to: speed says nothing of a result that may be wrong.
std::optional<Reason> unchecked_reason(const Record& record) {
  if (!record.imported || !record.imported->format.starts_with("nccl-tests")) return std::nullopt;
  const auto count = static_cast<int>(std::count_if(record.cases.begin(), record.cases.end(), is_unchecked));
  if (count == 0) return std::nullopt;
  return Reason{
      "unchecked",
      fmt::format("The results of {} were not checked: whether they are right is not known. Measure with -c 1.",
                  counted(count, "case")),
      {{"cases", static_cast<double>(count)}}};
}

/// Results that the tool checked in the night before and not in this one: a check that somebody switched off.
std::optional<Reason> lost_checks(const NightView& view) {
  const auto has_lost = [](const auto& entry) {
    return entry.second.window.back().measured->is_checked && is_unchecked(*entry.second.measured);
  };
  const auto count = static_cast<int>(std::count_if(view.begin(), view.end(), has_lost));
  if (count == 0) return std::nullopt;
  return Reason{
      "lost_checks",
      fmt::format("The results of {} were checked in the night before and are not in this one: no pass. Measure "
                  "with the checks switched on.",
                  counted(count, "case")),
      {{"cases", static_cast<double>(count)}, {kBlocks, 1.0}}};
}

/// A job that died leaves its last night to be judged for ever.
std::optional<Reason> old_night(const GateInputs& inputs) {
  const auto judged_on = parse_day(inputs.judged_on);
  const auto night = parse_day(inputs.record.started_at);
  if (!inputs.policy.max_night_age_days || !judged_on || !night) return std::nullopt;
  const auto age = static_cast<int>((*judged_on - *night).count());
  if (age <= *inputs.policy.max_night_age_days) return std::nullopt;
  return Reason{"old_night",
                fmt::format("The judged night is {} old, the policy allows {}: is the job that measures still running?",
                            counted(age, "day"), *inputs.policy.max_night_age_days),
                {{"age_days", static_cast<double>(age)}, {kBlocks, 1.0}}};
}

std::optional<Reason> places_beside(const ComparedPlace& place) {
  if (place.beside.empty()) return std::nullopt;
  constexpr std::size_t kMostShown = 4;
  std::string names;
  for (std::size_t i = 0; i < std::min(kMostShown, place.beside.size()); ++i) {
    names += (i > 0 ? ", " : "") + place.beside[i];
  }
  if (place.beside.size() > kMostShown) names += fmt::format(" and {} more", place.beside.size() - kMostShown);
  return Reason{
      "places_beside",
      fmt::format("Not judged here: {}, of which the baseline has nights from beside this place's last one. The "
                  "policy's required_places makes them part of the night; --place says that they are not.",
                  names),
      {{"places", static_cast<double>(place.beside.size())}}};
}

std::vector<Reason> night_findings(const NightView& view, const NightEvidence& night, const GateInputs& inputs) {
  std::vector<Reason> findings;
  if (inputs.record.finished_at.empty()) {
    findings.push_back({"unfinished",
                        inputs.record.imported ? "The run died, or its file is cut: what it lacks is not known."
                                               : "The record is not finished: `roofgate run --resume` completes it.",
                        {}});
  }
  if (const std::string failure = tool_failure(inputs.record); !failure.empty()) {
    findings.push_back({"tool_failed", fmt::format("The tool failed after its figures were there: {}.", failure), {}});
  }
  if (auto unchecked = unchecked_reason(inputs.record)) findings.push_back(std::move(*unchecked));
  if (auto beside = places_beside(inputs.place)) findings.push_back(std::move(*beside));
  if (view.empty())
    findings.push_back({"nothing_compared", "No case was compared with anything: this is no pass.", {}});
  if (auto shift = common_shift_reason(night, inputs.policy.alpha)) findings.push_back(std::move(*shift));
  if (auto wild = wild_night_reason(night)) findings.push_back(std::move(*wild));
  if (inputs.place.has_passing_names) {
    findings.push_back({"passing_places",
                        "Every night of the baseline is of another host or device: taken for one series of like "
                        "machines.",
                        {}});
  }
  if (auto switches = switches_of(view)) findings.push_back(std::move(*switches));
  const auto bootstrapped =
      std::count_if(view.begin(), view.end(), [](const auto& entry) { return entry.second.series.is_bootstrapped; });
  if (bootstrapped > 0) {
    const double floor = inputs.policy.of_backend(inputs.record.environment.backend).spread.bootstrapped_floor;
    findings.push_back({"bootstrapped_reference",
                        fmt::format("The reference holds nights made minutes apart, which understate the spread: no "
                                    "case is taken to be steadier than {} until {} real nights replace them.",
                                    percent(floor), kAnchorNights),
                        {{"floor", floor}, {"cases", static_cast<double>(bootstrapped)}}});
  }
  return findings;
}

int severity(VerdictKind kind) {
  constexpr std::array kWorstFirst{VerdictKind::wrong_result, VerdictKind::regressed,    VerdictKind::vanished,
                                   VerdictKind::invalid,      VerdictKind::inconclusive, VerdictKind::no_baseline,
                                   VerdictKind::drift,        VerdictKind::xfail,        VerdictKind::skipped,
                                   VerdictKind::improved,     VerdictKind::pass};
  return static_cast<int>(std::find(kWorstFirst.begin(), kWorstFirst.end(), kind) - kWorstFirst.begin());
}

void describe_reference(GateResult& result, const Reference& reference) {
  if (reference.is_empty()) return;
  result.baseline_nights = static_cast<int>(reference.nights.size());
  result.baseline_first = reference.nights.front()->date;
  result.baseline_last = reference.nights.back()->date;
}

}  // namespace

GateResult judge(const GateInputs& inputs) {
  const Record& record = inputs.record;
  GateResult result;
  result.record_id = record.id;
  result.hardware_key = hardware_key(record.environment);
  result.suite = record.suite;
  result.place = inputs.place.name;
  result.is_one_of_several_places = inputs.place.nights_elsewhere > 0;
  result.alpha = inputs.policy.alpha;
  result.record_is_finished = !record.finished_at.empty();
  const Reference reference = choose_reference(inputs);
  describe_reference(result, reference);
  result.software_changes = software_changes(inputs, reference);

  const std::vector<DerivedCase> derived = inputs.policy.derived ? derived_cases(record) : std::vector<DerivedCase>{};
  NightView view;
  std::vector<const Case*> cases;
  for (const Case& measured : record.cases) cases.push_back(&measured);
  for (const DerivedCase& one : derived) cases.push_back(&one.metric);
  auto series = series_of_all(reference.nights, cases);
  std::unordered_set<std::string_view> known;
  const auto enter = [&](std::size_t place, const std::vector<std::string>& rests_on) {
    const Case& measured = *cases[place];
    known.insert(measured.id);
    auto refusal = rests_on.empty() ? refuse_measurement(measured, inputs) : refuse_derived(measured, rests_on, inputs);
    const auto usable = refusal ? std::vector<NightOfCase>{} : usable_nights(std::move(series[place]));
    if (!usable.empty()) refusal = refuse_beside(measured, usable);
    if (!usable.empty() && !refusal) {
      ComparedCase& compared = view.emplace(measured.id, compared_case(measured, usable, inputs)).first->second;
      compared.rests_on = rests_on;
      return;
    }
    Verdict verdict = refusal ? refused(measured, std::move(*refusal), reference, inputs.policy)
                              : without_reference(measured, reference);
    verdict.derived = measured.derived;
    verdict.rests_on = rests_on;
    result.verdicts.push_back(std::move(verdict));
  };
  for (std::size_t i = 0; i < record.cases.size(); ++i) enter(i, {});
  for (std::size_t i = 0; i < derived.size(); ++i) enter(record.cases.size() + i, derived[i].rests_on);
  const NightEvidence night = judge_compared(view, inputs, result.software_changes);
  for (auto& [id, compared] : view) result.verdicts.push_back(std::move(compared.verdict));
  for (Verdict& verdict : vanished_cases(inputs, reference, std::move(known)))
    result.verdicts.push_back(std::move(verdict));
  for (Verdict& verdict : missing_requirements(result.verdicts, inputs.policy)) {
    result.verdicts.push_back(std::move(verdict));
  }
  result.common = night_findings(view, night, inputs);
  for (auto doubt : {lost_checks(view), old_night(inputs)}) {
    result.is_in_doubt = result.is_in_doubt || doubt.has_value();
    if (doubt) result.common.push_back(std::move(*doubt));
  }
  excuse_accepted(result, inputs);
  const auto today = parse_day(inputs.today);
  // Without a day nothing can be said to be still expected.
  for (Reason& aloud :
       apply_expected_failures(result.verdicts, inputs.policy, today ? *today : std::chrono::sys_days::max())) {
    result.common.push_back(std::move(aloud));
  }
  sort_worst_first(result.verdicts);
  result.status = exit_status_of(result, inputs.policy);
  return result;
}

void sort_worst_first(std::vector<Verdict>& verdicts) {
  std::sort(verdicts.begin(), verdicts.end(), [](const Verdict& a, const Verdict& b) {
    if (a.kind != b.kind) return severity(a.kind) < severity(b.kind);
    const double change_a = a.change.value_or(0.0);
    const double change_b = b.change.value_or(0.0);
    return change_a != change_b ? change_a > change_b : a.case_id < b.case_id;
  });
}

ExitStatus exit_status_of(const GateResult& result, const Policy& policy) {
  const auto has = [&](VerdictKind kind) { return count_of(result, kind) > 0; };
  if (has(VerdictKind::wrong_result)) return ExitStatus::wrong_result;
  if (has(VerdictKind::regressed)) return ExitStatus::regression;
  const bool is_blind = std::none_of(result.verdicts.begin(), result.verdicts.end(),
                                     [](const Verdict& verdict) { return verdict.change.has_value(); });
  if (is_blind || !result.record_is_finished || result.is_in_doubt) return ExitStatus::cannot_judge;
  if (has(VerdictKind::vanished) || has(VerdictKind::invalid)) return ExitStatus::cannot_judge;
  if (policy.inconclusive_fails && has(VerdictKind::inconclusive)) return ExitStatus::cannot_judge;
  if (policy.no_baseline_fails && has(VerdictKind::no_baseline)) return ExitStatus::cannot_judge;
  // Even a lenient policy does not turn a night of which nothing was decided into a pass.
  const bool is_undecided = !has(VerdictKind::pass) && !has(VerdictKind::improved) && !has(VerdictKind::drift);
  return is_undecided ? ExitStatus::cannot_judge : ExitStatus::pass;
}

}  // namespace roofgate
