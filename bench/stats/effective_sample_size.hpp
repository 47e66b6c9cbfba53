// How many independent values a series in time is worth for its mean: neighbours that resemble each other count less.
#pragma once

#include <span>

namespace roofgate {

/// n / (1 + 2 sum of autocorrelations), the sum cut off where a pair of neighbouring lags is no longer positive
/// (initial positive sequence: Geyer, "Practical Markov Chain Monte Carlo", Stat. Sci. 7, 1992). In [1, n]: negative
/// correlation is not credited. A constant series, or fewer than 4 values, counts in full.
[[nodiscard]] double effective_sample_size(std::span<const double> series);

}  // namespace roofgate
