#include "bench/baseline/case_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "bench/derived/derived.hpp"
#include "bench/stats/change_points.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

HistoryPoint point_of(const Night& night, const CaseNight& measured, NightState state) {
  HistoryPoint point;
  point.date = night.date;
  point.record_id = night.record_id;
  point.state = state;
  point.location = (measured.derived == MetricUnit::ratio ? ratio_location : night_location)(measured.round_location);
  point.rounds = measured.round_location.size();
  point.definition = measured.definition;
  point.software = night.software;
  return point;
}

void add_nights(CaseHistory& history, const std::vector<Night>& nights, NightState state,
                std::set<std::string>& known) {
  for (const Night& night : nights) {
    const auto found = night.cases.find(history.case_id);
    if (found == night.cases.end()) continue;
    HistoryPoint point = point_of(night, found->second, state);
    const auto loss = night.accepted_losses.find(history.case_id);
    if (loss != night.accepted_losses.end()) {
      point.note = fmt::format("change accepted by {}: {}", night.accepted_by, loss->second);
    }
    if (state == NightState::held_back) point.note = night.reason;
    history.derived = found->second.derived;
    history.points.push_back(std::move(point));
    known.insert(night.record_id);
  }
}

void add_measured(CaseHistory& history, const MeasuredNight& measured) {
  const Night& night = measured.night;
  const auto found = night.cases.find(history.case_id);
  if (found != night.cases.end()) {
    history.derived = found->second.derived;
    history.points.push_back(point_of(night, found->second, NightState::not_accepted));
    return;
  }
  const auto unusable = measured.unusable.find(history.case_id);
  if (unusable == measured.unusable.end()) return;
  HistoryPoint point;
  point.date = night.date;
  point.record_id = night.record_id;
  point.state = NightState::unusable;
  point.note = unusable->second;
  point.software = night.software;
  history.points.push_back(std::move(point));
}

std::map<std::string, std::pair<std::string, std::string>> differences(const HistoryPoint& before,
                                                                       const HistoryPoint& after) {
  std::map<std::string, std::pair<std::string, std::string>> changes;
  for (const auto& [name, version] : after.software) {
    const auto old = before.software.find(name);
    if (old != before.software.end() && old->second != version) changes[name] = {old->second, version};
  }
  return changes;
}

/// Of one stretch: indices of comparable points, in order.
void find_changes(CaseHistory& history, const std::vector<std::size_t>& stretch) {
  std::vector<double> logs;
  for (const std::size_t index : stretch) logs.push_back(std::log(*history.points[index].location));
  for (const ChangePoint& change : find_change_points(logs)) {
    const std::size_t first = stretch[change.first];
    history.changes.push_back({first, std::exp(change.before), std::exp(change.after), change.p_value,
                               differences(history.points[stretch[change.first - 1]], history.points[first])});
  }
}

void find_changes(CaseHistory& history) {
  std::vector<std::size_t> stretch;
  for (std::size_t i = 0; i < history.points.size(); ++i) {
    if (!history.points[i].location) continue;
    if (!stretch.empty() && history.points[stretch.back()].definition != history.points[i].definition) {
      find_changes(history, stretch);
      stretch.clear();
    }
    stretch.push_back(i);
  }
  find_changes(history, stretch);
}

std::string marks_text(const Case& measured) {
  std::set<std::string> marks;
  for (const Round& round : measured.rounds) {
    for (const Mark& mark : round.marks) marks.insert(fmt::format("{}: {}", name_of(mark.kind), mark.evidence));
  }
  return marks.empty() ? "too few rounds" : *marks.begin();
}

}  // namespace

MeasuredNight measured_night_of(const Record& record) {
  MeasuredNight measured;
  measured.night = night_of(record);
  const auto add = [&](const Case& one) {
    if (!measured.night.cases.contains(one.id)) measured.unusable.emplace(one.id, marks_text(one));
  };
  for (const Case& one : record.cases) add(one);
  for (const DerivedCase& derived : derived_cases(record)) add(derived.metric);
  return measured;
}

CaseHistory history_of(const Baseline* baseline, std::span<const MeasuredNight> measured, const std::string& case_id) {
  CaseHistory history;
  history.case_id = case_id;
  std::set<std::string> known;
  if (baseline != nullptr) {
    add_nights(history, baseline->nights, NightState::accepted, known);
    add_nights(history, baseline->watched, NightState::held_back, known);
  }
  for (const MeasuredNight& night : measured) {
    if (known.insert(night.night.record_id).second) add_measured(history, night);
  }
  std::stable_sort(history.points.begin(), history.points.end(),
                   [](const HistoryPoint& a, const HistoryPoint& b) { return a.date < b.date; });
  find_changes(history);
  return history;
}

std::vector<std::string> cases_of(const Baseline* baseline, std::span<const MeasuredNight> measured) {
  std::set<std::string> ids;
  const auto add = [&](const Night& night) {
    for (const auto& [id, one] : night.cases) ids.insert(id);
  };
  if (baseline != nullptr) {
    for (const Night& night : baseline->nights) add(night);
    for (const Night& night : baseline->watched) add(night);
  }
  for (const MeasuredNight& night : measured) {
    add(night.night);
    for (const auto& [id, marks] : night.unusable) ids.insert(id);
  }
  return {ids.begin(), ids.end()};
}

std::string_view name_of(NightState state) {
  constexpr std::array<std::string_view, 4> kNames{"accepted", "held back", "not accepted", "unusable"};
  return kNames[static_cast<std::size_t>(state)];
}

}  // namespace roofgate
