// Where another tool's run was measured, and which runs are nights of one series: two machines, or two devices of one
// model, have a past each.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate {

/// A note of records of one file and place that were measured with another library than the first of them: it is part
/// of their place. "nccl 2.30.3".
inline constexpr std::string_view kLibraryNote = "library_beside_others";

struct RunPlace {
  std::string kind;   ///< hardware key and suite
  std::string hosts;  ///< "n1", "lynx-1+lynx-2"; of roofgate's own records empty: their hardware is their place
  std::string label;  ///< "n1", "device 1", "lynx-1 device 0 0000:1b:00"; empty where the run says nothing
  std::string key;    ///< of hosts and devices, whole
  std::string id;  ///< what a baseline keeps: "n1", "n1 device 0 1b", "n1 #5f0c11aa"; empty where the run says nothing
};

[[nodiscard]] RunPlace place_of(const Record& record);

/// Whether the glob `wanted` fits its label or its hosts.
[[nodiscard]] bool is_at(const RunPlace& place, const std::string& wanted);

/// The same of a RunPlace::id.
[[nodiscard]] bool is_at(const std::string& id, const std::string& wanted);

/// "n1", or its kind where the run does not say more.
[[nodiscard]] std::string name_of(const RunPlace& place);

struct PlacedRun {
  RunPlace place;
  std::string moment;  ///< when it started
};

enum class PlaceRule {
  apart,
  together,  ///< somebody said that it does not matter where: like machines are one series
};

/// Of runs by start: the number of each one's series. Runs of another kind or place are of another series. Where each
/// of three or more runs has a place of its own and the last came an hour or more after the others, the names are those
/// of containers and rented machines, and say nothing: one series of each kind.
[[nodiscard]] std::vector<std::size_t> series_of(std::span<const PlacedRun> runs, PlaceRule rule = PlaceRule::apart);

/// The same night: the same day, or less than twelve hours apart.
[[nodiscard]] bool are_of_one_night(const std::string& moment, const std::string& other);

}  // namespace roofgate
