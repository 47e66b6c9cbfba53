#include "bench/stats/location.hpp"

#include "bench/stats/quantile.hpp"

namespace roofgate {

double round_location(std::span<const double> samples) { return median(samples); }

double night_location(std::span<const double> round_locations) { return median(round_locations); }

}  // namespace roofgate
