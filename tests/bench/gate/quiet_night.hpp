// A small, quiet machine whose every night can be told apart from a changed one: the ground of the gate's tests.
#pragma once

#include <algorithm>
#include <string>

#include "bench/gate/judge.hpp"
#include "tests/bench/gate/simulated_machine.hpp"

namespace roofgate {

struct QuietNight {
  explicit QuietNight(int nights = 5, const std::map<std::string, double>& planted = {}, int cases = 12)
      : QuietNight{MachineOptions{.cases = cases,
                                  .between_nights = 0.0005,
                                  .between_rounds = 0.0005,
                                  .heterogeneity = 0.0,
                                  .disturbed_rounds = 0.0,
                                  .tail_freedom = 100.0},
                   nights, planted} {}

  QuietNight(MachineOptions options, int nights, const std::map<std::string, double>& planted)
      : machine{options, 42},
        baseline{machine.baseline(nights)},
        today{machine.today()},
        record{machine.record(planted)} {}

  [[nodiscard]] GateResult judge() const {
    return roofgate::judge({record, baseline.nights.empty() ? nullptr : &baseline, policy, implausible, today});
  }
  [[nodiscard]] Case& measured(const std::string& id) {
    return *std::find_if(record.cases.begin(), record.cases.end(), [&](const Case& c) { return c.id == id; });
  }

  SimulatedMachine machine;
  Baseline baseline;
  std::string today;
  Record record;
  Policy policy;
  std::map<std::string, std::string> implausible;
};

inline const Verdict& verdict_of(const GateResult& result, const std::string& id) {
  static const Verdict kNone{};
  const auto found = std::find_if(result.verdicts.begin(), result.verdicts.end(),
                                  [&](const Verdict& verdict) { return verdict.case_id == id; });
  return found == result.verdicts.end() ? kNone : *found;
}

inline const Reason* find_reason(const std::vector<Reason>& reasons, const std::string& rule) {
  const auto found =
      std::find_if(reasons.begin(), reasons.end(), [&](const Reason& reason) { return reason.rule == rule; });
  return found == reasons.end() ? nullptr : &*found;
}

inline std::string sentence_of(const std::vector<Reason>& reasons, const std::string& rule) {
  const Reason* reason = find_reason(reasons, rule);
  return reason == nullptr ? "" : reason->sentence;
}

/// A loss of throughput as the log time ratio that plants it.
inline double loss(double share) { return -std::log1p(-share); }

}  // namespace roofgate
