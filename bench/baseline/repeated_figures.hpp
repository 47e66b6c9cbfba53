// Whether a night is a copy of another: two measurements of one machine do not give the same figures in every digit.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/baseline/baseline.hpp"

namespace roofgate {

/// What was measured of each case, a figure per round, by id.
using Figures = std::map<std::string, std::vector<double>>;

/// Of another tool's record; of roofgate's own, which have an identity, empty.
[[nodiscard]] Figures figures_of(const Record& record);
/// Locations of rounds, to as many digits as a baseline's file keeps.
[[nodiscard]] Figures figures_of(const Night& night);

/// Which of `others` has every figure of `tonight`, where chance does not explain it: the first of them. How often
/// chance does is told by the digits of the figures, and by how often `others` agree among each other.
[[nodiscard]] std::optional<std::size_t> repeated_in(const Figures& tonight, std::span<const Figures> others);

/// The night of the baseline that the record repeats under another identity; null if there is none.
[[nodiscard]] const Night* repeated_night(const Record& record, const Baseline& baseline);

}  // namespace roofgate
