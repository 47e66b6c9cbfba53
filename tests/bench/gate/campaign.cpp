#include "tests/bench/gate/campaign.hpp"

#include <algorithm>
#include <cmath>

#include "bench/gate/judge.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kNightsFollowed = 3;

const Verdict& verdict_on(const GateResult& result, const std::string& id) {
  return *std::find_if(result.verdicts.begin(), result.verdicts.end(),
                       [&](const Verdict& verdict) { return verdict.case_id == id; });
}

VerdictKind kind_of(const GateResult& result, const std::string& id) { return verdict_on(result, id).kind; }

/// The row says that the case lost something, if not how much of it is beyond the tolerance.
bool shows_loss(const Verdict& verdict) {
  const auto says_so = [](const Reason& reason) { return reason.rule == "shown_within_tolerance"; };
  return verdict.kind == VerdictKind::regressed || verdict.kind == VerdictKind::drift ||
         std::any_of(verdict.reasons.begin(), verdict.reasons.end(), says_so);
}

/// One machine with its baseline, and its nights judged as `roofgate nightly` does.
class Trial {
 public:
  Trial(const CampaignCell& cell, unsigned seed)
      : cell_{cell}, machine_{cell.machine, seed}, baseline_{machine_.baseline(cell.baseline_nights)} {}

  GateResult judge_night(const std::map<std::string, double>& planted) {
    const std::string today = machine_.today();
    record_ = machine_.record(planted);
    const auto look = [&](int number, int looks) {
      record_.notes = {{std::string{kLookNote}, std::to_string(number)},
                       {std::string{kLooksNote}, std::to_string(looks)}};
      return judge({record_, &baseline_, policy_, {}, today});
    };
    if (!cell_.remeasures) return look(1, 1);
    const int looks = 1 + policy_.remeasure.looks;
    GateResult result = look(1, looks);
    for (int number = 2; number <= looks; ++number) {
      std::vector<std::string> suspects;
      for (const Verdict& verdict : result.verdicts) {
        if (verdict.kind == VerdictKind::inconclusive) suspects.push_back(verdict.case_id);
      }
      if (number == 2) suspects_ = suspects.size();
      if (suspects.empty()) break;
      machine_.remeasure(record_, suspects, policy_.remeasure.rounds / policy_.remeasure.looks);
      result = look(number, looks);
    }
    return result;
  }

  void watch_last_night() { baseline_.watched.push_back(night_of(record_)); }
  [[nodiscard]] std::size_t suspects() const { return suspects_; }
  [[nodiscard]] std::string id(unsigned index) const {
    return machine_.id(static_cast<int>(index) % cell_.machine.cases);
  }

 private:
  const CampaignCell& cell_;
  SimulatedMachine machine_;
  Baseline baseline_;
  Policy policy_;
  Record record_;
  std::size_t suspects_ = 0;
};

void count_healthy(const CampaignCell& cell, unsigned seed, CampaignCounts& counts) {
  Trial trial{cell, seed};
  const GateResult result = trial.judge_night({});
  const auto cases = static_cast<double>(result.verdicts.size());
  counts.false_nights += count_of(result, VerdictKind::regressed) > 0 ? 1 : 0;
  counts.false_drift_nights += count_of(result, VerdictKind::drift) > 0 ? 1 : 0;
  counts.inconclusive_cases += count_of(result, VerdictKind::inconclusive) / cases;
  counts.suspects += static_cast<double>(trial.suspects());
  std::vector<double> failing;
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.smallest_failing_loss) failing.push_back(*verdict.smallest_failing_loss);
  }
  counts.smallest_failing_loss += median(failing);
}

/// The same night again, in which the case loses exactly what its row said it would show. The row's claim does not
/// depend on the case's own deviation, so the claim is not made with hindsight.
void count_claim(const CampaignCell& cell, unsigned seed, CampaignCounts& counts) {
  CampaignCell once = cell;  // a claim is about the night as it was measured
  once.remeasures = false;
  Trial healthy{once, seed};
  const std::string id = healthy.id(seed);
  const GateResult before = healthy.judge_night({});
  const Verdict& claim = verdict_on(before, id);
  if (!claim.smallest_detectable_loss || *claim.smallest_failing_loss > 0.9) return;
  const auto after = [&](double loss) {
    Trial trial{once, seed};
    return verdict_on(trial.judge_night({{id, -std::log1p(-loss)}}), id);
  };
  counts.claims += 1;
  counts.shown += shows_loss(after(*claim.smallest_detectable_loss)) ? 1 : 0;
  counts.failed += after(*claim.smallest_failing_loss).kind == VerdictKind::regressed ? 1 : 0;
}

void count_loss(const CampaignCell& cell, unsigned seed, double loss, CampaignCounts& counts) {
  Trial trial{cell, seed};
  const std::string id = trial.id(seed);
  std::vector<int>& found = counts.found.try_emplace(loss, kNightsFollowed, 0).first->second;
  for (std::size_t night = 0; night < kNightsFollowed; ++night) {
    if (kind_of(trial.judge_night({{id, -std::log1p(-loss)}}), id) == VerdictKind::regressed) {
      for (std::size_t later = night; later < kNightsFollowed; ++later) ++found[later];
      return;
    }
    trial.watch_last_night();
  }
}

}  // namespace

CampaignCounts run_campaign(const CampaignCell& cell, int nights, const std::vector<double>& losses, unsigned seed) {
  CampaignCounts counts;
  continue_campaign(cell, nights, losses, seed, counts);
  return counts;
}

void continue_campaign(const CampaignCell& cell, int nights, const std::vector<double>& losses, unsigned seed,
                       CampaignCounts& counts) {
  for (int i = 0; i < nights; ++i) {
    const int night = counts.nights++;
    const unsigned own = seed + static_cast<unsigned>(night);
    count_healthy(cell, own, counts);
    if (night % cell.planted_every != 0) continue;
    ++counts.planted_nights;
    count_claim(cell, own, counts);
    for (const double loss : losses) count_loss(cell, own, loss, counts);
  }
}

}  // namespace roofgate
