// Many tests in one night: the false discovery rate of Benjamini & Hochberg, "Controlling the False Discovery Rate",
// J. R. Stat. Soc. B 57 (1995). Where no hypothesis is false it also bounds the chance of any rejection by alpha, and
// it holds for positively correlated tests (Benjamini & Yekutieli, Ann. Stat. 29, 2001).
#pragma once

#include <span>
#include <vector>

namespace roofgate {

/// q[i]: the smallest alpha at which test i is rejected. `p_values` in [0, 1], in any order.
[[nodiscard]] std::vector<double> q_values(std::span<const double> p_values);

/// threshold[i]: the largest p value with which test i would be rejected at `alpha`, the other p values as they are.
[[nodiscard]] std::vector<double> rejection_thresholds(std::span<const double> p_values, double alpha);

}  // namespace roofgate
