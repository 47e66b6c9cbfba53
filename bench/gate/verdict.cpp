#include "bench/gate/verdict.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "bench/gate/wording.hpp"

namespace roofgate {

std::string_view name_of(VerdictKind kind) {
  constexpr std::array<std::string_view, 11> kNames{"pass",         "improved",    "drift",    "regressed",
                                                    "inconclusive", "no_baseline", "vanished", "invalid",
                                                    "wrong_result", "skipped",     "xfail"};
  return kNames[static_cast<std::size_t>(kind)];
}

Verdict verdict_of(std::string case_id, VerdictKind kind, Reason reason) {
  Verdict verdict;
  verdict.case_id = std::move(case_id);
  verdict.kind = kind;
  verdict.reasons.push_back(std::move(reason));
  return verdict;
}

bool is_suspect(const Verdict& verdict) {
  constexpr double kSuspicious = 0.1;  // of p after its share of the budget, about half
  constexpr double kFar = 2.0;         // tolerances: an estimate beyond is no night to learn from, however doubtful
  if (verdict.kind == VerdictKind::regressed) return true;
  const double change = verdict.change.value_or(0.0);
  if (verdict.kind != VerdictKind::inconclusive || change <= 0.0 || !verdict.comparison) return false;
  return verdict.comparison->p_value < kSuspicious || change > kFar * log_ratio_of(verdict.tolerance);
}

int count_of(const GateResult& result, VerdictKind kind) {
  return static_cast<int>(std::count_if(result.verdicts.begin(), result.verdicts.end(),
                                        [&](const Verdict& verdict) { return verdict.kind == kind; }));
}

}  // namespace roofgate
