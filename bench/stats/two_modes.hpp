// Values that fall into two groups: one kernel that is sometimes another kernel.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace roofgate {

struct TwoModes {
  double low = 0.0;   ///< median of the lower group
  double high = 0.0;  ///< median of the upper group
  std::size_t low_count = 0;
  std::size_t high_count = 0;
};

/// Splits at the largest gap. Two modes are reported if both groups have at least 2 values and are far apart for their
/// width: Ashman's D = sqrt(2) |m1 - m2| / sqrt(s1^2 + s2^2) > 8, where D > 2 separates two normal groups (Ashman, Bird
/// & Zepf, Astron. J. 108, 1994) and 8 keeps a few values of one long-tailed group from being split by chance.
/// `spread`: standard deviation that each group has at least, so that two equal values do not make a narrow group.
[[nodiscard]] std::optional<TwoModes> find_two_modes(std::span<const double> values, double spread);

}  // namespace roofgate
