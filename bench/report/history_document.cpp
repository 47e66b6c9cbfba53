#include "bench/report/history_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "bench/record/json_text.hpp"
#include "bench/report/format.hpp"
#include "bench/stats/change_points.hpp"

namespace roofgate {
namespace {

/// Change of throughput between two locations.
double change_between(double before, double after) { return before / after - 1.0; }

std::string software_text(const LevelChange& change) {
  std::string text;
  for (const auto& [name, versions] : change.software) {
    text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", name, versions.first, versions.second);
  }
  return text;
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

const LevelChange* change_at(const CaseHistory& history, std::size_t point) {
  const auto found = std::find_if(history.changes.begin(), history.changes.end(),
                                  [point](const LevelChange& change) { return change.first == point; });
  return found == history.changes.end() ? nullptr : &*found;
}

std::string note_of(const CaseHistory& history, std::size_t index, const std::string& last_definition) {
  const HistoryPoint& point = history.points[index];
  std::string note;
  const auto add = [&note](const std::string& part) { note += (note.empty() ? "" : "; ") + part; };
  if (const LevelChange* change = change_at(history, index)) {
    add(fmt::format("new level, {}", format_change(change_between(change->before, change->after))));
  }
  if (point.location && !last_definition.empty() && point.definition != last_definition) {
    add("new series: the case's definition changed");
  }
  if (!point.note.empty()) add(point.note);
  return note;
}

Tone tone_of(NightState state) {
  switch (state) {
    case NightState::accepted:
      return Tone::plain;
    case NightState::held_back:
    case NightState::not_accepted:
      return Tone::doubtful;
    case NightState::unusable:
      break;
  }
  return Tone::quiet;
}

Table table_of(const CaseHistory& history) {
  Table table{"history",
              {{"date"},
               {history.derived ? "value" : "time", Align::right, history.derived ? "value" : "time_s"},
               {"against the last", Align::right, "change_ratio"},
               {"rounds", Align::right},
               {"night"},
               {"record"},
               {"note"}},
              {}};
  std::optional<double> last;
  std::string definition;
  for (std::size_t i = 0; i < history.points.size(); ++i) {
    const HistoryPoint& point = history.points[i];
    const bool is_comparable = point.location && last && point.definition == definition;
    const std::optional<double> change =
        is_comparable ? std::optional{change_between(*last, *point.location)} : std::nullopt;
    table.rows.push_back(
        {{point.date.substr(0, 16)},
         {point.location ? format_metric(*point.location, history.derived) : "-", Tone::plain, point.location},
         {change ? format_change(*change) : "-", Tone::plain, change},
         {point.location ? fmt::format("{}", point.rounds) : "-"},
         {std::string{name_of(point.state)}, tone_of(point.state)},
         {point.record_id},
         {note_of(history, i, definition)}});
    if (!point.location) continue;
    last = point.location;
    definition = point.definition;
  }
  return table;
}

/// The last nights, where all of them lie on one side of what the nights of their level before them did, by more than
/// these lie apart: a change, or none, that nobody can tell yet.
std::size_t odd_last_nights(const CaseHistory& history) {
  const std::size_t level = history.changes.empty() ? 0 : history.changes.back().first;
  std::vector<double> values;
  std::string definition;
  for (std::size_t i = level; i < history.points.size(); ++i) {
    const HistoryPoint& point = history.points[i];
    if (!point.location) continue;
    if (point.definition != definition) values.clear();
    definition = point.definition;
    values.push_back(*point.location);
  }
  if (values.size() <= kShortestLevel) return 0;
  for (std::size_t odd = std::min(values.size() / 2, values.size() - kShortestLevel); odd > 0; --odd) {
    const auto cut = values.end() - static_cast<std::ptrdiff_t>(odd);
    const auto [low, high] = std::minmax_element(values.begin(), cut);
    const double apart = *high - *low;
    if (*std::min_element(cut, values.end()) > *high + apart || *std::max_element(cut, values.end()) < *low - apart) {
      return odd;
    }
  }
  return 0;
}

std::string odd_text(std::size_t odd) {
  return fmt::format(
      "The last {} outside what the nights before {} did: that is no level yet. One needs at least {} nights on both "
      "sides, and more where they lie far apart.",
      odd == 1 ? "night lies" : fmt::format("{} nights lie", odd), odd == 1 ? "it" : "them", kShortestLevel);
}

std::string optional_number(const std::optional<double>& value) { return value ? json_number(*value) : "null"; }

}  // namespace

Document history_document(const CaseHistory& history) {
  Document document;
  const auto accepted = static_cast<std::size_t>(
      std::count_if(history.points.begin(), history.points.end(),
                    [](const HistoryPoint& point) { return point.state == NightState::accepted; }));
  std::string heading = fmt::format("{} · {}", history.case_id, counted(history.points.size(), "night"));
  if (accepted < history.points.size()) heading += fmt::format(", {} of them accepted", accepted);
  document.blocks.emplace_back(Paragraph{heading});
  document.blocks.emplace_back(table_of(history));
  if (history.changes.empty()) {
    const std::size_t odd = odd_last_nights(history);
    document.blocks.emplace_back(
        Paragraph{odd == 0 ? "No change of level." : "No change of level yet. " + odd_text(odd)});
    return document;
  }
  document.blocks.emplace_back(Paragraph{counted(history.changes.size(), "change") + " of level:"});
  for (const LevelChange& change : history.changes) {
    const std::string software = software_text(change);
    document.blocks.emplace_back(
        Detail{fmt::format("{}  {} ({} -> {}), p = {:.2g}{}", history.points[change.first].date.substr(0, 10),
                           format_change(change_between(change.before, change.after)),
                           format_metric(change.before, history.derived), format_metric(change.after, history.derived),
                           change.p_value, software.empty() ? "" : "; since the night before: " + software)});
  }
  if (const std::size_t odd = odd_last_nights(history); odd > 0) document.blocks.emplace_back(Paragraph{odd_text(odd)});
  return document;
}

std::string history_json(const CaseHistory& history) {
  std::string points;
  for (const HistoryPoint& point : history.points) {
    points += fmt::format(
        "{}\n    {{\"date\": {}, \"record\": {}, \"state\": {}, \"value\": {}, \"rounds\": {}, \"definition\": {}, "
        "\"note\": {}}}",
        points.empty() ? "" : ",", json_string(point.date), json_string(point.record_id),
        json_string(name_of(point.state)), optional_number(point.location), point.rounds, json_string(point.definition),
        json_string(point.note));
  }
  std::string changes;
  for (const LevelChange& change : history.changes) {
    std::string software;
    for (const auto& [name, versions] : change.software) {
      software += fmt::format("{}{}: {{\"before\": {}, \"after\": {}}}", software.empty() ? "" : ", ",
                              json_string(name), json_string(versions.first), json_string(versions.second));
    }
    changes += fmt::format(
        "{}\n    {{\"date\": {}, \"point\": {}, \"before\": {}, \"after\": {}, \"throughput_change\": {}, \"p\": {}, "
        "\"software\": {{{}}}}}",
        changes.empty() ? "" : ",", json_string(history.points[change.first].date), change.first,
        json_number(change.before), json_number(change.after), json_number(change_between(change.before, change.after)),
        json_number(change.p_value), software);
  }
  return fmt::format(
      "{{\n  \"schema\": \"roofgate.history/1\",\n  \"case\": {}, \"unit\": {}, \"better\": \"lower\",\n"
      "  \"nights\": [{}{}],\n  \"changes\": [{}{}]\n}}\n",
      json_string(history.case_id), json_string(name_of(history.derived.value_or(MetricUnit::seconds))), points,
      points.empty() ? "" : "\n  ", changes, changes.empty() ? "" : "\n  ");
}

}  // namespace roofgate
