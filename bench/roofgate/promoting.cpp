#include "bench/roofgate/promoting.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "bench/baseline/baseline_store.hpp"
#include "bench/report/format.hpp"

namespace roofgate {
namespace {

/// "-31.4 %: cuBLASLt chose another algorithm."
std::string sentence_of(const Verdict& verdict) {
  // change is of the time, as a log ratio; people think in throughput.
  std::string text =
      verdict.change ? format_change(std::exp(-*verdict.change) - 1.0) : std::string{name_of(verdict.kind)};
  if (verdict.reasons.empty()) return text + ".";
  return fmt::format("{}: {}", text, verdict.reasons.front().sentence);
}

/// Judges `record` against `baseline` and decides.
Promotion decide(const Record& record, const Baseline& baseline, const PromoteRequest& request) {
  const auto reference = baseline.nights.empty() ? std::optional<Baseline>{} : std::optional<Baseline>{baseline};
  const GateMaterial material{request.rules.policy, reference, {}, request.rules.peaks};
  Judgement judgement = judgement_of(judge_against(material, record));
  if (!request.is_reference_made) {
    judgement.regressed.clear();
    judgement.drifted.clear();
  }
  return promote(record, baseline, judgement, request.options);
}

}  // namespace

Judgement judgement_of(const GateResult& result) {
  Judgement judgement;
  for (const Verdict& verdict : result.verdicts) {
    const CaseNote note{verdict.case_id, sentence_of(verdict)};
    switch (verdict.kind) {
      case VerdictKind::regressed:
        judgement.regressed.push_back(note);
        break;
      case VerdictKind::drift:
        judgement.drifted.push_back(note);
        break;
      case VerdictKind::invalid:
      case VerdictKind::xfail:
        judgement.unfit.push_back(note);
        break;
      default:
        break;
    }
  }
  return judgement;
}

Result<Promoted> promote_into(const Record& record, const PromoteRequest& request) {
  const BaselineName name = baseline_name_of(record);
  Promoted promoted;
  promoted.file = baseline_file(request.folder, name);
  if (request.dry_run) {
    const auto found = find_baseline(request.folder, name);
    if (!found) return fail(found.error());
    const Baseline baseline = found->value_or(Baseline{name.hardware_key, name.suite, {}});
    promoted.promotion = decide(record, baseline, request);
    promoted.nights = baseline.nights.size() + (promoted.promotion.night ? 1 : 0);
    return promoted;
  }
  bool is_refused = false;
  const auto updated = update_baseline(request.folder, name, [&](Baseline& baseline) -> Result<void> {
    promoted.promotion = decide(record, baseline, request);
    is_refused = !promoted.promotion.night;
    promoted.nights = baseline.nights.size() + (is_refused ? 0 : 1);
    // An error here only keeps the file from being written; the refusals say why.
    if (is_refused) return fail(ErrorKind::input, "refused", promoted.file.string());
    return add_night(baseline, *promoted.promotion.night);
  });
  if (!updated && !is_refused) return fail(updated.error());
  return promoted;
}

}  // namespace roofgate
