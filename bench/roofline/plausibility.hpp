// Results that physics forbids are invalid, never "ideal": a cache-resident buffer, a kernel that did not run, a broken
// timer, a wrong count, a wrong peak.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "bench/roofline/placement.hpp"

namespace roofgate {

/// Above a limit of the hardware by more than this is impossible: what the clock's and the timer's readings may err.
inline constexpr double kPhysicalMargin = 0.02;

/// The same where the device's clock is unknown and the published rate stands in: parts run up to 23 % above the clock
/// behind their published rate (RTX 4090: 3105 MHz over 2520 MHz).
inline constexpr double kUnknownClockMargin = 0.25;

/// A host has no published limit, only ceilings measured beside the case on the same noisy machine. The best of several
/// rounds is disturbed less than the median case, and a ceiling kernel need not be the tightest code, so a quarter
/// above it is taken for an impossible result and less for an imperfect ceiling.
inline constexpr double kCeilingMargin = 0.25;

/// The first rule that the case breaks. Memory limits apply to one iteration's working set of at least twice the
/// last-level cache only, and to cases that touch nothing twice: the rest may be served by the cache and exceed them
/// honestly.
[[nodiscard]] std::optional<Implausible> implausibility(const Case& measured, const Roofs& roofs);

/// Case id -> why, of every case that cannot be. What the gate asks.
[[nodiscard]] std::map<std::string, Implausible> implausible_cases(const Record& record, const PeaksDb& db);

}  // namespace roofgate
