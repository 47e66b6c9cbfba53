// Suspects of a night: cases that look slower and are not shown to be. They neither join the reference, where a real
// loss would hide itself, nor are they thrown away, which would keep the lucky nights only: they are watched until the
// next nights decide.
#pragma once

#include <set>
#include <string>

#include "bench/baseline/baseline.hpp"

namespace roofgate {

/// As many nights of a case are judged together with a new one, at most; older ones join the reference.
inline constexpr std::size_t kWatchedNights = 2;

/// Takes `suspects` out of `night` and puts them among the watched nights. Nothing happens if it holds none of them.
void hold_back(Baseline& baseline, Night& night, const std::set<std::string>& suspects);

/// Puts what was held back of the `cleared` cases into the nights that it comes from, and of every case what is older
/// than its last kWatchedNights. A night that was not accepted at all comes into being with those cases only. Returns
/// the cases of which something joined for its age alone.
std::set<std::string> release(Baseline& baseline, const std::set<std::string>& cleared);

}  // namespace roofgate
