// Ours beside the rules of the field, on the same simulated nights.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/bench/gate/simulated_machine.hpp"

namespace roofgate {

struct RuleResult {
  std::string name;
  double false_nights = 0.0;            ///< share of healthy nights with any flag, at the rule's own threshold
  std::map<double, double> found;       ///< planted loss -> share found, at the rule's own threshold
  std::map<double, double> found_at_1;  ///< the same at the threshold that makes 1 % of healthy nights red
};

/// First row: roofgate, judging each night once. Mann-Whitney with Benjamini-Hochberg is added as a rule over nights.
[[nodiscard]] std::vector<RuleResult> compare_with_field(const MachineOptions& machine, int baseline_nights, int nights,
                                                         const std::vector<double>& losses, unsigned seed);

}  // namespace roofgate
