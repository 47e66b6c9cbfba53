#include "bench/gate/night_verdict.hpp"

#include <algorithm>
#include <array>

namespace roofgate {

ExitStatus NightVerdict::status() const {
  constexpr std::array kGravestFirst{ExitStatus::wrong_result, ExitStatus::regression, ExitStatus::usage,
                                     ExitStatus::cannot_judge};
  for (const ExitStatus status : kGravestFirst) {
    const bool ends_so = std::any_of(places.begin(), places.end(),
                                     [&](const PlaceVerdict& place) { return place.result.status == status; }) ||
                         std::any_of(lost.begin(), lost.end(), [&](const LostPlace& place) {
                           return exit_status_of(place.error.kind) == status;
                         });
    if (ends_so || (status == ExitStatus::cannot_judge && !absent.empty())) return status;
  }
  return ExitStatus::pass;
}

}  // namespace roofgate
