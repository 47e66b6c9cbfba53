#include "bench/gate/cause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

std::string sentence_by(const GateResult& result, std::string_view rule) {
  const auto found = std::find_if(result.common.begin(), result.common.end(),
                                  [rule](const Reason& reason) { return reason.rule == rule; });
  return found == result.common.end() ? std::string{} : found->sentence;
}

}  // namespace

bool fails_night(VerdictKind kind) {
  return kind == VerdictKind::wrong_result || kind == VerdictKind::regressed || kind == VerdictKind::vanished ||
         kind == VerdictKind::invalid;
}

std::string cause_of(const GateResult& result) {
  if (result.status == ExitStatus::pass) return {};
  for (const Verdict& verdict : result.verdicts) {  // worst first
    if (!fails_night(verdict.kind)) continue;
    return fmt::format("{}: {}", name_of(verdict.kind), verdict.case_id);
  }
  for (const Reason& reason : result.common) {
    if (reason.evidence.contains(kBlocks)) return reason.sentence;
  }
  if (!result.record_is_finished) {
    const std::string sentence = sentence_by(result, "unfinished");
    return sentence.empty() ? "The record is not finished." : sentence;
  }
  if (result.is_in_doubt) return "A finding speaks against the whole night.";
  const int undecided = count_of(result, VerdictKind::inconclusive);
  if (undecided > 0) {
    return fmt::format("{} could not be decided: neither a pass nor a loss is shown.", counted(undecided, "case"));
  }
  const int unmatched = count_of(result, VerdictKind::no_baseline);
  if (unmatched > 0) {
    return fmt::format("{} {} no earlier night to be compared with.", counted(unmatched, "case"),
                       unmatched == 1 ? "has" : "have");
  }
  if (count_of(result, VerdictKind::xfail) > 0) {
    return "Nothing but failures that the policy expects: no other case was decided, and this is no pass.";
  }
  const std::string sentence = sentence_by(result, "nothing_compared");
  return sentence.empty() ? "Nothing was decided: this is no pass." : sentence;
}

std::string cause_beyond_cases(const GateResult& result) {
  const bool is_told = std::any_of(result.verdicts.begin(), result.verdicts.end(),
                                   [](const Verdict& verdict) { return fails_night(verdict.kind); });
  return is_told ? std::string{} : cause_of(result);
}

}  // namespace roofgate
