// Checks of the peaks data base against itself: sparse figures, unit slips, siblings that contradict, rates that the
// part's multiprocessors and clock do not give. Finite, positive and wrong passes every other guard.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/roofline/peaks.hpp"

namespace roofgate {

struct LintFinding {
  std::string rule;      ///< "sparse", "formula", "unit", "siblings", "ridge", "refused", "source", "stale_acceptance"
  std::string device;    ///< id of the entry
  std::string figure;    ///< key of the figure
  std::string sentence;  ///< what was found, with figures; ends with a full stop
  std::map<std::string, double> values;
  std::optional<std::string> accepted;  ///< the entry's own reason why it is right as it is
};

/// Every finding, accepted ones too, by entry. The rules are explained in docs/peaks.md.
[[nodiscard]] std::vector<LintFinding> lint(const PeaksDb& db);

/// The data base without the values that lint convicts (findings that are not accepted; siblings that contradict
/// convict neither): what remains may be a roof.
[[nodiscard]] PeaksDb usable_peaks(const PeaksDb& db);

}  // namespace roofgate
