#include "bench/gate/accepted_night.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

/// "accepted on 2026-11-30 by ops: the new driver".
std::string acceptance(const Night& night, const std::string& why) {
  return fmt::format("accepted on {} by {}: {}", night.accepted_at.substr(0, 10), night.accepted_by, why);
}

bool is_gain(const Verdict& verdict) { return verdict.change.value_or(0.0) < 0.0; }

bool may_be_accepted(VerdictKind kind) {
  return kind == VerdictKind::regressed || kind == VerdictKind::inconclusive || kind == VerdictKind::invalid;
}

}  // namespace

void excuse_accepted(GateResult& result, const GateInputs& inputs) {
  if (inputs.baseline == nullptr) return;
  const std::vector<Night>& nights = inputs.baseline->nights;
  const auto night =
      std::find_if(nights.begin(), nights.end(), [&](const Night& one) { return one.record_id == inputs.record.id; });
  if (night == nights.end()) return;
  const auto later = static_cast<int>(
      std::count_if(nights.begin(), nights.end(), [&](const Night& one) { return one.date > night->date; }));
  std::string sentence = fmt::format("This night is in the baseline already, {}.", acceptance(*night, night->reason));
  if (later > 0) {
    sentence += fmt::format(" It is an earlier one: {} {} accepted after it, and it is judged against those before it.",
                            counted(later, "night"), later == 1 ? "was" : "were");
  }
  result.common.push_back({"already_accepted", std::move(sentence), {{"later_nights", static_cast<double>(later)}}});
  for (Verdict& verdict : result.verdicts) {
    const auto accepted = night->accepted_losses.find(verdict.case_id);
    if (accepted == night->accepted_losses.end() || !verdict.change || !may_be_accepted(verdict.kind)) continue;
    verdict.reasons.insert(verdict.reasons.begin(),
                           {"change_accepted",
                            fmt::format("{}, and {}.", name_of(verdict.kind), acceptance(*night, accepted->second)),
                            {}});
    verdict.kind = is_gain(verdict) ? VerdictKind::improved : VerdictKind::drift;
  }
}

}  // namespace roofgate
