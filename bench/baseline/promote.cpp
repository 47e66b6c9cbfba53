#include "bench/baseline/promote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "bench/baseline/baseline_store.hpp"
#include "bench/baseline/repeated_figures.hpp"
#include "bench/derived/derived.hpp"
#include "bench/record/ab_notes.hpp"
#include "bench/record/drill_note.hpp"
#include "bench/record/marks.hpp"
#include "bench/record/record_dates.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

using Refusals = std::vector<Refusal>;

/// A build, a backend or a machine that no later night could be compared with.
void check_origin(const Record& record, const Baseline& baseline, const std::string& at, Refusals& refusals) {
  if (!record.imported && record.tool.build_type != "Release") {
    refusals.push_back({ExitStatus::cannot_judge,
                        fmt::format("the record was measured by a {} build.", record.tool.build_type),
                        "build with -DCMAKE_BUILD_TYPE=Release and measure again",
                        {}});
  }
  if (record.environment.backend == "cuda-emulated") {
    refusals.push_back({ExitStatus::cannot_judge,
                        "the record comes from the stand-in runtime: its times say nothing about any device.",
                        "measure on a device",
                        {}});
  }
  if (is_drill(record)) {
    refusals.push_back({ExitStatus::cannot_judge,
                        "`roofgate drill` planted losses in this record.",
                        "measure a night: roofgate run",
                        {}});
  }
  if (const auto side = ab_notes_of(record); side && side->environment != kUnchangedEnvironment) {
    refusals.push_back({ExitStatus::cannot_judge,
                        fmt::format("the record was measured in an environment of its own ({}).", side->environment),
                        "measure a night in the machine's own environment: roofgate run",
                        {}});
  }
  if (const auto dates = impossible_dates(record, at)) {
    std::string reason = *dates;
    reason.front() = 't';
    refusals.push_back(
        {ExitStatus::cannot_judge, std::move(reason), "look at the clock of the machine that measured", {}});
  }
  const BaselineName name = baseline_name_of(record);
  if (name.hardware_key != baseline.hardware_key) {
    refusals.push_back(
        {ExitStatus::usage,
         fmt::format("the record is of {}, the baseline of {}.", name.hardware_key, baseline.hardware_key),
         "a baseline belongs to one kind of machine",
         {}});
  }
  if (name.suite != baseline.suite) {
    refusals.push_back({ExitStatus::usage,
                        fmt::format("the record is of suite {}, the baseline of {}.", name.suite, baseline.suite),
                        "",
                        {}});
  }
  const auto known = [&](const Night& night) { return night.record_id == record.id; };
  if (std::any_of(baseline.nights.begin(), baseline.nights.end(), known)) {
    refusals.push_back({ExitStatus::usage,
                        fmt::format("record {} is in the baseline already.", record.id),
                        "each night counts once",
                        {}});
  }
}

std::size_t missing_rounds(const Case& measured, int planned) {
  std::set<int> present;
  for (const Round& round : measured.rounds) {
    if (round.index < planned) present.insert(round.index);
  }
  return static_cast<std::size_t>(planned) - present.size();
}

void check_complete(const Record& record, Refusals& refusals) {
  std::vector<CaseNote> missing;
  for (const Case& measured : record.cases) {
    const std::size_t count = missing_rounds(measured, record.rounds_planned);
    if (count > 0) {
      missing.push_back({measured.id, fmt::format("{} of {} rounds are missing.", count, record.rounds_planned)});
    }
  }
  if (missing.empty() && !record.finished_at.empty()) return;
  refusals.push_back({ExitStatus::cannot_judge, "the record is unfinished.",
                      record.imported ? "the run died, or its file is cut: measure again"
                                      : "complete it with: roofgate run --resume FILE",
                      std::move(missing)});
}

/// "2 of 5 rounds are clean: contended (CPU steal 12 %)."
std::string why_unusable(const Case& measured) {
  std::string text = fmt::format("{} of {} rounds are clean", clean_rounds(measured).size(), measured.rounds.size());
  for (const Round& round : measured.rounds) {
    if (round.marks.empty()) continue;
    const Mark& mark = round.marks.front();
    return fmt::format("{}: {} ({}).", text, name_of(mark.kind), mark.evidence);
  }
  return text + ".";
}

void check_new(const Record& record, const Baseline& baseline, Refusals& refusals) {
  const Night* const same = repeated_night(record, baseline);
  if (same == nullptr) return;
  refusals.push_back(
      {ExitStatus::cannot_judge,
       fmt::format("it holds the same figures as the night of {}: a copy is no measurement.", same->date.substr(0, 10)),
       "measure again; a night that has two dates is promoted once",
       {}});
}

void check_results(const Record& record, Refusals& refusals) {
  std::vector<CaseNote> wrong;
  for (const Case& measured : record.cases) {
    if (has_mark(measured, MarkKind::wrong_result)) wrong.push_back({measured.id, why_unusable(measured)});
  }
  if (wrong.empty()) return;
  refusals.push_back({ExitStatus::wrong_result, "the machine computed wrong results.",
                      "find out why before anything from this night is remembered", std::move(wrong)});
}

/// Leaves unusable cases out, and refuses the night where that is most of them.
void check_marks(const Record& record, double max_share, Promotion& promotion) {
  std::size_t judged = 0;
  std::vector<CaseNote> marked;
  for (const Case& measured : record.cases) {
    const bool usable = is_usable(measured, record.rounds_planned);
    const bool by_design = has_mark(measured, MarkKind::oversubscribed) || has_mark(measured, MarkKind::skipped);
    if (usable || !by_design) ++judged;
    if (usable) continue;
    promotion.left_out.push_back({measured.id, why_unusable(measured)});
    if (!by_design) marked.push_back(promotion.left_out.back());
  }
  if (static_cast<double>(marked.size()) > max_share * static_cast<double>(judged)) {
    promotion.refusals.push_back(
        {ExitStatus::cannot_judge,
         fmt::format("{} of {} cases are marked, more than the {:.0f} % that a night may have.", marked.size(), judged,
                     100.0 * max_share),
         "measure again on a quieter machine; roofgate doctor says what disturbs it", std::move(marked)});
  }
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

void check_losses(const Judgement& judgement, const PromoteOptions& options, Promotion& promotion) {
  std::vector<CaseNote> refused;
  for (const CaseNote& note : judgement.regressed) {
    const bool is_follower = std::any_of(judgement.followers.begin(), judgement.followers.end(),
                                         [&](const CaseNote& follower) { return follower.case_id == note.case_id; });
    if (!is_follower && !options.accept.contains(note.case_id)) refused.push_back(note);
  }
  if (refused.empty()) return;
  promotion.refusals.push_back({ExitStatus::regression, "the night is slower than the baseline.",
                                "find the cause; or accept each loss by name: --accept CASE --reason TEXT",
                                std::move(refused)});
}

/// Accepting what neither got slower nor gained beyond belief would restart a series and forget its past for nothing.
void check_accepted(const Record& record, const Judgement& judgement, const PromoteOptions& options,
                    Promotion& promotion) {
  std::vector<std::string> moved;
  for (const CaseNote& note : judgement.regressed) moved.push_back(note.case_id);
  for (const CaseNote& note : judgement.drifted) moved.push_back(note.case_id);
  for (const CaseNote& note : judgement.undecided) moved.push_back(note.case_id);
  for (const CaseNote& note : judgement.gained) moved.push_back(note.case_id);
  const std::vector<std::string> ids = options.accept.empty() ? std::vector<std::string>{} : ids_with_derived(record);
  for (const auto& [id, reason] : options.accept) {
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
      const auto near = nearest_name(id, ids);
      promotion.refusals.push_back({ExitStatus::usage,
                                    fmt::format("--accept {}: the record has no such case.", id),
                                    near ? fmt::format("did you mean '{}'?", *near) : std::string{},
                                    {}});
    } else if (std::find(moved.begin(), moved.end(), id) == moved.end()) {
      promotion.refusals.push_back(
          {ExitStatus::usage,
           fmt::format("--accept {}: it did not get slower, is not held back, nor faster than can be believed.", id),
           "leave it out: accepting restarts the case's series",
           {}});
    } else if (is_blank(reason)) {
      promotion.refusals.push_back(
          {ExitStatus::usage, fmt::format("--accept {}: without a reason.", id), "say why: --reason TEXT", {}});
    } else {
      promotion.accepted.push_back({id, reason});
    }
  }
  for (const CaseNote& note : judgement.followers) {
    if (!options.accept.contains(note.case_id)) promotion.accepted.push_back(note);
  }
}

Night make_night(const Record& record, bool is_first, const Judgement& judgement, const PromoteOptions& options,
                 Promotion& promotion) {
  Night night = night_of(record);
  night.accepted_by = options.by;
  night.accepted_at = options.at;
  night.reason = options.reason;
  if (is_blank(night.reason)) night.reason = is_first ? "first night" : judgement.basis;
  if (night.reason.empty()) night.reason = "not slower than the baseline";
  night.made_minutes_apart = night.made_minutes_apart || options.made_minutes_apart;
  for (const CaseNote& note : promotion.accepted) night.accepted_losses[note.case_id] = note.sentence;
  for (const CaseNote& note : judgement.gained) {
    if (night.accepted_losses.contains(note.case_id)) continue;
    if (night.cases.erase(note.case_id) > 0) promotion.left_out.push_back(note);
  }
  for (const CaseNote& note : judgement.unfit) {
    if (night.cases.erase(note.case_id) > 0) promotion.left_out.push_back(note);
  }
  for (const CaseNote& note : judgement.undecided) {
    const bool is_accepted = night.accepted_losses.contains(note.case_id);
    if (!is_accepted && night.cases.contains(note.case_id)) promotion.held_back.push_back(note);
  }
  return night;
}

}  // namespace

ExitStatus Promotion::status() const {
  constexpr std::array kGravestFirst{ExitStatus::wrong_result, ExitStatus::usage, ExitStatus::regression,
                                     ExitStatus::cannot_judge};
  for (const ExitStatus status : kGravestFirst) {
    const auto is_this = [status](const Refusal& refusal) { return refusal.status == status; };
    if (std::any_of(refusals.begin(), refusals.end(), is_this)) return status;
  }
  return ExitStatus::pass;
}

Promotion promote(const Record& record, const Baseline& baseline, const Judgement& judgement,
                  const PromoteOptions& options) {
  Promotion promotion;
  check_origin(record, baseline, options.at, promotion.refusals);
  check_complete(record, promotion.refusals);
  check_new(record, baseline, promotion.refusals);
  check_results(record, promotion.refusals);
  check_marks(record, options.max_marked_share, promotion);
  check_losses(judgement, options, promotion);
  check_accepted(record, judgement, options, promotion);
  Night night = make_night(record, baseline.nights.empty(), judgement, options, promotion);
  if (promotion.refusals.empty() && night.cases.empty()) {
    promotion.refusals.push_back(
        {ExitStatus::cannot_judge, "no case of the record can be used.", "", promotion.left_out});
  }
  if (promotion.refusals.empty()) promotion.night = std::move(night);
  return promotion;
}

}  // namespace roofgate
