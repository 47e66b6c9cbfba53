// Does one of several equal candidates come up too often? "The same rank is always last", for one.
#pragma once

#include <cstddef>
#include <span>

namespace roofgate {

/// Of `counts`, how often each candidate came up in independent draws: the chance that some candidate comes up at least
/// as often as the most frequent one did, if all were equally likely. Bonferroni's bound on the maximum of a uniform
/// multinomial, k P(Binomial(m, 1/k) >= max), at most 1: the M test of Fuchs & Kenett, "A Test for Detecting Outlying
/// Cells in the Multinomial Distribution and Two-Way Contingency Tables", J. Am. Stat. Assoc. 75 (1980). Never too
/// small; exact to some percent where it matters. 1 without draws, and for fewer than two candidates.
[[nodiscard]] double maximum_p_value(std::span<const std::size_t> counts);

}  // namespace roofgate
