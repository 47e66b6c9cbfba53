#include "bench/gate/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <list>
#include <set>
#include <utility>

#include "bench/baseline/baseline.hpp"
#include "bench/gate/calendar_day.hpp"
#include "bench/gate/compare_findings.hpp"
#include "bench/gate/compare_sides.hpp"
#include "bench/gate/contrast.hpp"
#include "bench/gate/decision.hpp"
#include "bench/gate/expectation.hpp"
#include "bench/gate/judge.hpp"
#include "bench/gate/lost_after.hpp"
#include "bench/gate/reason_rules.hpp"
#include "bench/gate/side_pairs.hpp"
#include "bench/gate/wording.hpp"
#include "bench/record/ab_notes.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

class Comparing {
 public:
  explicit Comparing(const CompareInputs& inputs)
      : inputs_{inputs},
        pairs_{record_pairs(inputs.before, inputs.after)},
        hardware_{differing_hardware(inputs)},
        changes_{changes_between(inputs)},
        expectations_{inputs.policy.of_backend(inputs.after.back()->environment.backend)} {
    result_.is_paired = !pairs_.empty();
  }

  CompareResult run() {
    describe();
    for (const std::string& id : case_ids()) {
      if (auto verdict = screen(id)) result_.gate.verdicts.push_back(std::move(*verdict));
    }
    judge_compared();
    refuse_lost();
    for (const auto& [id, compared] : view_) result_.gate.verdicts.push_back(compared.verdict);
    for (Verdict& verdict : missing_requirements(result_.gate.verdicts, inputs_.policy)) {
      result_.gate.verdicts.push_back(std::move(verdict));
    }
    say_findings();
    sort_worst_first(result_.gate.verdicts);
    conclude();
    if (result_.is_paired) {
      result_.gate.compared_with =
          fmt::format("{}/{} · before: {} · after: {} · {} of rounds", result_.gate.hardware_key, result_.gate.suite,
                      result_.before_label, result_.after_label, counted(result_.pairs, "pair"));
    }
    return std::move(result_);
  }

 private:
  void describe() {
    GateResult& gate = result_.gate;
    const Record& after = *inputs_.after.back();
    gate.record_id = after.id;
    gate.hardware_key = hardware_key(after.environment);
    gate.suite = after.suite;
    gate.alpha = inputs_.policy.alpha;
    gate.baseline_nights = static_cast<int>(inputs_.before.size());
    gate.baseline_first = inputs_.before.front()->started_at;
    gate.baseline_last = inputs_.before.back()->started_at;
    gate.record_is_finished = true;
    for (const SideRecords* side : {&inputs_.before, &inputs_.after}) {
      for (const Record* record : *side)
        gate.record_is_finished = gate.record_is_finished && !record->finished_at.empty();
    }
    for (const Record* record : inputs_.before) result_.before_ids.push_back(record->id);
    for (const Record* record : inputs_.after) result_.after_ids.push_back(record->id);
    for (const EnvironmentChange& change : changes_) {
      if (change.part == EnvironmentPart::software) gate.software_changes[change.name] = {change.before, change.after};
    }
    const std::string where = fmt::format("{}/{}", gate.hardware_key, gate.suite);
    const auto of_side = [](const SideRecords& records) {
      return counted(static_cast<int>(records.size()), "record") + " of " + records.back()->started_at.substr(0, 10);
    };
    gate.compared_with =
        fmt::format("{} · before: {} · after: {}", where, of_side(inputs_.before), of_side(inputs_.after));
    if (!result_.is_paired) return;
    if (const auto notes = ab_notes_of(*pairs_.back().before)) result_.before_label = notes->environment;
    if (const auto notes = ab_notes_of(*pairs_.back().after)) result_.after_label = notes->environment;
  }

  /// In the order of the sides' last records, each once.
  [[nodiscard]] std::vector<std::string> case_ids() const {
    std::vector<std::string> ids;
    std::set<std::string> known;
    for (const SideRecords* side : {&inputs_.after, &inputs_.before}) {
      for (const Record* record : *side) {
        for (const Case& measured : record->cases) {
          if (known.insert(measured.id).second) ids.push_back(measured.id);
        }
      }
    }
    return ids;
  }

  /// A verdict that needs no statistics; none if the case joined the compared ones.
  std::optional<Verdict> screen(const std::string& id) {
    SideOfCase before = side_of(id, inputs_.before, inputs_.implausible_before, inputs_);
    SideOfCase after = side_of(id, inputs_.after, inputs_.implausible_after, inputs_);
    if (auto refusal = refuse_sides(id, before, after)) return refusal;
    if (!hardware_.empty() && !result_.is_paired) {
      return verdict_of(id, VerdictKind::no_baseline,
                        {"other_hardware",
                         fmt::format("The records are of different hardware ({}): they are not compared.",
                                     fmt::join(hardware_, ", ")),
                         {}});
    }
    const std::string& definition = after.cases.back()->definition;
    keep_definition(before, definition);
    keep_definition(after, definition);
    if (before.records.empty()) {
      return verdict_of(id, VerdictKind::no_baseline,
                        {"definition_changed",
                         "What is measured under this name differs between the sides: it is not compared.",
                         {}});
    }
    return result_.is_paired ? join_pairs(id, before, after) : join_nights(id, before, after);
  }

  std::optional<Verdict> join_pairs(const std::string& id, const SideOfCase& before, const SideOfCase& after) {
    CasePairs found = pairs_of(id, pairs_);
    const auto count = static_cast<int>(found.pairs.size());
    if (count < inputs_.policy.min_clean_rounds) {
      return verdict_of(
          id, VerdictKind::invalid,
          {"too_few_pairs",
           fmt::format("{} of rounds {} clean on both sides, {} are needed ({} left out, {} torn apart by "
                       "an interruption).",
                       counted(count, "pair"), count == 1 ? "is" : "are", inputs_.policy.min_clean_rounds,
                       found.left_out, found.torn),
           {{"pairs", count}, {"needed", inputs_.policy.min_clean_rounds}}});
    }
    result_.pairs = std::max(result_.pairs, count);
    ComparedCase& compared = add(id, before, after);
    // What a minute does to both rounds of a pair makes no modes: they are looked for in the differences.
    for (const PairDifference& pair : found.pairs) compared.series.tonight.push_back(pair.difference);
    paired_.push_back({compared.series.tolerance, std::move(found.pairs), median(found.before), median(found.after)});
    left_out_.push_back(found.left_out + found.torn);
    return std::nullopt;
  }

  std::optional<Verdict> join_nights(const std::string& id, const SideOfCase& before, const SideOfCase& after) {
    ComparedCase& compared = add(id, before, after);
    UnpairedSeries series{compared.series.tolerance, {}, {}};
    for (const Case* measured : before.cases) series.before.push_back(rounds_of(*measured));
    for (const Case* measured : after.cases) series.after.push_back(rounds_of(*measured));
    compared.series.tonight = series.after.back();
    for (std::size_t night = 0; night < series.before.size(); ++night) {
      compared.series.reference.push_back({night, series.before[night]});
    }
    const auto clean = static_cast<int>(compared.series.tonight.size());
    left_out_.push_back(static_cast<int>(after.cases.back()->rounds.size()) - clean);
    unpaired_.push_back(std::move(series));
    return std::nullopt;
  }

  ComparedCase& add(const std::string& id, const SideOfCase& before, const SideOfCase& after) {
    ComparedCase& compared = view_[id];
    compared.measured = after.cases.back();
    for (const Record* record : before.records) compared.window.push_back(remembered(*record, id));
    compared.algorithm_switch = switch_of(*compared.measured, compared.window);
    compared.series.kind = std::string{kind_of(*compared.measured)};
    compared.series.tolerance = log_ratio_of(expectations_.tolerance_of(id));
    order_.push_back(id);
    return compared;
  }

  /// The record as a night, so that reasons find what was seen before.
  NightOfCase remembered(const Record& record, const std::string& id) {
    auto found =
        std::find_if(nights_.begin(), nights_.end(), [&](const Night& night) { return night.record_id == record.id; });
    if (found == nights_.end()) found = nights_.insert(nights_.end(), night_of(record));
    return {&*found, &found->cases[id]};
  }

  void judge_compared() {
    const bool is_bootstrapped = are_close_together(inputs_.before) || are_close_together(inputs_.after);
    const std::vector<Contrast> contrasts = result_.is_paired
                                                ? paired_contrasts(paired_, expectations_.spread)
                                                : unpaired_contrasts(unpaired_, expectations_.spread, is_bootstrapped);
    const std::vector<Evidence> evidence = judge_contrasts(contrasts, inputs_.policy.alpha);
    // A pair holds both sides on one machine, checked and on the same data: a large gain there is what was asked for.
    const double implausible =
        result_.is_paired ? std::numeric_limits<double>::infinity() : std::log1p(inputs_.policy.implausible_gain);
    const DecisionRules rules{inputs_.policy.alpha, log_ratio_of(expectations_.anchor_tolerance), implausible};
    for (std::size_t i = 0; i < evidence.size(); ++i) {
      ComparedCase& compared = view_.find(order_[i])->second;
      compared.evidence = evidence[i];
      Comparison& figures = compared.evidence.figures;
      figures.marked_rounds = left_out_[i];
      for (const NightOfCase& night : compared.window) {
        if (night.measured->round_location.empty()) continue;
        figures.reference.emplace_back(night.night->date, night_location(night.measured->round_location));
      }
      compared.verdict = decide(compared.series, compared.evidence, rules);
      compared.verdict.case_id = order_[i];
      compared.verdict.baseline_nights = static_cast<int>(compared.window.size());
      reword(compared.verdict);
    }
    for (auto& [id, compared] : view_) add_reasons(compared);
    result_.environment = join(changes_, view_);
  }

  /// Unless the records that have it show a loss: that is what needs action first.
  void refuse_lost() {
    for (auto& [id, why] : cases_lost_after(inputs_)) {
      const auto found = view_.find(id);
      if (found == view_.end()) continue;
      Verdict& verdict = found->second.verdict;
      Reason reason{"lost_after", std::move(why), {}};
      if (verdict.kind == VerdictKind::regressed) {
        verdict.reasons.push_back(std::move(reason));
      } else {
        verdict = verdict_of(id, VerdictKind::vanished, std::move(reason));
      }
    }
  }

  /// Nothing is accepted here.
  static void reword(Verdict& verdict) {
    for (Reason& reason : verdict.reasons) {
      if (reason.rule != "implausible_gain") continue;
      reason.sentence = fmt::format("{} is too good to be true: look at what was measured on each side.",
                                    signed_change(verdict.change.value_or(0.0)));
    }
  }

  void add_reasons(ComparedCase& compared) {
    const VerdictKind kind = compared.verdict.kind;
    if (kind != VerdictKind::regressed && kind != VerdictKind::drift && kind != VerdictKind::improved) return;
    for (Reason& reason : reasons_for(compared, view_, {})) compared.verdict.reasons.push_back(std::move(reason));
    if (auto reason = environment_reason(changes_, kind_of(*compared.measured))) {
      compared.verdict.reasons.push_back(std::move(*reason));
    }
  }

  void say_findings() {
    findings_ = findings_about(inputs_, result_.is_paired);
    for (const Finding& finding : findings_) result_.gate.common.push_back(finding.reason);
    if (changes_.empty() && result_.before_label == result_.after_label) {
      result_.gate.common.push_back(
          {"no_difference",
           "The records see no difference between the two environments; firmware and settings "
           "outside of them are not seen.",
           {}});
    }
    if (view_.empty()) {
      result_.gate.common.push_back({"nothing_compared", "No case was compared with anything: this is no pass.", {}});
    }
    if (auto shift = shift_of_all_kinds(view_, result_.is_paired)) result_.gate.common.push_back(std::move(*shift));
    const auto today = parse_day(inputs_.today);
    for (Reason& aloud : apply_expected_failures(result_.gate.verdicts, inputs_.policy,
                                                 today ? *today : std::chrono::sys_days::max())) {
      result_.gate.common.push_back(std::move(aloud));
    }
  }

  void conclude() {
    result_.gate.status = exit_status_of(result_.gate, inputs_.policy);
    const bool is_blocked =
        std::any_of(findings_.begin(), findings_.end(), [](const Finding& finding) { return finding.blocks; });
    if (is_blocked && result_.gate.status == ExitStatus::pass) result_.gate.status = ExitStatus::cannot_judge;
    result_.recommendation = recommend(result_.gate, findings_, result_.is_paired);
  }

  const CompareInputs& inputs_;
  std::vector<RecordPair> pairs_;
  std::vector<std::string> hardware_;
  std::vector<EnvironmentChange> changes_;
  const Expectations& expectations_;
  std::list<Night> nights_;  ///< stable: windows point into it
  NightView view_;
  std::vector<std::string> order_;  ///< of the series below
  std::vector<PairedSeries> paired_;
  std::vector<UnpairedSeries> unpaired_;
  std::vector<int> left_out_;  ///< rounds or pairs
  std::vector<Finding> findings_;
  CompareResult result_;
};

}  // namespace

std::string_view name_of(Advice advice) {
  constexpr std::array<std::string_view, 4> kNames{"safe", "slower", "cannot_tell", "wrong_result"};
  return kNames[static_cast<std::size_t>(advice)];
}

Result<CompareResult> compare(const CompareInputs& inputs) {
  std::set<std::string> ids;
  for (const SideRecords* side : {&inputs.before, &inputs.after}) {
    if (side->empty())
      return fail(ErrorKind::usage, "a side has no record", "compare", "name one with --before and one with --after");
    for (const Record* record : *side) {
      if (ids.insert(record->id).second) continue;
      return fail(ErrorKind::usage, "a record is named twice", record->id,
                  "each record stands on one side, once: copies of a file are one record");
    }
  }
  return Comparing{inputs}.run();
}

}  // namespace roofgate
