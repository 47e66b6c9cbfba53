// The verdicts of one night over all of its places: machines, hosts or devices that have a past each.
#pragma once

#include <string>
#include <vector>

#include "bench/gate/verdict.hpp"
#include "kernels/base/exit_status.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct PlaceVerdict {
  std::string name;  ///< "n1 (h100-x8/imported-superbench)"; of one of several runs also when it began
  GateResult result;
};

/// A place whose night cannot be judged: its file is lost, or what it is judged against cannot be read.
struct LostPlace {
  std::string name;  ///< "n1 (h100-x8/imported-superbench)"; the file where nothing tells whose it was
  Error error;
};

struct NightVerdict {
  std::vector<PlaceVerdict> places;  ///< at least one
  /// What was measured beside them in earlier nights and is missing in this one: "n3 (…): its latest run is of …".
  std::vector<std::string> absent;
  bool has_several_runs = false;  ///< of one place: `places` then has a verdict for each
  std::vector<LostPlace> lost{};

  /// The worst of the places: a wrong result outranks a loss, a loss what cannot be read or judged. A night with a
  /// place missing or lost is never a pass.
  [[nodiscard]] ExitStatus status() const;
  /// One place and none missing: reports are of that place alone.
  [[nodiscard]] bool is_of_one_place() const { return places.size() == 1 && absent.empty() && lost.empty(); }
};

}  // namespace roofgate
