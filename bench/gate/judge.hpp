// The gate's decision: a record, what is remembered of earlier nights, and a policy become one verdict per case and one
// exit status. A pure function: no file, no clock, no environment. docs/statistics.md derives it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "bench/gate/policy.hpp"
#include "bench/gate/verdict.hpp"
#include "bench/record/record.hpp"

namespace roofgate {

/// Where the record was measured, and what else the baseline remembers.
struct ComparedPlace {
  std::string name;                   ///< RunPlace::id; empty where the hardware is the place
  std::vector<std::string> others;    ///< places of nights that are not compared with
  std::size_t nights_elsewhere = 0;   ///< how many these are
  bool has_passing_names = false;     ///< no place of the nights ever came back: all of them are compared with
  std::vector<std::string> beside{};  ///< of `others`: measured in the same night as this place's last one, and to be
                                      ///< named because nobody said that only this place is judged
  /// Where this hardware has no baseline: that which has one of the suite.
  std::vector<std::string> other_hardware{};
};

struct GateInputs {
  const Record& record;
  const Baseline* baseline = nullptr;  ///< null: this hardware and suite have none
  const Policy& policy;
  /// Case id -> why its rate cannot be true (bench/roofline's plausibility): such a case is invalid.
  std::map<std::string, std::string> implausible;
  std::string today;  ///< UTC, "2026-11-29": for ages of references and expiry dates
  ComparedPlace place{};
  std::string judged_on{};  ///< the day of judging, for the age of the night; empty: it is of no interest
};

/// Notes of a record that was measured again for judging: which look at the night it is for, of how many planned ones.
inline constexpr std::string_view kLookNote = "remeasure_look";
inline constexpr std::string_view kLooksNote = "remeasure_looks";

/// Every case in the union of record, reference and required patterns gets exactly one verdict. What was not measured,
/// not compared or not understood never ends in ExitStatus::pass.
[[nodiscard]] GateResult judge(const GateInputs& inputs);

/// What needs action first; of one kind, the largest losses first.
void sort_worst_first(std::vector<Verdict>& verdicts);

/// Wrong results outrank everything: a fast wrong answer is no answer (4). Then a shown loss (1), because it needs
/// action whatever else is unknown. Then anything that could not be judged (3). Only then pass (0).
[[nodiscard]] ExitStatus exit_status_of(const GateResult& result, const Policy& policy);

}  // namespace roofgate
