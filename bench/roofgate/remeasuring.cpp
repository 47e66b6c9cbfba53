#include "bench/roofgate/remeasuring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bench/record/record_json.hpp"

namespace roofgate {
namespace {

/// The judgement of one look, kept with the record so that judging it later spends the same share of the budget.
Result<GateResult> look_at(const GateMaterial& material, const std::filesystem::path& file, Record& record, int look,
                           int looks) {
  auto read = read_record(file);
  if (!read) return fail(read.error());
  record = std::move(*read);
  record.notes[std::string{kLookNote}] = fmt::format("{}", look);
  record.notes[std::string{kLooksNote}] = fmt::format("{}", looks);
  if (auto written = write_record(record, file); !written) return fail(written.error());
  return judge_against(material, record);
}

}  // namespace

std::vector<std::string> suspects_of(const GateResult& result) {
  std::set<std::string> suspects;
  for (const Verdict& verdict : result.verdicts) {
    const bool lacks_rounds = verdict.kind == VerdictKind::invalid &&
                              std::any_of(verdict.reasons.begin(), verdict.reasons.end(),
                                          [](const Reason& reason) { return reason.rule == "too_few_clean_rounds"; });
    const bool is_open = verdict.kind == VerdictKind::inconclusive && verdict.rounds_to_decide;
    if (!is_open && !lacks_rounds) continue;
    if (verdict.rests_on.empty()) suspects.insert(verdict.case_id);
    suspects.insert(verdict.rests_on.begin(), verdict.rests_on.end());
  }
  return {suspects.begin(), suspects.end()};
}

Result<GateResult> judge_with_remeasuring(const GateMaterial& material, const RemeasureRequest& request, Record& record,
                                          ProcessRunner& runner, RunObserver& observer) {
  const int further_looks = std::min(material.policy.remeasure.looks, request.rounds);
  const int looks = 1 + further_looks;
  auto result = look_at(material, request.record, record, 1, looks);
  int left = request.rounds;
  for (int look = 2; result && look <= looks; ++look) {
    Remeasuring again = request.session;
    again.record = request.record;
    again.case_ids = suspects_of(*result);
    if (again.case_ids.empty()) break;
    again.extra_rounds = (left + looks - look) / (looks - look + 1);  // what is left, spread over the looks left
    left -= again.extra_rounds;
    const auto outcome = remeasure(again, runner, observer);
    if (!outcome) return fail(outcome.error());
    if (outcome->was_stopped) break;
    result = look_at(material, request.record, record, look, looks);
  }
  return result;
}

}  // namespace roofgate
