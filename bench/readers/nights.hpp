// Runs as nights: those of one machine side by side in time, what several tools or logs measured in one night together.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/record/run_place.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// The nights of one machine and suite.
struct MachineNights {
  RunPlace place;
  /// The runs of the latest night, at least one, by start. The last is whole: what it did not measure again it has of
  /// the runs before it, which then have it no more. Of a first night the last run alone.
  std::vector<Record> latest;
  std::vector<Record> earlier;     ///< nights, the earliest first; of a first night the runs before the last
  std::size_t runs = 0;            ///< of all nights
  bool has_passing_names = false;  ///< its runs are of different hosts, none of which comes back
};

struct Nights {
  std::vector<MachineNights> judged;  ///< that have a run in the latest night; at least one
  std::vector<MachineNights> older;   ///< whose latest run is of an earlier night
  /// Of `older`: what was measured beside the judged ones in its last night. Their night is not whole without it.
  std::vector<std::string> absent;
};

/// `records` by start, at least one. Other tools' runs of one night and place become one night: whose cases differ are
/// parts of one run, and of earlier nights those with the same cases are rounds of one. An error where the latest night
/// holds the same case twice at one moment: which of them counts nobody can say.
[[nodiscard]] Result<Nights> nights_of(std::vector<Record> records, PlaceRule rule = PlaceRule::apart);

/// Two places in one series' stead: a case that runs of both measured.
struct MixedPlaces {
  std::string case_id;
  std::string names;  ///< "n1 (…), n2 (…)"
};
enum class Within { all, one_night };

/// Of `records` by start: whether other tools' runs of several machines or devices measured the same case, ever or in
/// one night.
[[nodiscard]] std::optional<MixedPlaces> mixed_places(const std::vector<const Record*>& records, Within within,
                                                      PlaceRule rule = PlaceRule::apart);

}  // namespace roofgate
