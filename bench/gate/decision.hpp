// From evidence to the kind of a verdict: the rules of the design, in one place and in order.
#pragma once

#include <vector>

#include "bench/gate/night_comparison.hpp"
#include "bench/gate/verdict.hpp"

namespace roofgate {

struct DecisionRules {
  double alpha = 0.01;
  double anchor_tolerance = 0.05;  ///< log ratio
  double implausible_gain = 0.5;   ///< log ratio of a gain that is not believed
};

/// Kind, figures and the reasons that the decision itself gives (implausible gain, two modes, slow loss, …).
[[nodiscard]] Verdict decide(const CaseSeries& series, const Evidence& evidence, const DecisionRules& rules);

}  // namespace roofgate
