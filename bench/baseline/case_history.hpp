// One case through all nights, accepted or not, with the changes of its level.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/baseline/baseline.hpp"

namespace roofgate {

enum class NightState {
  accepted,
  held_back,     ///< a suspect: evidence, not part of the reference (watch.hpp)
  not_accepted,  ///< measured and never accepted: refused, or not promoted
  unusable,      ///< measured with marks: there is no time to show
};

struct HistoryPoint {
  std::string date, record_id;
  NightState state = NightState::accepted;
  std::optional<double> location;  ///< of the night, in the case's unit
  std::size_t rounds = 0;          ///< clean ones
  std::string definition;
  std::string note;  ///< which loss was accepted, what the marks are
  std::map<std::string, std::string> software;
};

/// A change of level between neighbours of one definition (bench/stats/change_points.hpp).
struct LevelChange {
  std::size_t first = 0;             ///< index of the new level's first point
  double before = 0.0, after = 0.0;  ///< median locations of the two levels
  double p_value = 1.0;
  std::map<std::string, std::pair<std::string, std::string>> software;  ///< what differs between the two nights
};

struct CaseHistory {
  std::string case_id;
  std::optional<MetricUnit> derived;
  std::vector<HistoryPoint> points;  ///< oldest first
  std::vector<LevelChange> changes;
};

/// A record reduced to what a history needs of it, so that thousands of them fit into memory.
struct MeasuredNight {
  Night night;
  std::map<std::string, std::string> unusable;  ///< case id -> its marks
};

[[nodiscard]] MeasuredNight measured_night_of(const Record& record);

/// `baseline` may be null. Of a record that the baseline knows its own points are taken; cases that were left out of
/// it when it was accepted are `not_accepted`. Without any point: the case is in none of them.
[[nodiscard]] CaseHistory history_of(const Baseline* baseline, std::span<const MeasuredNight> measured,
                                     const std::string& case_id);

/// Sorted, of all of them.
[[nodiscard]] std::vector<std::string> cases_of(const Baseline* baseline, std::span<const MeasuredNight> measured);

[[nodiscard]] std::string_view name_of(NightState state);  ///< "accepted", "held back", "not accepted", "unusable"

}  // namespace roofgate
