#include "bench/gate/drill.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "bench/gate/night_view.hpp"
#include "bench/gate/screening.hpp"
#include "bench/record/drill_note.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr double kLongEnough = 1e-4;  // seconds of an iteration: the wait's end is off by at most a thousandth of it

/// A drill's record as the night that it stands for.
Record without_note(Record record) {
  record.notes.erase(std::string{kDrillNote});
  return record;
}

TrialOutcome outcome_of(const Verdict& verdict, double loss) {
  if (verdict.kind == VerdictKind::regressed) return TrialOutcome::failed;
  if (!verdict.change) return TrialOutcome::untold;
  const bool claims_failure = verdict.smallest_failing_loss && *verdict.smallest_failing_loss <= loss;
  if (verdict.kind == VerdictKind::drift) return claims_failure ? TrialOutcome::missed : TrialOutcome::shown;
  const bool claims_sight = verdict.smallest_detectable_loss && *verdict.smallest_detectable_loss <= loss;
  return claims_failure || claims_sight ? TrialOutcome::missed : TrialOutcome::not_seen;
}

const Verdict& verdict_of(const GateResult& result, const std::string& id) {
  static const Verdict kNone{};
  const auto found = std::find_if(result.verdicts.begin(), result.verdicts.end(),
                                  [&](const Verdict& verdict) { return verdict.case_id == id; });
  return found == result.verdicts.end() ? kNone : *found;
}

DrillTrial try_one(const Record& night, const Case& planted, double loss, const DrillInputs& inputs) {
  Record changed = night;
  for (Case& measured : changed.cases) {
    if (measured.id == planted.id) measured.rounds = planted.rounds;
  }
  const GateResult judged = judge({changed, inputs.baseline, inputs.policy, inputs.implausible, inputs.today});
  DrillTrial trial{planted.id, loss, TrialOutcome::untold, verdict_of(judged, planted.id)};
  trial.outcome = outcome_of(trial.verdict, loss);
  return trial;
}

ExitStatus status_of(const std::vector<DrillTrial>& trials) {
  const auto is_missed = [](const DrillTrial& trial) { return trial.outcome == TrialOutcome::missed; };
  if (std::any_of(trials.begin(), trials.end(), is_missed)) return ExitStatus::regression;
  std::map<double, bool> is_told;  // by loss
  std::size_t told = 0;
  for (const DrillTrial& trial : trials) {
    const bool has_outcome = trial.outcome != TrialOutcome::untold;
    is_told[trial.loss] = is_told[trial.loss] || has_outcome;
    told += has_outcome ? 1 : 0;
  }
  const bool is_blind = std::any_of(is_told.begin(), is_told.end(), [](const auto& entry) { return !entry.second; });
  return trials.empty() || is_blind || 2 * told < trials.size() ? ExitStatus::cannot_judge : ExitStatus::pass;
}

/// Ids by kind, in the order of the record.
using Kinds = std::vector<std::pair<std::string, std::vector<std::string>>>;

template <class IsFit>
Kinds candidates(const Record& first_round, IsFit is_fit) {
  Kinds kinds;
  for (const Case& measured : first_round.cases) {
    const bool is_usable = !measured.rounds.empty() && is_fit(measured.rounds.front()) &&
                           median(measured.rounds.front().time_s) >= kLongEnough;
    if (!is_usable || measured.work.subject == Subject::latency) continue;
    const std::string kind{kind_of(measured)};
    auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& entry) { return entry.first == kind; });
    if (found == kinds.end()) found = kinds.insert(kinds.end(), {kind, {}});
    found->second.push_back(measured.id);
  }
  return kinds;
}

}  // namespace

std::string_view name_of(TrialOutcome outcome) {
  constexpr std::array<std::string_view, 5> kNames{"failed", "shown", "not seen", "MISSED", "cannot tell"};
  return kNames[static_cast<std::size_t>(outcome)];
}

DrillResult drill(const DrillInputs& inputs) {
  DrillResult result;
  const Record night = without_note(inputs.night);
  result.night = judge({night, inputs.baseline, inputs.policy, inputs.implausible, inputs.today});
  for (const Case& measured : night.cases) {
    for (const PlantedRecord& planted : inputs.planted) {
      const auto& cases = planted.record->cases;
      const auto found =
          std::find_if(cases.begin(), cases.end(), [&](const Case& each) { return each.id == measured.id; });
      if (found != cases.end()) result.trials.push_back(try_one(night, *found, planted.loss, inputs));
    }
  }
  result.status = status_of(result.trials);
  return result;
}

std::vector<std::string> cases_to_drill(const Record& first_round, std::size_t most) {
  auto kinds = candidates(first_round, [](const Round& round) { return is_clean_round(round); });
  // All of it disturbed: later rounds may be better, and if not, the drill says so.
  if (kinds.empty()) kinds = candidates(first_round, [](const Round& round) { return !round.time_s.empty(); });
  std::vector<std::string> chosen;
  for (std::size_t turn = 0;; ++turn) {
    const std::size_t before = chosen.size();
    for (const auto& [kind, ids] : kinds) {
      if (turn < ids.size() && chosen.size() < most) chosen.push_back(ids[turn]);
    }
    if (chosen.size() == before) return chosen;
  }
}

}  // namespace roofgate
