#include "bench/roofgate/promoting.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "bench/baseline/baseline_store.hpp"
#include "bench/baseline/watch.hpp"
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

/// Who accepts a case's loss accepts what follows from it: the metrics of which it is the subject.
PromoteOptions with_derived(PromoteOptions options, const GateResult& result) {
  for (const Verdict& verdict : result.verdicts) {
    const bool is_loss = verdict.kind == VerdictKind::regressed || verdict.kind == VerdictKind::drift;
    if (!is_loss || verdict.rests_on.empty()) continue;
    const auto accepted = options.accept.find(verdict.rests_on.front());
    if (accepted != options.accept.end()) options.accept.emplace(verdict.case_id, accepted->second);
  }
  return options;
}

struct Decision {
  Promotion promotion;
  std::set<std::string> suspects, cleared;  ///< of the night: held back, and no longer doubted
};

/// Judges `record` against `baseline` and decides.
Decision decide(const Record& record, const Baseline& baseline, const PromoteRequest& request) {
  const auto reference = baseline.nights.empty() ? std::optional<Baseline>{} : std::optional<Baseline>{baseline};
  const GateMaterial material{request.rules.policy, reference, {}, request.rules.peaks};
  const GateResult result = judge_against(material, record);
  Judgement judgement = judgement_of(result);
  const PromoteOptions options = with_derived(request.options, result);
  Decision decision;
  if (request.is_reference_made) {
    for (const Verdict& verdict : result.verdicts) {
      const bool is_accepted = options.accept.contains(verdict.case_id);
      if (is_suspect(verdict) && !is_accepted) decision.suspects.insert(verdict.case_id);
      const bool is_decided = verdict.kind == VerdictKind::pass || verdict.kind == VerdictKind::improved ||
                              verdict.kind == VerdictKind::drift || is_accepted;
      if (is_decided) decision.cleared.insert(verdict.case_id);
    }
  } else {
    judgement.regressed.clear();
    judgement.drifted.clear();
  }
  decision.promotion = promote(record, baseline, judgement, options);
  return decision;
}

/// The night's cases join the baseline, its suspects its watched nights.
Result<void> join(Baseline& baseline, const Decision& decision) {
  Night night = *decision.promotion.night;
  hold_back(baseline, night, decision.suspects);
  if (auto added = add_night(baseline, std::move(night)); !added) return added;
  release(baseline, decision.cleared);
  return {};
}

/// Refused for nothing but its losses: these stay as evidence.
bool is_refused_for_losses(const Promotion& promotion) {
  return promotion.refusals.size() == 1 && promotion.refusals.front().status == ExitStatus::regression;
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
    const Baseline baseline = found->value_or(Baseline{name.hardware_key, name.suite, {}, {}});
    promoted.promotion = decide(record, baseline, request).promotion;
    promoted.nights = baseline.nights.size() + (promoted.promotion.night ? 1 : 0);
    return promoted;
  }
  bool is_refused = false;
  const auto updated = update_baseline(request.folder, name, [&](Baseline& baseline) -> Result<void> {
    const Decision decision = decide(record, baseline, request);
    promoted.promotion = decision.promotion;
    is_refused = !promoted.promotion.night;
    promoted.nights = baseline.nights.size() + (is_refused ? 0 : 1);
    if (!is_refused) return join(baseline, decision);
    if (request.keeps_losses && is_refused_for_losses(promoted.promotion)) {
      Night night = night_of(record);
      night.accepted_by = request.options.by;
      night.accepted_at = request.options.at;
      hold_back(baseline, night, decision.suspects);
      return {};
    }
    // An error here only keeps the file from being written; the refusals say why.
    return fail(ErrorKind::input, "refused", promoted.file.string());
  });
  if (!updated && !is_refused) return fail(updated.error());
  return promoted;
}

}  // namespace roofgate
