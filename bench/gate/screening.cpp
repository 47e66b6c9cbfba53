#include "bench/gate/screening.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "bench/gate/wording.hpp"
#include "bench/record/drill_note.hpp"
#include "bench/record/marks.hpp"
#include "bench/record/record_dates.hpp"

namespace roofgate {
namespace {

bool every_round_has(const Case& measured, MarkKind kind) {
  const auto has = [kind](const Round& round) { return has_mark(round.marks, kind); };
  return !measured.rounds.empty() && std::all_of(measured.rounds.begin(), measured.rounds.end(), has);
}

Unjudged refusal(VerdictKind kind, std::string rule, std::string sentence,
                 std::map<std::string, double> evidence = {}) {
  return {kind, {std::move(rule), std::move(sentence), std::move(evidence)}};
}

std::optional<Unjudged> refuse_rounds(const Case& measured, const GateInputs& inputs) {
  const auto rounds = static_cast<int>(measured.rounds.size());
  if (rounds < inputs.record.rounds_planned || rounds == 0) {
    return refusal(VerdictKind::invalid, "rounds_missing",
                   fmt::format("{} of {} measured: `roofgate run --resume` completes the record.",
                               counted(rounds, "round"), inputs.record.rounds_planned),
                   {{"rounds", rounds}, {"planned", inputs.record.rounds_planned}});
  }
  const auto clean = static_cast<int>(std::count_if(measured.rounds.begin(), measured.rounds.end(), is_clean_round));
  // Other tools run once a night: what the file has is the night, and its spread between nights is all there is.
  const int most = inputs.record.imported ? inputs.record.rounds_planned : inputs.policy.min_clean_rounds;
  if (clean >= std::min(most, inputs.policy.min_clean_rounds)) return std::nullopt;
  const std::string marks = marks_of(measured);
  return refusal(
      VerdictKind::invalid, "too_few_clean_rounds",
      fmt::format("{} of {} {} clean, {} are needed{}{}.", counted(clean, "round"), rounds, clean == 1 ? "is" : "are",
                  inputs.policy.min_clean_rounds, marks.empty() ? "" : ": ", marks),
      {{"clean", clean}, {"needed", inputs.policy.min_clean_rounds}});
}

}  // namespace

bool is_clean_round(const Round& round) { return round.marks.empty() && !round.time_s.empty(); }

std::string marks_of(const Case& measured) {
  std::map<MarkKind, std::string> seen;
  for (const Round& round : measured.rounds) {
    for (const Mark& mark : round.marks) seen.emplace(mark.kind, mark.evidence);
  }
  std::string text;
  for (const auto& [kind, evidence] : seen) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name_of(kind), evidence);
  }
  return text;
}

std::optional<Unjudged> refuse_measurement(const Case& measured, const GateInputs& inputs) {
  if (const Mark* mark = find_mark(measured, MarkKind::wrong_result)) {
    return refusal(VerdictKind::wrong_result, "wrong_result", fmt::format("The result is wrong: {}.", mark->evidence));
  }
  if (const Mark* mark = find_mark(measured, MarkKind::error)) {
    return refusal(VerdictKind::invalid, "round_failed", fmt::format("A round failed: {}.", mark->evidence));
  }
  if (every_round_has(measured, MarkKind::skipped)) {
    return refusal(VerdictKind::skipped, "skipped",
                   fmt::format("Skipped: {}.", find_mark(measured, MarkKind::skipped)->evidence));
  }
  if (every_round_has(measured, MarkKind::oversubscribed)) {
    return refusal(VerdictKind::skipped, "oversubscribed",
                   fmt::format("More ranks than devices or cores says nothing about the machine: {}.",
                               find_mark(measured, MarkKind::oversubscribed)->evidence));
  }
  if (is_drill(inputs.record)) {
    return refusal(VerdictKind::invalid, "planted", "`roofgate drill` planted losses in this record: it is no night.");
  }
  if (const auto dates = impossible_dates(inputs.record, inputs.today)) {
    return refusal(VerdictKind::invalid, "impossible_dates",
                   *dates + " Look at the clock of the machine that measured.");
  }
  if (const auto found = inputs.implausible.find(measured.id); found != inputs.implausible.end()) {
    return refusal(VerdictKind::invalid, "implausible", found->second);
  }
  if (!inputs.record.imported && inputs.record.tool.build_type != "Release") {
    return refusal(
        VerdictKind::invalid, "not_release",
        fmt::format("Measured by a {} build: only Release builds are compared.", inputs.record.tool.build_type));
  }
  return refuse_rounds(measured, inputs);
}

std::optional<Unjudged> refuse_beside(const Case& measured, const std::vector<NightOfCase>& usable) {
  const std::size_t before = usable.back().measured->ranks;
  std::size_t tonight = before;
  for (const Round& round : measured.rounds) {
    if (is_clean_round(round)) tonight = std::min(tonight, std::max<std::size_t>(round.rank_time_s.size(), 1));
  }
  if (tonight >= before) return std::nullopt;
  return refusal(VerdictKind::invalid, "lost_ranks",
                 fmt::format("{} of {} ranks reported a figure: what the others would have measured is not known.",
                             tonight, before),
                 {{"ranks", static_cast<double>(tonight)}, {"before", static_cast<double>(before)}});
}

std::optional<Unjudged> refuse_derived(const Case& metric, const std::vector<std::string>& rests_on,
                                       const GateInputs& inputs) {
  for (const std::string& source : rests_on) {
    if (!inputs.implausible.contains(source)) continue;
    return refusal(VerdictKind::invalid, "rests_on_implausible",
                   fmt::format("It rests on {}, whose rate cannot be true.", source));
  }
  // A term of a line through sizes that came out as 0: they are all too large, or too small, to show it.
  const auto has_no_term = [](const Round& round) { return round.marks.empty() && round.time_s.empty(); };
  if (metric.derived && metric.derived != MetricUnit::ratio &&
      std::any_of(metric.rounds.begin(), metric.rounds.end(), has_no_term) &&
      std::none_of(metric.rounds.begin(), metric.rounds.end(), is_clean_round)) {
    return refusal(VerdictKind::skipped, "no_term",
                   "The line through its sizes has no such term tonight: they do not show it.");
  }
  return refuse_measurement(metric, inputs);
}

}  // namespace roofgate
