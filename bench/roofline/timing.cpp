#include "bench/roofline/timing.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "bench/record/marks.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

/// Relative half width of a 95 % t interval around night_location, on the log scale; at least 2 locations.
double half_width_over_rounds(const std::vector<double>& locations) {
  const auto n = static_cast<double>(locations.size());
  double mean = 0.0;
  for (const double location : locations) mean += std::log(location) / n;
  double squares = 0.0;
  for (const double location : locations) squares += (std::log(location) - mean) * (std::log(location) - mean);
  const boost::math::students_t student{n - 1.0};
  const double variance = squares / (n - 1.0) * night_location_variance(locations.size());
  return std::expm1(boost::math::quantile(student, 0.975) * std::sqrt(variance));
}

}  // namespace

std::optional<Timing> timing_of(const Case& measured) {
  if (has_mark(measured, MarkKind::wrong_result)) return std::nullopt;
  Timing timing;
  for (const bool marked : {false, true}) {
    for (const Round& round : measured.rounds) {
      if (round.time_s.empty() || round.marks.empty() == marked) continue;
      timing.rounds.push_back(&round);
    }
    timing.disturbed = marked;
    if (!timing.rounds.empty()) break;
  }
  if (timing.rounds.empty()) return std::nullopt;
  std::vector<double> locations;
  for (const Round* round : timing.rounds) locations.push_back(round_location(round->time_s));
  timing.time = Seconds{night_location(locations)};
  timing.fastest = Seconds{*std::min_element(locations.begin(), locations.end())};
  if (locations.size() == 1) {
    timing.half_width = timing.rounds.front()->interval_half_width;
  } else if (timing.fastest > Seconds{}) {
    timing.half_width = half_width_over_rounds(locations);
  }
  return timing;
}

}  // namespace roofgate
