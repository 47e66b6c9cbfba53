#include "bench/roofgate/promoting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/baseline/baseline_store.hpp"
#include "bench/baseline/placed_nights.hpp"
#include "bench/baseline/watch.hpp"
#include "bench/record/run_place.hpp"
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

/// "-12.0 % and undecided. Run it again, or accept it by name (baseline promote --accept)."
std::string sentence_of_suspect(const Verdict& verdict) {
  const std::string why = verdict.reasons.empty() ? std::string{} : verdict.reasons.front().sentence + " ";
  return fmt::format("{} and undecided. {}Run it again, or accept it by name (baseline promote --accept).",
                     format_change(std::exp(-verdict.change.value_or(0.0)) - 1.0), why);
}

bool is_implausible_gain(const Verdict& verdict) {
  return verdict.kind == VerdictKind::invalid && verdict.change.value_or(0.0) < 0.0;
}

/// Whether the metric's series restarts with that of its `place`-th case, whose change is accepted. Both sides move a
/// ratio; a fit through many cases moves with each of them a little, so that only what it was found to do is covered.
bool follows(const Verdict& metric, std::size_t place) {
  const bool is_expected = metric.kind == VerdictKind::xfail;
  if (!metric.change || is_expected) return false;
  if (metric.derived == MetricUnit::ratio || is_implausible_gain(metric)) return true;
  return place == 0 && (metric.kind == VerdictKind::regressed || metric.kind == VerdictKind::drift);
}

/// Who accepts a case's change accepts what follows from it.
std::vector<CaseNote> followers_of(const PromoteOptions& options, const GateResult& result) {
  std::vector<CaseNote> followers;
  for (const Verdict& verdict : result.verdicts) {
    for (std::size_t place = 0; place < verdict.rests_on.size(); ++place) {
      const auto accepted = options.accept.find(verdict.rests_on[place]);
      if (accepted == options.accept.end() || !follows(verdict, place)) continue;
      followers.push_back({verdict.case_id, accepted->second});
      break;
    }
  }
  return followers;
}

/// "new definitions": why no case could be compared.
std::string why_not_compared(const GateResult& result) {
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.kind != VerdictKind::no_baseline || verdict.reasons.empty()) continue;
    const std::string& rule = verdict.reasons.front().rule;
    if (rule == "no_night_of_place") return "the baseline holds no night of this place";
    if (rule == "no_earlier_night") return "the baseline holds no night before this one";
    if (rule == "baseline_too_old") return "the baseline's nights are too old";
    if (rule == "new_case") return "no earlier night measured these cases";
    if (rule == "definition_changed") return "new definitions";
  }
  return "no case can be compared";
}

/// What the night's acceptance rests on where that is less than "not slower than the baseline".
std::string basis_of(const GateResult& result) {
  std::size_t compared = 0;
  std::size_t undecided = 0;
  double worst = 0.0;
  for (const Verdict& verdict : result.verdicts) {
    if (!verdict.change) continue;
    ++compared;
    if (verdict.kind != VerdictKind::inconclusive) continue;
    ++undecided;
    worst = std::max(worst, *verdict.change);
  }
  if (compared == 0) return "nothing to compare with: " + why_not_compared(result);
  if (undecided == 0) return {};
  const std::string most = worst > 0.0 ? ", the worst at " + format_change(std::exp(-worst) - 1.0) : std::string{};
  return fmt::format("not shown to be slower than the baseline; {} of {} cases undecided{}", undecided, compared, most);
}

struct Decision {
  Promotion promotion;
  std::set<std::string> suspects, cleared;  ///< of the night: held back, and no longer doubted
};

/// Judges `record` against the nights of its place and decides.
Decision decide(const Record& record, const PlacedNights& placed, const PromoteRequest& request) {
  const Baseline& baseline = placed.own;
  const auto reference = baseline.nights.empty() ? std::optional<Baseline>{} : std::optional<Baseline>{baseline};
  GateMaterial material{request.rules.policy, reference, {}, request.rules.peaks};
  material.place = compared_place(place_of(record).id, placed);
  material.today = request.options.at.substr(0, 10);
  const GateResult result = judge_against(material, record);
  Judgement judgement = judgement_of(result);
  const PromoteOptions& options = request.options;
  judgement.followers = followers_of(options, result);
  std::set<std::string> accepted;
  for (const auto& [id, reason] : options.accept) accepted.insert(id);
  for (const CaseNote& note : judgement.followers) accepted.insert(note.case_id);
  Decision decision;
  if (request.is_reference_made) {
    for (const Verdict& verdict : result.verdicts) {
      const bool is_accepted = accepted.contains(verdict.case_id);
      if (is_suspect(verdict) && !is_accepted) decision.suspects.insert(verdict.case_id);
      const bool is_decided = verdict.kind == VerdictKind::pass || verdict.kind == VerdictKind::improved ||
                              verdict.kind == VerdictKind::drift || is_accepted;
      if (is_decided) decision.cleared.insert(verdict.case_id);
    }
  } else {
    judgement.regressed.clear();
    judgement.drifted.clear();
    judgement.undecided.clear();
    judgement.basis = "one of the first nights, which are the reference";
  }
  decision.promotion = promote(record, baseline, judgement, options);
  return decision;
}

/// The night's cases join the baseline, its suspects its watched nights.
Result<void> join(Baseline& baseline, Decision& decision) {
  Night night = *decision.promotion.night;
  hold_back(baseline, night, decision.suspects);
  if (auto added = add_night(baseline, std::move(night)); !added) return added;
  for (const std::string& id : release(baseline, decision.cleared)) {
    decision.promotion.joined.push_back(
        {id, fmt::format("Not decided in {} suspect nights: the oldest joined the reference.", kWatchedNights + 1)});
  }
  return {};
}

/// The nights of the record's place in `baseline`, which is left empty.
PlacedNights take_nights(Baseline& baseline, const Record& record, const PromoteRequest& request) {
  Night tonight;
  tonight.record_id = record.id;
  tonight.date = record.started_at;
  tonight.place = place_of(record).id;
  return nights_at_place_of(tonight, std::move(baseline), request.places);
}

/// Refused for nothing but its losses: these stay as evidence.
bool is_refused_for_losses(const Promotion& promotion) {
  return promotion.refusals.size() == 1 && promotion.refusals.front().status == ExitStatus::regression;
}

}  // namespace

Judgement judgement_of(const GateResult& result) {
  Judgement judgement;
  judgement.basis = basis_of(result);
  for (const Verdict& verdict : result.verdicts) {
    const CaseNote note{verdict.case_id, sentence_of(verdict)};
    switch (verdict.kind) {
      case VerdictKind::regressed:
        judgement.regressed.push_back(note);
        break;
      case VerdictKind::drift:
        judgement.drifted.push_back(note);
        break;
      case VerdictKind::inconclusive:
        if (is_suspect(verdict)) judgement.undecided.push_back({verdict.case_id, sentence_of_suspect(verdict)});
        break;
      case VerdictKind::invalid:
        (is_implausible_gain(verdict) ? judgement.gained : judgement.unfit).push_back(note);
        break;
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
    Baseline baseline = found->value_or(Baseline{name.hardware_key, name.suite, {}, {}});
    promoted.nights = baseline.nights.size();
    PlacedNights placed = take_nights(baseline, record, request);
    promoted.elsewhere = placed.others.nights.size();
    Decision decision = decide(record, placed, request);
    if (decision.promotion.night) {
      if (auto joined = join(placed.own, decision); !joined) return fail(joined.error());
      ++promoted.nights;
    }
    promoted.promotion = std::move(decision.promotion);
    return promoted;
  }
  bool is_refused = false;
  const auto updated = update_baseline(request.folder, name, [&](Baseline& baseline) -> Result<void> {
    const std::size_t nights = baseline.nights.size();
    PlacedNights placed = take_nights(baseline, record, request);
    promoted.elsewhere = placed.others.nights.size();
    Decision decision = decide(record, placed, request);
    is_refused = !decision.promotion.night;
    promoted.nights = nights + (is_refused ? 0 : 1);
    auto joined = is_refused ? Result<void>{} : join(placed.own, decision);
    promoted.promotion = std::move(decision.promotion);
    if (!is_refused) {
      baseline = reunited(std::move(placed));
      return joined;
    }
    if (request.keeps_losses && is_refused_for_losses(promoted.promotion)) {
      Night night = night_of(record);
      night.accepted_by = request.options.by;
      night.accepted_at = request.options.at;
      hold_back(placed.own, night, decision.suspects);
      baseline = reunited(std::move(placed));
      return {};
    }
    // An error here only keeps the file from being written; the refusals say why.
    return fail(ErrorKind::input, "refused", promoted.file.string());
  });
  if (!updated && !is_refused) return fail(updated.error());
  return promoted;
}

}  // namespace roofgate
