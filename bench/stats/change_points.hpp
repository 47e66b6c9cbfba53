// Where a series of nights changes its level. Pure numbers; what changed then is not known here.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace roofgate {

struct ChangePoint {
  std::size_t first = 0;             ///< index of the first value of the new level
  double before = 0.0, after = 0.0;  ///< medians of the levels on both sides
  double p_value = 1.0;              ///< of no change between them, by permutation
};

/// A level has at least so many values: one odd night, or two, are no level.
inline constexpr std::size_t kShortestLevel = 3;

/// First indices of all levels but the first, ascending, that minimise the sum over levels of |value - median| plus
/// `penalty` for each change: optimal partitioning (Jackson et al., IEEE Signal Process. Lett. 12, 2005), exact, the
/// optimum that PELT (Killick, Fearnhead & Eckley, J. Am. Stat. Assoc. 107, 2012) finds faster. Distances from the
/// median, so that single bad nights pull no level towards them. O(n^2 log n).
[[nodiscard]] std::vector<std::size_t> optimal_partition(std::span<const double> values, double penalty,
                                                         std::size_t shortest = kShortestLevel);

/// Standard deviation of neighbours around a common level, from the median distance between successive values; a
/// change of level is one distance among many.
[[nodiscard]] double neighbour_spread(std::span<const double> values);

/// Probability that values in random order show as large a change at any place as these do: permutation test of the
/// largest standardised rank sum (Pettitt, Appl. Stat. 28, 1979). Deterministic.
[[nodiscard]] double change_p_value(std::span<const double> values, std::size_t shortest = kShortestLevel);

/// Changes of level in `values`, which are in order and of one kind (log times). Candidates by optimal_partition, in
/// units of neighbour_spread with a penalty of 2 ln n; then the least significant is dropped until all have p <= 0.01
/// within the two levels that they separate. Fewer than two levels' worth of values: none.
[[nodiscard]] std::vector<ChangePoint> find_change_points(std::span<const double> values);

}  // namespace roofgate
