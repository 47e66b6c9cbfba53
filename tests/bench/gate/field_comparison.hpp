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
  std::map<double, double> found_at_2;  ///< the same at the threshold that makes 2 % of healthy nights red
};

/// Every rule on the same nights; roofgate is the first and judges each night once. Mann-Whitney with
/// Benjamini-Hochberg is added as a rule over nights. Each night is another machine with the next seed, in which one
/// case then loses each of the losses.
class FieldComparison {
 public:
  FieldComparison(const MachineOptions& machine, int baseline_nights, std::vector<double> losses, unsigned seed);

  void add_nights(int nights);
  [[nodiscard]] int nights() const { return nights_; }
  [[nodiscard]] std::vector<RuleResult> results() const;

 private:
  struct Rule {
    std::string name;
    double threshold;
    std::vector<double> healthy;                       ///< largest score of each healthy night
    std::map<double, std::vector<double>> of_planted;  ///< loss -> score of the case that lost, per night
  };

  MachineOptions options_;
  int baseline_nights_;
  std::vector<double> losses_;
  unsigned seed_;
  int nights_ = 0;
  std::vector<Rule> rules_;
};

}  // namespace roofgate
