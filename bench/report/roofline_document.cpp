#include "bench/report/roofline_document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "bench/record/marks.hpp"
#include "bench/report/format.hpp"
#include "bench/report/machine_line.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kDot = " · ";

std::string percent_or_dash(const std::optional<Ratio>& ratio) { return ratio ? format_percent(*ratio) : "-"; }

std::string rate_text(const Placement& placement) {
  if (placement.metric) return fmt::format("{:.4g} {}", *placement.figure, placement.metric->unit);
  if (!placement.rate) return "-";
  return placement.subject == Subject::flops ? format(FlopsPerSecond{*placement.rate})
                                             : format(BytesPerSecond{*placement.rate});
}

std::string origin_text(RoofOrigin origin) { return origin == RoofOrigin::derived ? " derived" : ""; }

std::string disturbed_text(bool disturbed) { return disturbed ? " disturbed" : ""; }

/// Intervals beyond 100 % say only that nothing is known.
std::string half_width_text(const std::optional<double>& half_width) {
  if (!half_width) return "-";
  return *half_width > 1.0 ? "> 100 %" : format_percent(Ratio{*half_width});
}

/// The clock that compute-bound cases held beside the one behind the roof, and what held it down.
std::string clock_text(const Record& record, const Roofline& roofline) {
  std::vector<double> clocks;
  for (const Placement& placement : roofline.placements) {
    if (placement.clock && placement.bound == Bound::compute) clocks.push_back(placement.clock->value());
  }
  if (clocks.empty()) return {};
  std::string text = fmt::format("held clock {:.0f}", median(clocks) / 1e6);
  if (roofline.roofs.device->boost_clock) {
    text += fmt::format(" of {:.0f}", roofline.roofs.device->boost_clock->value() / 1e6);
  }
  text += " MHz";
  std::set<std::string> reasons;
  for (const Case& measured : record.cases) {
    for (const Round& round : measured.rounds) {
      reasons.insert(round.telemetry.clock_event_reasons.begin(), round.telemetry.clock_event_reasons.end());
    }
  }
  reasons.erase("gpu_idle");  // between cases: says nothing about them
  if (reasons.empty()) return text;
  std::string why = fmt::format("{}", fmt::join(reasons, ", "));
  std::replace(why.begin(), why.end(), '_', ' ');
  return fmt::format("{} ({})", text, why);
}

std::string device_roof_text(const Record& record, const Roofline& roofline) {
  const Roof& roof = *roofline.roofs.device;
  std::vector<std::string> parts;
  for (const auto& [dtype, limit] : roof.compute) {
    if (dtype == DType::fp16) continue;  // no workload yet, and the same as bf16
    parts.push_back(fmt::format("{} {}{}", name_of(dtype), format(limit.value),
                                limit.origin == RoofOrigin::derived ? " derived"
                                : dtype == DType::fp32              ? ""
                                                                    : " dense"));
  }
  if (roof.memory) parts.push_back("memory " + format(roof.memory->value) + origin_text(roof.memory->origin));
  if (roof.link && record.environment.devices.size() > 1) parts.push_back("link " + format(roof.link->value));
  if (roof.launch) parts.push_back("launch " + format(roof.launch->value));
  if (std::string clock = clock_text(record, roofline); !clock.empty()) parts.push_back(std::move(clock));
  if (parts.empty()) return "roof   unknown: the device is in no data base and does not say enough to derive one";
  return fmt::format("roof   {}", fmt::join(parts, kDot));
}

std::string measured_roof_text(const Roof& roof) {
  std::vector<std::string> parts;
  for (const auto& [dtype, limit] : roof.compute) {
    parts.push_back(fmt::format("{} {}{}", name_of(dtype), format(limit.value), disturbed_text(limit.disturbed)));
  }
  if (roof.memory) parts.push_back("memory " + format(roof.memory->value) + disturbed_text(roof.memory->disturbed));
  if (roof.launch) parts.push_back("launch " + format(roof.launch->value) + disturbed_text(roof.launch->disturbed));
  if (parts.empty()) return "roof   unknown: the record has no ceiling/* and no large memory/* case";
  return fmt::format("roof   measured in this run: {}", fmt::join(parts, kDot));
}

std::string marks_text(const Placement& placement) {
  if (!placement.time) {
    if (placement.marks.empty()) return "not measured";
    const Mark& worst = placement.marks.front();
    return fmt::format("{}: {}", name_of(worst.kind), worst.evidence);
  }
  std::vector<std::string_view> kinds;
  kinds.reserve(placement.marks.size());
  for (const Mark& mark : placement.marks) kinds.push_back(name_of(mark.kind));
  if (kinds.empty()) return {};
  return fmt::format("{}{}", fmt::join(kinds, ", "), placement.disturbed ? "" : " in rounds left out");
}

std::string note_of(const Placement& placement, const Roofline& roofline) {
  std::vector<std::string> parts;
  if (placement.implausible) parts.emplace_back("INVALID: " + placement.implausible->rule);
  if (std::string marks = marks_text(placement); !marks.empty()) parts.push_back(std::move(marks));
  if (placement.bus_rate && placement.ranks > 1 && placement.bus_rate != placement.rate) {
    parts.push_back("bus " + format(BytesPerSecond{*placement.bus_rate}));
  }
  if (placement.cache_resident) parts.emplace_back("cache-resident");
  const auto found = roofline.comparisons.find(placement.case_id);
  if (found != roofline.comparisons.end() && !placement.implausible) {
    for (const SiblingComparison& comparison : found->second) parts.push_back(to_text(comparison));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

Tone tone_of(const Placement& placement) {
  if (placement.implausible || has_mark(placement.marks, MarkKind::wrong_result)) return Tone::bad;
  if (placement.disturbed || (!placement.time && !placement.marks.empty())) return Tone::doubtful;
  return Tone::plain;
}

/// A column of the table for people, and whether any case has something in it.
struct Field {
  Column column;
  Cell (*cell)(const Placement&);
  bool (*filled)(const Placement&);
};

std::vector<Field> fields() {
  const auto always = [](const Placement&) { return true; };
  return {
      {{"case"},
       [](const Placement& p) {
         return Cell{p.case_id, Tone::plain};
       },
       always},
      {{"time", Align::right},
       [](const Placement& p) { return Cell{p.time && !p.metric ? format(*p.time) : "-"}; },
       always},
      {{"rate", Align::right}, [](const Placement& p) { return Cell{rate_text(p)}; }, always},
      {{"of roof", Align::right},
       [](const Placement& p) { return Cell{percent_or_dash(p.of_roof)}; },
       [](const Placement& p) { return p.of_roof.has_value(); }},
      {{"at clock", Align::right},
       [](const Placement& p) { return Cell{percent_or_dash(p.at_clock)}; },
       [](const Placement& p) { return p.at_clock.has_value(); }},
      {{"of ceiling", Align::right},
       [](const Placement& p) { return Cell{percent_or_dash(p.of_ceiling)}; },
       [](const Placement& p) { return p.of_ceiling.has_value(); }},
      {{"bound"}, [](const Placement& p) { return Cell{p.bound ? std::string{name_of(*p.bound)} : "-"}; }, always},
      {{"95 %", Align::right}, [](const Placement& p) { return Cell{half_width_text(p.half_width)}; }, always},
  };
}

Table table_for_people(const Roofline& roofline) {
  Table table{"roofline", {}, {}};
  std::vector<Field> shown;
  for (const Field& field : fields()) {
    if (std::none_of(roofline.placements.begin(), roofline.placements.end(), field.filled)) continue;
    shown.push_back(field);
    table.columns.push_back(field.column);
  }
  table.columns.push_back({"", Align::left});
  for (const Placement& placement : roofline.placements) {
    std::vector<Cell> row;
    row.reserve(table.columns.size());
    for (const Field& field : shown) row.push_back(field.cell(placement));
    row.push_back({note_of(placement, roofline), tone_of(placement)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Cell number(const std::optional<double>& value) {
  if (!value) return {""};
  return {fmt::format("{}", *value), Tone::plain, *value};
}

template <class Q>
Cell quantity(const std::optional<Q>& value) {
  return number(value ? std::optional{value->value()} : std::nullopt);
}

std::string status_of(const Placement& placement) {
  if (placement.implausible) return "invalid";
  if (!placement.time) return placement.marks.empty() ? "not_measured" : std::string{name_of(placement.marks[0].kind)};
  return placement.disturbed ? std::string{name_of(placement.marks[0].kind)} : "ok";
}

}  // namespace

Document roofline_document(const Record& record, const Roofline& roofline) {
  Document document;
  document.blocks.emplace_back(Paragraph{machine_line(record)});
  document.blocks.emplace_back(Paragraph{roofline.roofs.device ? device_roof_text(record, roofline)
                                                               : measured_roof_text(roofline.roofs.measured)});
  for (const Caveat& caveat : roofline.caveats) {
    document.blocks.emplace_back(Paragraph{caveat.sentence, Tone::doubtful});
  }
  document.blocks.emplace_back(table_for_people(roofline));
  for (const Placement& placement : roofline.placements) {
    if (!placement.implausible) continue;
    document.blocks.emplace_back(
        Paragraph{fmt::format("INVALID  {}: {}", placement.case_id, placement.implausible->sentence), Tone::bad});
  }
  return document;
}

Document roofline_data(const Roofline& roofline) {
  Table table{"roofline", {}, {}};
  for (const char* key : {"case", "kind", "ranks", "status", "time_s", "flops_per_s", "bytes_per_s",
                          "algorithm_bytes_per_s", "bus_bytes_per_s", "bound", "of_roof_ratio", "at_clock_ratio",
                          "of_ceiling_ratio", "half_width_95_ratio", "clock_hz", "cache_resident", "note"}) {
    table.columns.push_back({key, Align::left, key});
  }
  for (const Placement& placement : roofline.placements) {
    const auto rate_if = [&placement](Subject subject) {
      return number(placement.subject == subject ? placement.rate : std::nullopt);
    };
    table.rows.push_back({{placement.case_id},
                          {placement.kind},
                          number(placement.ranks),
                          {status_of(placement)},
                          quantity(placement.metric ? std::nullopt : placement.time),
                          rate_if(Subject::flops),
                          rate_if(Subject::bytes),
                          rate_if(Subject::link_bytes),
                          number(placement.bus_rate),
                          {placement.bound ? std::string{name_of(*placement.bound)} : ""},
                          quantity(placement.of_roof),
                          quantity(placement.at_clock),
                          quantity(placement.of_ceiling),
                          number(placement.half_width),
                          quantity(placement.clock),
                          {placement.cache_resident ? "true" : "false"},
                          {note_of(placement, roofline)}});
  }
  return Document{{table}};
}

}  // namespace roofgate
