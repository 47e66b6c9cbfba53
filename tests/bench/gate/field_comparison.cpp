#include "tests/bench/gate/field_comparison.hpp"

#include <algorithm>
#include <cmath>

#include "bench/gate/judge.hpp"
#include "bench/stats/benjamini_hochberg.hpp"
#include "bench/stats/quantile.hpp"
#include "tests/bench/gate/field_rules.hpp"

namespace roofgate {
namespace {

std::vector<double> pooled(const Case& measured) {
  std::vector<double> samples;
  for (const Round& round : measured.rounds) samples.insert(samples.end(), round.time_s.begin(), round.time_s.end());
  return samples;
}

/// Score of every case in one night; a case is flagged above the rule's threshold.
using NightScores = std::vector<double>;

struct Observed {
  std::vector<NightScores> healthy;
  std::map<double, std::vector<double>> of_planted;  ///< loss -> score of the case that lost, per night
};

struct Rule {
  std::string name;
  double threshold;
  Observed observed;
};

std::vector<NightScores> score_night(SimulatedMachine& machine, const Record& record, const Baseline& baseline,
                                     const std::string& today) {
  const std::vector<FieldRule> rules = field_rules();
  std::vector<NightScores> scores(rules.size() + 2);
  // Ours: how far below what was asked of it the p value is, where the loss is beyond tolerance as well.
  const Policy policy;
  std::map<std::string, double> own;
  for (const Verdict& verdict : judge({record, &baseline, policy, {}, today}).verdicts) {
    const bool is_beyond = verdict.change.value_or(0.0) > -std::log1p(-verdict.tolerance);
    own[verdict.case_id] = is_beyond ? -std::log10(std::max(verdict.q_value.value_or(1.0), 1e-300)) : 0.0;
  }
  std::vector<double> p_values;
  for (std::size_t i = 0; i < record.cases.size(); ++i) {
    RawCase raw;
    for (const Record& earlier : machine.earlier_records()) raw.earlier.push_back(pooled(earlier.cases[i]));
    raw.tonight = pooled(record.cases[i]);
    scores[0].push_back(own[record.cases[i].id]);
    for (std::size_t rule = 0; rule < rules.size(); ++rule) scores[rule + 2].push_back(rules[rule].score(raw));
    const double p = mann_whitney_signed_p(raw.earlier.back(), raw.tonight);
    p_values.push_back(p < 0.0 ? 1.0 : p);
  }
  for (const double q : q_values(p_values)) scores[1].push_back(-std::log10(std::max(q, 1e-300)));
  return scores;
}

double share_above(const std::vector<double>& values, double threshold) {
  const auto count = std::count_if(values.begin(), values.end(), [&](double value) { return value > threshold; });
  return static_cast<double>(count) / static_cast<double>(values.size());
}

}  // namespace

std::vector<RuleResult> compare_with_field(const MachineOptions& options, int baseline_nights, int nights,
                                           const std::vector<double>& losses, unsigned seed) {
  std::vector<Rule> rules{{"roofgate", 2.0, {}}, {"Mann-Whitney, Benjamini-Hochberg 0.05", -std::log10(0.05), {}}};
  for (const FieldRule& rule : field_rules()) rules.push_back({rule.name, rule.threshold, {}});
  for (int night = 0; night < nights; ++night) {
    SimulatedMachine machine{options, seed + static_cast<unsigned>(night)};
    const Baseline baseline = machine.baseline(baseline_nights);
    const std::string today = machine.today();
    const auto planted = static_cast<std::size_t>(night % options.cases);
    const Record healthy = machine.record();
    const auto scores = score_night(machine, healthy, baseline, today);
    for (std::size_t rule = 0; rule < rules.size(); ++rule) rules[rule].observed.healthy.push_back(scores[rule]);
    for (const double loss : losses) {
      Record slowed = healthy;  // the same night, one case slower
      for (Round& round : slowed.cases[planted].rounds) {
        for (double& time : round.time_s) time /= 1.0 - loss;
      }
      const auto slowed_scores = score_night(machine, slowed, baseline, today);
      for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        rules[rule].observed.of_planted[loss].push_back(slowed_scores[rule][planted]);
      }
    }
  }
  std::vector<RuleResult> results;
  for (const Rule& rule : rules) {
    std::vector<double> largest;
    for (const NightScores& scores : rule.observed.healthy) {
      largest.push_back(*std::max_element(scores.begin(), scores.end()));
    }
    RuleResult result;
    result.name = rule.name;
    result.false_nights = share_above(largest, rule.threshold);
    const double tuned = quantile(largest, 0.99);
    for (const auto& [loss, planted_scores] : rule.observed.of_planted) {
      result.found[loss] = share_above(planted_scores, rule.threshold);
      result.found_at_1[loss] = share_above(planted_scores, tuned);
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace roofgate
