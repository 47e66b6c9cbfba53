// Whether the baselines that lie in a folder can be trusted: readable, in their place, with values that can be true.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// No healthy machine runs a case twice as fast in one night as in its others; a real change that large is accepted by
/// name and starts a new series.
inline constexpr double kImplausibleRatio = 2.0;

struct BaselineDoubt {
  std::string place;  ///< "night 2026-11-12, case memory/copy/bytes1073741824"
  std::string what;
  std::string hint;
};

/// Times under 1 ns or over an hour and clocks outside 1 MHz to 10 GHz (a unit was confused), nights far from the other
/// nights of their series, dates after `now` (UTC, ISO 8601), acceptances before the measurement.
[[nodiscard]] std::vector<BaselineDoubt> doubts_of(const Baseline& baseline, const std::string& now);

struct CheckedBaseline {
  std::filesystem::path file;
  Result<Baseline> baseline;  ///< or why it cannot be used: unreadable, or not where it belongs
  std::vector<BaselineDoubt> doubts;
};

/// Every baseline file under `folder`, sorted by path.
[[nodiscard]] Result<std::vector<CheckedBaseline>> check_baselines(const std::filesystem::path& folder,
                                                                   const std::string& now);

}  // namespace roofgate
