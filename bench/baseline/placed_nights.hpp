// Which nights of a baseline are of one place: two nodes of one kind share a file and have a past each.
#pragma once

#include <string>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "bench/record/run_place.hpp"

namespace roofgate {

/// A baseline as a run of one place sees it.
struct PlacedNights {
  Baseline own;     ///< nights of the place and those that do not say theirs: what is judged against, and joined
  Baseline others;  ///< nights of other places
  /// The nights are of many places, none of which came back: containers and rented machines. All are `own` then.
  bool has_passing_names = false;
};

/// `tonight` need not be in `baseline`; only its id, date and place are looked at. `together`: every night is `own`.
[[nodiscard]] PlacedNights nights_at_place_of(const Night& tonight, Baseline baseline,
                                              PlaceRule rule = PlaceRule::apart);

/// The whole baseline again, by date.
[[nodiscard]] Baseline reunited(PlacedNights placed);

/// Of the nights, each place once.
[[nodiscard]] std::vector<std::string> places_of(const Baseline& baseline);

/// What a night of each place would see, oldest first: so nights that do not say theirs are in each, and last alone.
[[nodiscard]] std::vector<std::vector<const Night*>> nights_by_place(const Baseline& baseline);

}  // namespace roofgate
