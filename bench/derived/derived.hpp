// Metrics that follow from several cases of one record and are judged as cases of their own: ratios of siblings,
// latency and time per byte of collectives. A pure function of the record; nothing of it is ever written into one.
#pragma once

#include <string>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate {

/// `metric` has one sample per round, in its unit; lower is better, as for times. Its definition names those of the
/// cases that it rests on, so that a change of any of them starts a new series.
struct DerivedCase {
  Case metric;
  std::vector<std::string> rests_on;  ///< case ids; the first is the metric's subject
};

/// Every derivation of the record, ids unique and different from the record's own. To add one: a function of this
/// signature in a file of its own, and its name in the list of derived.cpp.
[[nodiscard]] std::vector<DerivedCase> derived_cases(const Record& record);

/// Of the record or derived from it.
[[nodiscard]] std::vector<std::string> ids_with_derived(const Record& record);

}  // namespace roofgate
