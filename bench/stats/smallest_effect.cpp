#include "bench/stats/smallest_effect.hpp"

namespace roofgate {

double power_reserve(const TMixture& error, double power) { return error.upper_quantile(1.0 - power); }

}  // namespace roofgate
