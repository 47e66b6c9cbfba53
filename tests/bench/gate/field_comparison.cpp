#include "tests/bench/gate/field_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/gate/judge.hpp"
#include "bench/stats/benjamini_hochberg.hpp"
#include "bench/stats/quantile.hpp"
#include "tests/bench/gate/field_rules.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kOwn = 0;
constexpr std::size_t kWithHochberg = 1;
constexpr std::size_t kFirstOfField = 2;
constexpr double kSmallestP = 1e-300;

double score_of_p(double p) { return -std::log10(std::max(p, kSmallestP)); }

std::vector<double> pooled(const Case& measured) {
  std::vector<double> samples;
  for (const Round& round : measured.rounds) samples.insert(samples.end(), round.time_s.begin(), round.time_s.end());
  return samples;
}

/// Ours: how small q is, where the loss is beyond tolerance as well.
std::map<std::string, double> own_scores(const Record& record, const Baseline& baseline, const std::string& today) {
  const Policy policy;
  std::map<std::string, double> scores;
  for (const Verdict& verdict : judge({record, &baseline, policy, {}, today}).verdicts) {
    const bool is_beyond = verdict.change.value_or(0.0) > -std::log1p(-verdict.tolerance);
    scores[verdict.case_id] = is_beyond ? score_of_p(verdict.q_value.value_or(1.0)) : 0.0;
  }
  return scores;
}

double one_sided(const RawCase& raw) {
  const double p = mann_whitney_signed_p(raw.earlier.back(), raw.tonight);
  return p < 0.0 ? 1.0 : p;
}

double share_above(const std::vector<double>& values, double threshold) {
  const auto count = std::count_if(values.begin(), values.end(), [&](double value) { return value > threshold; });
  return static_cast<double>(count) / static_cast<double>(values.size());
}

}  // namespace

FieldComparison::FieldComparison(const MachineOptions& machine, int baseline_nights, std::vector<double> losses,
                                 unsigned seed)
    : options_{machine}, baseline_nights_{baseline_nights}, losses_{std::move(losses)}, seed_{seed} {
  options_.keeps_records = baseline_nights;
  rules_ = {{"roofgate", 2.0, {}, {}}, {"Mann-Whitney, Benjamini-Hochberg 0.05", score_of_p(0.05), {}, {}}};
  for (const FieldRule& rule : field_rules()) rules_.push_back({rule.name, rule.threshold, {}, {}});
}

void FieldComparison::add_nights(int nights) {
  const std::vector<FieldRule> field = field_rules();
  for (int i = 0; i < nights; ++i) {
    const int night = nights_++;
    SimulatedMachine machine{options_, seed_ + static_cast<unsigned>(night)};
    const Baseline baseline = machine.baseline(baseline_nights_);
    const std::string today = machine.today();
    Record record = machine.record();
    const auto planted = static_cast<std::size_t>(night % options_.cases);

    std::vector<RawCase> raw(record.cases.size());
    std::vector<double> p_values;
    std::vector<double> largest(rules_.size(), 0.0);
    for (std::size_t c = 0; c < raw.size(); ++c) {
      for (const Record& earlier : machine.earlier_records()) raw[c].earlier.push_back(pooled(earlier.cases[c]));
      raw[c].tonight = pooled(record.cases[c]);
      for (std::size_t rule = 0; rule < field.size(); ++rule) {
        largest[rule + kFirstOfField] = std::max(largest[rule + kFirstOfField], field[rule].score(raw[c]));
      }
      p_values.push_back(one_sided(raw[c]));
    }
    for (const auto& [id, score] : own_scores(record, baseline, today)) largest[kOwn] = std::max(largest[kOwn], score);
    for (const double q : q_values(p_values)) largest[kWithHochberg] = std::max(largest[kWithHochberg], score_of_p(q));
    for (std::size_t rule = 0; rule < rules_.size(); ++rule) rules_[rule].healthy.push_back(largest[rule]);

    const Case healthy = record.cases[planted];
    for (const double loss : losses_) {
      record.cases[planted] = healthy;
      for (Round& round : record.cases[planted].rounds) {
        for (double& time : round.time_s) time /= 1.0 - loss;
      }
      raw[planted].tonight = pooled(record.cases[planted]);
      p_values[planted] = one_sided(raw[planted]);
      rules_[kOwn].of_planted[loss].push_back(own_scores(record, baseline, today).at(healthy.id));
      rules_[kWithHochberg].of_planted[loss].push_back(score_of_p(q_values(p_values)[planted]));
      for (std::size_t rule = 0; rule < field.size(); ++rule) {
        rules_[rule + kFirstOfField].of_planted[loss].push_back(field[rule].score(raw[planted]));
      }
    }
  }
}

std::vector<RuleResult> FieldComparison::results() const {
  constexpr double kEqualRate = 0.02;
  std::vector<RuleResult> results;
  for (const Rule& rule : rules_) {
    RuleResult& result = results.emplace_back();
    result.name = rule.name;
    result.false_nights = share_above(rule.healthy, rule.threshold);
    const double tuned = quantile(rule.healthy, 1.0 - kEqualRate);
    for (const auto& [loss, scores] : rule.of_planted) {
      result.found[loss] = share_above(scores, rule.threshold);
      result.found_at_2[loss] = share_above(scores, tuned);
    }
  }
  return results;
}

}  // namespace roofgate
