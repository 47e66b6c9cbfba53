// What the gate says of losses that were planted on purpose, beside what it claims: a proof on this machine, tonight.
// Pure: measuring is `roofgate drill`'s.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/gate/judge.hpp"

namespace roofgate {

struct PlantedRecord {
  double loss = 0.0;  ///< of throughput, 0.05
  const Record* record = nullptr;
};

struct DrillInputs {
  const Record& night;                 ///< measured in turns with the planted ones, without a loss
  std::vector<PlantedRecord> planted;  ///< by rising loss; of some of the night's cases
  const Baseline* baseline = nullptr;
  const Policy& policy;
  std::map<std::string, std::string> implausible;
  std::string today;
};

enum class TrialOutcome {
  failed,    ///< regressed: the build fails
  shown,     ///< drift: shown, within tolerance
  not_seen,  ///< and the gate did not claim that it would
  missed,    ///< the gate claims to see a loss of this size, or to fail it, and did not
  untold,    ///< no verdict: too disturbed, or nothing to compare with
};

/// One case with one planted loss, judged in an otherwise unchanged night.
struct DrillTrial {
  std::string case_id;
  double loss = 0.0;
  TrialOutcome outcome = TrialOutcome::untold;
  Verdict verdict;
};

struct DrillResult {
  std::vector<DrillTrial> trials;  ///< by case, then by loss
  GateResult night;                ///< the night without a loss
  ExitStatus status = ExitStatus::cannot_judge;
};

[[nodiscard]] std::string_view name_of(TrialOutcome outcome);

/// 1 if any trial was missed; 3 if more than half of the trials, or all of one loss, are untold; else 0.
[[nodiscard]] DrillResult drill(const DrillInputs& inputs);

/// Which cases to plant losses in: of each kind in turn, clean so far, and long enough (100 us) for a wait that is as
/// exact as the smallest loss. At most `most`.
[[nodiscard]] std::vector<std::string> cases_to_drill(const Record& first_round, std::size_t most);

}  // namespace roofgate
