// Two sets of records, one before and one after a change of the environment, become one verdict per case and one
// recommendation. A pure function, with the gate's verdicts, reasons and exit status. docs/upgrade.md explains it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/gate/environment_change.hpp"
#include "bench/gate/policy.hpp"
#include "bench/gate/verdict.hpp"
#include "bench/record/record.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct CompareInputs {
  std::vector<const Record*> before, after;  ///< at least one each
  const Policy& policy;
  /// Case id -> why its rate cannot be true, of each side (bench/roofline's plausibility).
  std::map<std::string, std::string> implausible_before, implausible_after;
  std::string today;  ///< UTC, "2026-11-29": for expiry dates
  /// Files of after that hold no run, each with the reason: what they would have shown is not known.
  std::vector<std::string> lost_after = {};
};

/// One difference of the environments beside what was measured of the cases that run through it.
struct JoinedChange {
  EnvironmentChange change;
  int cases = 0;                             ///< compared cases that it can touch
  int slower = 0;                            ///< of them: a loss was shown
  int faster = 0;                            ///< of them: a gain was shown
  std::optional<double> median_change = {};  ///< log ratio over them; none without a case
};

enum class Advice { safe, slower, cannot_tell, wrong_result };

struct Recommendation {
  Advice advice = Advice::cannot_tell;
  std::string sentence;                    ///< "safe", "slower: …", "cannot tell: 4 more rounds"
  std::optional<int> further_rounds = {};  ///< that would decide what is open
};

struct CompareResult {
  GateResult gate;  ///< verdicts, findings said once and status; its baseline is the side before
  bool is_paired = false;
  int pairs = 0;  ///< of rounds, most of any case
  std::vector<std::string> before_ids, after_ids;
  std::string before_label, after_label;  ///< the environments as they were asked for; empty unless paired
  std::vector<JoinedChange> environment;
  Recommendation recommendation;
};

[[nodiscard]] std::string_view name_of(Advice advice);

/// `usage` errors: a record that is named twice, or on both sides.
[[nodiscard]] Result<CompareResult> compare(const CompareInputs& inputs);

}  // namespace roofgate
