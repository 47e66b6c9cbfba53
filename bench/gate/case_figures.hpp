// The figures of one case that its tests work with: from the rounds of its nights to one deviation with what is needed
// to know its spread. No test: case_tests.hpp.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bench/gate/common_shift.hpp"
#include "bench/gate/night_comparison.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/spread_model.hpp"

namespace roofgate {

/// A night's location, and how many rounds it rests on.
struct NightPoint {
  std::size_t night = 0;
  double location = 0.0;
  std::size_t rounds = 0;
};

/// How rounds become a night.
struct NightEstimator {
  double (*locate)(std::span<const double> rounds) = night_location;
  double (*doubt)(std::span<const double> rounds) = location_doubt;
  double (*variance)(std::size_t rounds) = night_location_variance;
};

struct CaseFigures {
  NightEstimator estimator;
  std::vector<NightPoint> reference, watched, anchor;
  double tonight = 0.0;
  double round_spread = 0.0;  ///< of one round within a night, of this case alone
  double round_freedom = 0.0;
  double reference_rounds = 0.0;  ///< typical number
  double centre = 0.0;            ///< of the reference
  SpreadObservation observation;
  double scatter = 0.0;            ///< extra standard deviation of tonight's location
  double reference_scatter = 0.0;  ///< the same of the centre of a reference too short to be robust
};

[[nodiscard]] double centre_of(const std::vector<NightPoint>& points);

[[nodiscard]] CaseFigures figures_of(const CaseSeries& series);

/// The spread of rounds of each case, moderated: few rounds of many cases.
void moderate_rounds(std::vector<CaseFigures>& cases);

/// Takes the shared shifts out and finishes the observation.
void observe(CaseFigures& figures, const CaseSeries& series, const SharedShifts& shifts);

}  // namespace roofgate
