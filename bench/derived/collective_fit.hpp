// Latency and time per byte of a collective as metrics: a mean over message sizes hides what they show.
#pragma once

#include <vector>

#include "bench/derived/derived.hpp"

namespace roofgate {

/// `fit/<collective without its size>/latency` and `…/seconds_per_byte` for each collective and world of several ranks
/// that was measured at 3 sizes or more, the largest at least 8 times the smallest: Hockney's T(S) = latency + S x
/// seconds_per_byte, fitted round by round over the sizes by least squares on relative errors, neither term negative.
/// One line always: a second one (bench/scaling) would come and go with noise. A round counts where all sizes were
/// measured and none is marked; a term that is less than a tenth of the time of every size has no sample, since they do
/// not show it. Its algorithm is that of its sizes, all of them where they differ. Pairs (send_recv) have none.
[[nodiscard]] std::vector<DerivedCase> collective_fits(const Record& record);

}  // namespace roofgate
